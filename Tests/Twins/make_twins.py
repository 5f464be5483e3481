#!/usr/bin/env python3
"""Makes the captures of Traces/: what real readers and cards do, with UIDs and data of our own.

    python3 Tests/Twins/make_twins.py [FOLDER]

Card numbers are test numbers (4761 7390 0101 0010), everything else is made up. The output is the
same every time, byte for byte.
"""

import os
import struct
import sys

from air import CARD, FIELD_OFF, FIELD_ON, READER, Air, Blocks, bytes_of, crc_a, tlv
from usb import Reader

OK = bytes_of("9000")
PPSE_NAME = b"2PAY.SYS.DDF01"
SELECT_PPSE = bytes_of("00A404000E") + PPSE_NAME + b"\0"
VISA = bytes_of("A0000000031010")
SELECT_VISA = bytes_of("00A4040007") + VISA + b"\0"
ECP_TRANSIT = "6A02C801000300027900000000"

# What the terminal is asked for: TTQ, amount, other amount, country, TVR, currency, date, type,
# unpredictable number.
PDOL = "9F6604 9F0206 9F0306 9F1A02 9505 5F2A02 9A03 9C01 9F3704"
TERMINAL = "36204000 000000001250 000000000000 0528 0000000000 0978 260102 00 5A17C3E8"


def ppse_answer(*applications):
    entries = [
        tlv("61", tlv("4F", aid), tlv("50", label), tlv("87", [priority]))
        for aid, label, priority in applications
    ]
    return tlv("6F", tlv("84", PPSE_NAME), tlv("A5", tlv("BF0C", *entries))) + OK


def visa_answer(*more):
    known = [tlv("50", b"TEST DEBIT"), tlv("9F38", PDOL), tlv("5F2D", b"en")]
    return tlv("6F", tlv("84", VISA), tlv("A5", *known, *more)) + OK


def processing_options():
    data = tlv("83", TERMINAL)
    return bytes_of("80A80000") + bytes([len(data)]) + data + b"\0"


def payment():
    """A phone-less card pays: directory, application, options, one record."""
    air = Air()
    air.event(FIELD_ON)
    air.poll()
    air.poll("4400")
    air.anticollision("04E1C2A3B4D596", 0x20)
    air.reader("E080")
    air.card("0578807002", 350_000)
    blocks = Blocks(air)
    blocks.exchange(SELECT_PPSE, ppse_answer((VISA, b"TEST DEBIT", 1)), 6_200_000)
    blocks.exchange(SELECT_VISA, visa_answer(), 9_800_000)
    options = tlv("77", tlv("82", "2000"), tlv("94", "08010100"),
                  tlv("57", "4761739001010010D29122011143804400000F"), tlv("5F34", "01"),
                  tlv("9F10", "06011203A00000"), tlv("9F26", "8C5D1E2F30415263"), tlv("9F27", "80"),
                  tlv("9F36", "002A"))
    blocks.exchange(processing_options(), options + OK, 31_000_000)
    record = tlv("70", tlv("5A", "4761739001010010"), tlv("5F24", "291231"),
                 tlv("5F20", b"CARDHOLDER/TEST"), tlv("5F28", "0528"))
    blocks.exchange("00B2010C00", record + OK, 4_100_000)
    blocks.deselect()
    air.event(FIELD_OFF, 1_000_000)
    return air


def payment_refused():
    """A phone behind a lock: polled twice, read once, then refused at GET PROCESSING OPTIONS."""
    air = Air()
    uid = "08C35A17"
    air.reader(ECP_TRANSIT, 0)
    air.poll(wake=True, after=478_000_000)
    air.reader(ECP_TRANSIT, 480_000_000)
    air.poll("0400", wake=True, after=478_000_000)
    air.reader("9320", 100_000_000, crc=False)
    air.card(bytes_of(uid) + bytes([0x08 ^ 0xC3 ^ 0x5A ^ 0x17]), crc=False)
    air.poll(after=56_000_000)
    air.poll("0400")
    air.anticollision(uid, 0x20)
    air.reader("5000", 30_000_000)
    air.poll(after=30_000_000)
    air.poll()
    air.poll()
    air.poll("0400", wake=True, after=87_000_000)
    part = bytes_of(uid) + bytes([0x08 ^ 0xC3 ^ 0x5A ^ 0x17])
    air.select(b"\x93", part, 0x20)
    air.reader("E050")
    air.card("0578807002", 350_000)
    blocks = Blocks(air, reader_takes=64)
    blocks.exchange(SELECT_PPSE, ppse_answer((VISA, b"TEST DEBIT", 1)), 10_500_000, 220_000_000)
    log = tlv("BF0C", tlv("9F4D", "0B0A"))
    blocks.exchange(SELECT_VISA, visa_answer(log), 29_000_000, 75_000_000)
    blocks.exchange(processing_options(), "6986", 32_000_000, 110_000_000, extension=1)
    return air


