"""What a host and an ACR122 say on USB, behind the headers of Linux usbmon, written as pcap."""

import struct

from air import START, bytes_of

USBMON = 220
BULK = 3


class Reader:
    """Commands to the PN532 in the reader, as CCID messages in bulk transfers. All times are ns."""

    def __init__(self, out, into):
        self.records = []
        self.clock = 0
        self.out = out
        self.into = into | 0x80
        self.transfer = 0
        self.sequence = 0

    def record(self, kind, endpoint, length, data, after):
        """A record of usbmon: a submission ('S') or a completion ('C')."""
        self.clock += after
        seconds, rest = divmod(START + self.clock, 1_000_000_000)
        header = struct.pack(
            "<QBBBBHBBqiiII8siiII", self.transfer, ord(kind), BULK, endpoint, 5, 1, 0x2D,
            0 if data else ord("<"), seconds, rest // 1000, -115 if kind == "S" else 0, length,
            len(data), bytes(8), 0, 0, 0, 0)
        self.records.append((self.clock, header + data))

    def bulk(self, endpoint, data, after):
        self.transfer += 1
        is_in = endpoint & 0x80
        self.record("S", endpoint, 271 if is_in else len(data), b"" if is_in else data, 50_000)
        self.record("C", endpoint, len(data), data if is_in else b"", after)

    def message(self, kind, data):
        """A CCID message of slot 0."""
        return struct.pack("<BIBB3s", kind, len(data), 0, self.sequence, bytes(3)) + data

    def chip(self, command, answer, after):
        """A command to the PN532 from its code on, and what it answers behind the code."""
        command, answer = bytes_of(command), bytes_of(answer)
        data = b"\xD4" + command
        direct = bytes_of("FF000000") + bytes([len(data)]) + data
        self.bulk(self.out, self.message(0x6F, direct), 100_000)
        back = bytes([0xD5, command[0] + 1]) + answer + bytes_of("9000")
        self.bulk(self.into, self.message(0x80, back), after)
        self.sequence = (self.sequence + 1) % 256

    def card(self, apdu, answer, after):
        """An APDU to card 1, by InDataExchange."""
        self.chip(b"\x40\x01" + apdu, b"\0" + answer, after)

    def write(self, path):
        with open(path, "wb") as file:
            file.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, USBMON))
            for clock, raw in self.records:
                seconds, rest = divmod(START + clock, 1_000_000_000)
                file.write(struct.pack("<IIII", seconds, rest, len(raw), len(raw)) + raw)
