"""Frames between a reader and a card, with times as they are on air, written as pcap."""

import struct

CARD, READER, FIELD_OFF, FIELD_ON = 0xFF, 0xFE, 0xFD, 0xFC
CARRIER = 13_560_000  # Hz
START = 1_767_225_600_000_000_000  # 2026-01-01T00:00:00Z, in nanoseconds


def reflected_crc(data, preset):
    """The CRC of ISO/IEC 14443-3, polynomial 8408h, bit by bit."""
    crc = preset
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc


def crc_a(data):
    return struct.pack("<H", reflected_crc(data, 0x6363))


def crc_b(data):
    return struct.pack("<H", reflected_crc(data, 0xFFFF) ^ 0xFFFF)


def crc_f(data):
    """JIS X 6319-4: polynomial 1021h, preset 0, high byte first."""
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return struct.pack(">H", crc)


def bytes_of(data):
    """Bytes from hex digits, spaces allowed; bytes stay as they are."""
    return bytes.fromhex(data) if isinstance(data, str) else bytes(data)


def tlv(tag, *values):
    """One BER-TLV; a length from 128 on takes two bytes."""
    value = b"".join(bytes_of(part) for part in values)
    length = bytes([len(value)]) if len(value) < 128 else bytes([0x81, len(value)])
    return bytes_of(tag) + length + value


class Air:
    """What a sniffer beside the two hears. All times are nanoseconds."""

    def __init__(self, technology="A"):
        self.records = []
        self.clock = 0  # the end of the last frame
        self.technology = technology

    def record(self, raw, after=0):
        """A record as it is, header and all."""
        self.clock += after
        self.records.append((self.clock, raw))

    def event(self, event, after=0):
        self.record(struct.pack(">BBH", 0, event, 0), after)

    def frame(self, event, data, after, short=False):
        data = bytes_of(data)
        self.record(struct.pack(">BBH", 0, event, len(data)) + data, after)
        if self.technology == "A":
            periods = 128 * (8 if short else 1 + 9 * len(data))
        elif self.technology == "B":
            periods = 128 * (22 + 10 * len(data))
        elif self.technology == "F":  # preamble and sync code, at 212 kbit/s
            periods = 128 * 4 * (8 + len(data))
        else:  # ISO/IEC 15693: a byte in 4096 periods of the carrier, SOF and EOF
            periods = 4096 * len(data) + (1536 if event == READER else 4096)
        self.clock += periods * 1_000_000_000 // CARRIER

    def reader(self, data, after=500_000, crc=True, short=False):
        """A frame of the reader, `after` the end of the frame before it."""
        self.frame(READER, self.checked(data, crc), after, short)

    def card(self, data, wait=90_000, crc=True):
        """A frame of the card, after it kept the reader waiting."""
        self.frame(CARD, self.checked(data, crc), wait)

    def checked(self, data, crc):
        data = bytes_of(data)
        if not crc:
            return data
        if self.technology == "F":
            packet = bytes([len(data) + 1]) + data
            return packet + crc_f(packet)
        return data + (crc_a(data) if self.technology == "A" else crc_b(data))

    def poll(self, answer=None, wake=False, after=5_000_000):
        """REQA or WUPA, and the ATQA of a card that hears it."""
        self.reader([0x52 if wake else 0x26], after, crc=False, short=True)
        if answer:
            self.card(answer, crc=False)

    def anticollision(self, uid, sak):
        """Every cascade level of a UID of 4 or 7 bytes."""
        uid = bytes_of(uid)
        levels = [uid] if len(uid) == 4 else [b"\x88" + uid[:3], uid[3:]]
        for index, part in enumerate(levels):
            code = bytes([0x93 + 2 * index])
            part += bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])
            self.reader(code + b"\x20", crc=False)
            self.card(part, crc=False)
            self.select(code, part, sak if index == len(levels) - 1 else 0x04)

    def select(self, code, part, sak):
        self.reader(code + b"\x70" + part)
        self.card([sak])

    def write(self, path):
        with open(path, "wb") as file:
            file.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 264))
            for time, raw in self.records:
                seconds, rest = divmod(START + time, 1_000_000_000)
                file.write(struct.pack("<IIII", seconds, rest, len(raw), len(raw)) + raw)


class Blocks:
    """ISO-DEP over the air: block numbers, chaining, waiting-time extensions, damage."""

    def __init__(self, air, reader_takes=256, card_takes=256, cid=None):
        self.air = air
        self.number = 0
        self.cid = cid
        overhead = 3 if cid is None else 4
        self.to_card = card_takes - overhead
        self.to_reader = reader_takes - overhead

    def block(self, pcb, data=b""):
        if self.cid is None:
            return bytes([pcb]) + bytes_of(data)
        return bytes([pcb | 8, self.cid]) + bytes_of(data)

    def exchange(self, command, answer, wait=1_000_000, after=3_000_000, extension=None, spoil=None):
        """A command and its answer. `extension` is a WTXM that the card asks for before it
        answers; `spoil` is the index of the answer's block that arrives damaged."""
        parts = self.parts(bytes_of(command), self.to_card)
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            self.air.reader(self.block(0x02 | self.number | (0 if last else 0x10), part), after)
            after = 400_000
            if not last:
                self.air.card(self.block(0xA2 | self.number), 300_000)
                self.number ^= 1
        if extension:
            self.air.card(self.block(0xF2, [extension]), wait)
            self.air.reader(self.block(0xF2, [extension]), 400_000)
        parts = self.parts(bytes_of(answer), self.to_reader)
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            block = self.block(0x02 | self.number | (0 if last else 0x10), part)
            if spoil == index:
                damaged = bytearray(block + crc_a(block))
                damaged[4] ^= 0x20
                self.air.card(damaged, wait, crc=False)
                self.air.reader(self.block(0xB2 | self.number), 400_000)
            self.air.card(block, wait)
            self.number ^= 1
            wait = 300_000
            if not last:
                self.air.reader(self.block(0xA2 | self.number), 400_000)

    def deselect(self):
        self.air.reader(self.block(0xC2), 2_000_000)
        self.air.card(self.block(0xC2), 300_000)

    @staticmethod
    def parts(data, size):
        return [data[at:at + size] for at in range(0, len(data), size)] or [b""]