def type4_chain():
    """An NDEF message read from a Type 4 tag in small blocks: chaining, one damaged block sent
    again, more time asked for, and an update that the reader chains."""
    air = Air()
    air.event(FIELD_ON)
    air.poll("4400")
    air.anticollision("04B7A6958473E2", 0x20)
    air.reader("E010")
    air.card("0572807002", 350_000)
    blocks = Blocks(air, reader_takes=24, card_takes=32)
    uri = b"\x04example.com/nfctrace/a/message/that/needs/several/blocks"
    message = b"\xD1\x01" + bytes([len(uri)]) + b"U" + uri
    file = struct.pack(">H", len(message)) + message
    blocks.exchange("00A4040007D276000085010100", OK)
    blocks.exchange("00A4000C02E103", OK)
    blocks.exchange("00B000000F", bytes_of("000F20 00FF 00FF 0406 E104 0400 00 00") + OK)
    blocks.exchange("00A4000C02E104", OK)
    blocks.exchange("00B0000002", file[:2] + OK)
    read = bytes_of("00B00002") + bytes([len(message)])
    blocks.exchange(read, message + OK, spoil=1)
    blocks.exchange(read, message + OK, 30_000_000, extension=2)
    update = bytes_of("00D60000") + bytes([len(file)]) + file
    blocks.exchange(update, OK, 12_000_000)
    blocks.deselect()
    air.event(FIELD_OFF, 1_000_000)
    return air


def type_b():
    """A Type B card with CID 1: polled twice, selected by a chain of two blocks, put to sleep."""
    air = Air("B")
    air.event(FIELD_ON)
    air.reader("050000", 5_000_000)
    air.reader("050008", 5_000_000)
    air.card("50 5A17C3E8 00000000 00 81 71", 250_000)  # FSC 256, FWI 7, CID
    air.reader("1D 5A17C3E8 00 08 01 01", 800_000)  # FSD 256, ISO-DEP, CID 1
    air.card("01", 300_000)
    passport = bytes_of("00A4040C07A0000002471001")
    blocks = Blocks(air, cid=1)
    air.reader(blocks.block(0x12, passport[:6]), 2_000_000)
    air.card(blocks.block(0xA2), 300_000)
    air.reader(blocks.block(0x03, passport[6:]), 400_000)
    air.card(blocks.block(0x03, OK), 1_500_000)
    blocks.exchange("0084000008", bytes_of("0F1E2D3C4B5A6978") + OK, 2_500_000)
    blocks.exchange("00B0810000", "6982", 1_200_000)
    blocks.deselect()
    air.event(FIELD_OFF, 1_000_000)
    return air


def desfire():
    """A DESFire card in wrapped commands with CID 0 that falls silent in the middle."""
    air = Air()

    def wake():
        air.poll("4403", wake=True, after=110_000_000)
        air.anticollision("04D5C1B2A39486", 0x20)
        air.reader("E080")
        air.card("067577810280", 90_000)
        air.reader("D01100", 1_300_000)
        air.card("D0", 90_000)

    air.poll(wake=True, after=0)
    wake()
    blocks = Blocks(air, card_takes=64, cid=0)
    blocks.exchange("00A4040007D2760000850100", OK, 1_200_000, 28_000_000)
    blocks.exchange("905A0000030100F000", "9100", 800_000, 8_000_000)
    blocks.exchange("901A0000010000", "A1B2C3D4E5F60718 91AF", 1_900_000, 11_000_000)
    blocks.exchange("90AF000010 00112233445566778899AABBCCDDEEFF 00", "0123456789ABCDEF 9100", 2_500_000, 14_000_000)
    blocks.exchange("90F50000010200", "00 00 0010 200000 9100", 1_000_000, 14_000_000)
    blocks.exchange("90BD000007 02 000000 100000 00", bytes(range(16)) + bytes_of("9100"), 1_100_000, 14_000_000)
    # The card is taken away: the reader asks again, and gives up.
    air.reader(blocks.block(0x02 | blocks.number, "90BD000007 02 100000 100000 00"), 14_000_000)
    air.reader(blocks.block(0xB2 | blocks.number), 96_000_000)
    air.reader(blocks.block(0xC2), 96_000_000)
    air.reader(blocks.block(0xC2), 10_000_000)
    wake()
    return air


def type2_then_payment():
    """A Type 2 tag whose commands look like ISO-DEP blocks, and a payment card after it."""
    air = Air()
    uid = bytes_of("04A9B8C7D6E5F4")
    air.event(FIELD_ON)
    air.poll("4400")
    air.anticollision(uid, 0x00)
    uri = b"\x04example.com/type2"
    message = b"\xD1\x01" + bytes([len(uri)]) + b"U" + uri
    head = uid[:3] + bytes([0x88 ^ uid[0] ^ uid[1] ^ uid[2]]) + uid[3:]
    head += bytes([uid[3] ^ uid[4] ^ uid[5] ^ uid[6], 0x48, 0, 0])
    memory = head + bytes_of("E1101200") + b"\x03" + bytes([len(message)]) + message + b"\xFE"
    memory += bytes(180 - len(memory))
    air.reader("60")
    air.card("0004040201000F03", 500_000)
    for page in (0, 4, 8):
        air.reader([0x30, page])
        air.card(memory[page * 4:page * 4 + 16], 500_000)
    air.reader("1B 11223344")
    air.card("5566", 500_000)
    air.reader("A2 0A 00000000")
    air.card("0A", 4_000_000, crc=False)
    air.reader("5000")
    air.event(FIELD_OFF, 1_000_000)
    air.event(FIELD_ON, 200_000_000)
    air.poll("0400")
    air.anticollision("08D17B42", 0x20)
    air.reader("E080")
    air.card("0578807002", 350_000)
    Blocks(air).exchange(SELECT_PPSE, ppse_answer((VISA, b"TEST DEBIT", 1)), 6_200_000)
    air.event(FIELD_OFF, 5_000_000)
    return air


def malformed():
    """One thing wrong after the other, each of a kind that must be named with frame and byte."""
    air = Air()
    air.event(FIELD_ON)
    air.poll("4400")
    air.anticollision("04C1D2E3F4A5B6", 0x20)
    air.reader("E080")
    air.card("0578807002", 350_000)
    mastercard = bytes_of("A0000000041010")
    both = ppse_answer((VISA, b"TEST DEBIT", 1), (mastercard, b"TEST CREDIT", 2))
    # A wrong CRC that the card did not mind.
    air.reader(b"\x02" + SELECT_PPSE + b"\xBA\xD0", 3_000_000, crc=False)
    air.card(b"\x02" + both, 2_000_000)
    # Lc says more than follows.
    air.reader("03 00A4040007A00000", 3_000_000)
    air.card("03 6700", 1_000_000)
    # The last tag has no length byte: its parent ends before it.
    air.reader(b"\x02" + SELECT_VISA, 3_000_000)
    air.card("02 6F0A 8407A0000000031010 50 9000", 2_000_000)
    # Cut short: no room for a CRC, then nothing but a PCB, then nothing at all.
    air.reader("03 00B2010C00", 3_000_000)
    air.card("03 70", 2_000_000, crc=False)
    air.card("03", 1_000_000, crc=False)
    air.card("", 1_000_000, crc=False)
    # Records that are no frames: length, version, event, header.
    block = bytes_of("02 00B2010C00") + crc_a(bytes_of("02 00B2010C00"))
    air.record(struct.pack(">BBH", 0, READER, 99) + block, 1_000_000)
    air.record(struct.pack(">BBH", 7, READER, len(block)) + block, 1_000_000)
    air.record(struct.pack(">BBH", 0, 0x21, len(block)) + block, 1_000_000)
    air.record(bytes([0, CARD, 0]), 1_000_000)
    air.event(FIELD_OFF, 1_000_000)
    # A wrong BCC, a cascade level left out, an ATS longer than its frame.
    air.event(FIELD_ON, 300_000_000)
    air.poll("4400")
    air.reader("9320", crc=False)
    air.card("88 04C1D2 11", crc=False)
    air.select(b"\x93", bytes_of("88 04C1D2 11"), 0x04)
    air.reader("E080")
    air.card("1078807002", 350_000)
    return air


def type3():
    """A FeliCa Lite-S as a Type 3 tag: read, changed, read again; a MAC refused. Then a transit card."""
    air = Air("F")
    card = bytes_of("012E4A3B2C1D0E9F")

    def poll(system, idm, pmm, after=3_000_000):
        air.reader(bytes_of("00") + system + bytes_of("01 00"), after)
        air.card(b"\x01" + idm + pmm + system, 2_420_000)

    def blocks(numbers):
        return bytes([len(numbers)]) + b"".join(bytes([0x80, number]) for number in numbers)

    def read(idm, service, numbers, data, wait):
        air.reader(b"\x06" + idm + b"\x01" + service + blocks(numbers), 4_000_000)
        air.card(b"\x07" + idm + bytes([0, 0, len(numbers)]) + data, wait)

    def write(numbers, data, flags="0000", wait=4_500_000):
        air.reader(b"\x08" + card + bytes_of("01 0900") + blocks(numbers) + data, 4_000_000)
        air.card(b"\x09" + card + bytes_of(flags), wait)

    def attributes(length, writing):
        block = bytes_of("10 04 01 000D 00000000") + bytes([0x0F if writing else 0, 1, 0, 0, length])
        return block + struct.pack(">H", sum(block))

    uri = b"\x04nfctrace.example/type3"
    message = b"\xD1\x01" + bytes([len(uri)]) + b"U" + uri
    memory = message + bytes(32 - len(message))
    changed = memory[:16].replace(b"nfctrace", b"NFCTRACE")
    air.event(FIELD_ON)
    poll(bytes_of("12FC"), card, bytes_of("00F1000000014300"))
    read(card, b"\x0B\0", [0], attributes(len(message), False), 700_000)
    read(card, b"\x0B\0", [1, 2], memory, 900_000)
    write([0], attributes(len(message), True))
    write([1], changed)
    write([0], attributes(len(message), False))
    # It was acknowledged, and yet did not take.
    read(card, b"\x0B\0", [1], memory[:16], 700_000)
    write([0x80], bytes_of("00112233445566778899AABBCCDDEEFF"))
    read(card, b"\x0B\0", [0x82, 0x91],
         card + bytes(8) + bytes_of("C1D2E3F405162738") + bytes(8), 900_000)
    write([0x92, 0x91], b"\x01" + bytes(15) + bytes_of("1827364554637281 2A0000") + bytes(5), "01B2")
    air.event(FIELD_OFF, 5_000_000)
    transit = bytes_of("0101F00D12345678")
    air.event(FIELD_ON, 300_000_000)
    poll(bytes_of("0003"), transit, bytes_of("100B4B428485D0FF"))
    air.reader(b"\x02" + transit + bytes_of("02 0F09 8B00"), 4_000_000)
    air.card(b"\x03" + transit + bytes_of("02 0000 FFFF"), 1_500_000)
    trips = bytes_of("16010002 3461 0102 0105 E803 000081 00" "08020000 345C 00000000 B004 000080 00")
    read(transit, b"\x0F\x09", [0, 1], trips, 2_000_000)
    air.event(FIELD_OFF, 5_000_000)
    return air


def acr122():
    """The payment of `payment`, as a host tells it an ACR122 on USB: no descriptors in the capture."""
    reader = Reader(out=2, into=2)
    reader.chip("02", "32 01 06 07", 3_000_000)
    reader.chip("32 01 01", "", 2_000_000)
    # The card, with its ATS behind the UID.
    reader.chip("4A 01 00", "01 01 0044 20 07 04E1C2A3B4D596 05 78807002", 12_000_000)
    reader.card(SELECT_PPSE, ppse_answer((VISA, b"TEST DEBIT", 1)), 15_000_000)
    reader.card(SELECT_VISA, visa_answer(), 19_000_000)
    options = tlv("77", tlv("82", "2000"), tlv("94", "08010100"),
                  tlv("57", "4761739001010010D29122011143804400000F"), tlv("5F34", "01"),
                  tlv("9F26", "1122334455667788"), tlv("9F27", "80"), tlv("9F36", "0042")) + OK
    reader.card(processing_options(), options, 48_000_000)
    # Nothing came back in time, and the host lets go.
    reader.chip("40 01 00B2010C00", "01", 60_000_000)
    reader.chip("52 00", "00", 2_000_000)
    reader.chip("32 01 00", "", 2_000_000)
    return reader


def classic():
    """A changeable MIFARE Classic, read without its cipher: directory, NDEF, a value, two mistakes."""
    air = Air()
    air.event(FIELD_ON)
    air.poll("0400")
    air.anticollision("A17C2E53", 0x08)
    air.reader("5000")
    air.reader("40", crc=False, short=True)
    air.card("0A", crc=False)
    air.reader("43", crc=False)
    air.card("0A", crc=False)
    uri = b"\x04example.com/classic"
    message = b"\xD1\x01" + bytes([len(uri)]) + b"U" + uri
    data = b"\x03" + bytes([len(message)]) + message + b"\xFE"
    data += bytes(48 - len(data))
    free = "FFFFFFFFFFFF FF078069 FFFFFFFFFFFF"
    blocks = {
        0: "A17C2E53 A0 08 0400 6263646566676869",
        # The check byte is over 01 and the AIDs: sectors 1 and 2 are NDEF, 3 is a hotel's.
        1: "8B 01 03E1 03E1 0170 0000 0000 0000 0000",
        2: "00" * 16,
        3: "A0A1A2A3A4A5 787788C1 FFFFFFFFFFFF",
        4: data[:16], 5: data[16:32], 6: data[32:],
        7: "D3F7D3F7D3F7 7F078840 FFFFFFFFFFFF",
        12: "64000000 9BFFFFFF 64000000 0CF30CF3",
        # The complement of 65h is 9Ah.
        13: "65000000 9BFFFFFF 65000000 0DF20DF2",
        15: free,
        # One of the complements is not.
        19: free.replace("FF0780", "FF0781"),
    }
    for number, block in blocks.items():
        air.reader([0x30, number])
        air.card(block, 400_000)
    air.reader("A010")
    air.card("0A", 200_000, crc=False)
    air.reader("00" * 16)
    air.card("04", 4_000_000, crc=False)
    air.event(FIELD_OFF, 1_000_000)
    return air


def type5():
    """A Type 5 tag: what it is, its message with the locks of its blocks, a write, a refusal."""
    air = Air("V")
    uid = bytes_of("E0040150A1B2C3D4")[::-1]
    air.event(FIELD_ON)
    air.reader("260100", 5_000_000)
    air.card(b"\0\0" + uid, 320_000)
    air.reader("022B")
    air.card(b"\x00\x0F" + uid + bytes_of("0000 1B03 01"), 320_000)
    air.reader("0220 00")
    air.card("00 E1400D01", 320_000)
    uri = b"\x04example.com/vicinity"
    message = b"\xD1\x01" + bytes([len(uri)]) + b"U" + uri
    data = b"\x03" + bytes([len(message)]) + message + b"\xFE"
    data += bytes(-len(data) % 4)
    blocks = [data[at:at + 4] for at in range(0, len(data), 4)]
    # The option flag: each block behind its security status; the first one is locked.
    air.reader(bytes_of("4223 01") + bytes([len(blocks) - 1]))
    air.card(b"\0" + b"".join(bytes([index == 0]) + block for index, block in enumerate(blocks)),
             320_000)
    air.reader("0221 10 CAFE0001")
    air.card("00", 5_000_000)
    air.reader("0220 10")
    air.card("00 CAFE0002", 320_000)
    air.reader("0221 01 00000000")
    air.card("01 12", 320_000)
    air.event(FIELD_OFF, 1_000_000)
    return air


TWINS = {
    "classic": classic,
    "type5": type5,
    "acr122": acr122,
    "payment": payment,
    "payment-refused": payment_refused,
    "type4-chain": type4_chain,
    "type-b": type_b,
    "desfire": desfire,
    "type2-then-payment": type2_then_payment,
    "malformed": malformed,
    "type3": type3,
}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "Traces")
    for name, make in TWINS.items():
        make().write(os.path.join(folder, name + ".pcap"))


if __name__ == "__main__":
    main()
