#!/usr/bin/env python3
"""Makes what fuzzing begins with, a folder for each target, from Traces/, Grammars/ and by hand.

    python3 Tests/Fuzz/seeds.py FOLDER

The committed corpus is what is left of it, and of what fuzzing added, when everything is taken out
that reaches no code of its own (`Tests/Fuzz/run minimize`). Card numbers are test numbers.
"""

import ctypes
import ctypes.util
import gzip
import os
import re
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "Twins"))
from air import FIELD_OFF as FIELD_OFF_EVENT, FIELD_ON, bytes_of, crc_a  # noqa: E402

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
NAMES = sorted(
    name[:-5] for name in os.listdir(os.path.join(ROOT, "Traces")) if name.endswith(".pcap"))


def file(*path):
    with open(os.path.join(ROOT, *path), "rb") as stream:
        return stream.read()


# Captures.

def records(pcap):
    at = 24
    while at < len(pcap):
        seconds, fraction, kept, original = struct.unpack("<IIII", pcap[at:at + 16])
        yield seconds * 1_000_000 + fraction, pcap[at + 16:at + 16 + kept], original
        at += 16 + kept


def pcap(link_type, packets, order="<", magic=0xA1B2C3D4, extra=b""):
    made = struct.pack(order + "IHHIIII", magic, 2, 4, 0, 0, 65535, link_type)
    for number, packet in enumerate(packets):
        packet = bytes_of(packet)
        made += struct.pack(order + "IIII", 1_700_000_000 + number, 5, len(packet), len(packet))
        made += packet
    return made + extra


def block(kind, body, order="<"):
    body += bytes(-len(body) % 4)
    return struct.pack(order + "II", kind, len(body) + 12) + body + struct.pack(order + "I", len(body) + 12)


def option(code, value, order="<"):
    return struct.pack(order + "HH", code, len(value)) + value + bytes(-len(value) % 4)


def pcapng(link_types, packets, order="<", options=b"", section=b""):
    made = block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1) + section, order)
    for link_type in link_types:
        made += block(1, struct.pack(order + "HHI", link_type, 0, 65535) + options, order)
    for number, packet in enumerate(packets):
        packet = bytes_of(packet)
        made += block(
            6, struct.pack(order + "IIIII", number % max(1, len(link_types)), 0x60000 + number, 7,
                           len(packet), len(packet)) + packet + bytes(-len(packet) % 4), order)
    return made


PACKETS = {
    264: ["00FE0001 26", "00FF0002 4400", "00FD0000", "00FC0000", "00FB0003 500057", "00FA0002 9000",
          "01FE0001 26", "00FE0009 26", "00FE00"],
    252: ["000C0008 66656C6963610000 00000000 0012FC0100",
          "000C0008 66656C6963610000 0021000400000001 00000000 120101120345678901230120220427674EFF",
          "000C0008 69736F3134343433 00000000 00FE000126", "000C0009 66656C"],
    147: ["060012FC0100", "060012FC0100DE2C", "26"],
    148: ["4E540105 02000104 0011", "4E540105 01000104 0011", "00A4040000"],
    1: ["FFFFFFFFFFFF 000000000001 0800 45000020 00000000 40110000 7F000001 7F000001 12791279 000C0000 02041201"],
    220: ["00" * 64], 245: ["0000 0100"], 189: ["00" * 48], 113: ["0000" * 8 + "0800"],
    101: ["45000020 00000000 40110000 7F000001 7F000001 12791279 000C0000 02041201"],
}


def text_traces():
    yield b"# a short frame, and what came back\n@ nfc-a\n0.000000 > 26\n0.000424 < 44 00\n* field-off\n"
    yield b"> 00A4040007A000000003101000\n< 9000\n= status 9000 \"done\"\n"
    yield b"@ apdu\n1.5 > 00 B0 00 00 00\n1.6 < 6A82\n@ nfc-f\n? 0600FFFF0100\n* field-on\n"
    yield b"@ nfc-b\r\n-1.25 > 05 00 00\r\n* reader-opened\r\n* target-lost\r\n* frames-dropped\r\n"


# Frames as the telling targets take them (Support/Conversation.swift).

def record(direction, data, check=0, inside=False, pause=None, attributes=b""):
    control = {">": 0, "<": 1, "?": 2, "*": 3}[direction] | check << 2
    control |= 16 if inside else 0
    control |= 32 if attributes else 0
    control |= 64 if pause is not None else 0
    made = bytes([control]) + attributes
    if pause is not None:
        made += bytes([pause])
    length = bytes([len(data)]) if len(data) < 255 else b"\xff" + struct.pack(">H", len(data))
    return made + length + data


def said(direction, data, check=0, **more):
    return record(direction, bytes_of(data), check, **more)


def turns(text):
    """Lines of a direction, `b` behind it for CRC_B, and hex."""
    made = b""
    for line in text.strip().splitlines():
        sign, *data = line.split()
        made += said(sign[0], "".join(data), 2 if sign[1:] == "b" else 0)
    return made


# By link: inventories and commands of ISO/IEC 15693, a PicoPass, an ST25TB, and a MIFARE Classic whose
# keys the target has.
TAGS = [
    (5, turns("""
        >b 060100
        >
        <b 000088776655440104E0
        >b 222B88776655440104E0
        <b 000F88776655440104E000001B0301
        >b 42230002
        <b 00001122334400556677880199AABBCC
        >b 622188776655440104E003AABBCCDD
        >
        <b 0112
        >b 22B20488776655440104E0
        <b 00C327
        >b 22B30488776655440104E00111223344
    """)),
    (5, turns("""
        > 0A
        <
        > 0C
        < 73A20560FF5F021C9CF2
        > 8173A20560FF5F021C
        < 98132D00FBFF12E05352
        > 0C05DE64
        < FFFFFFFFFFFFFFFFEAF5
        > 8802
        < FFFFFFFFF7FFFFFF
        > 05D9936418DD3A2429
        < 5047EF4A
        > 8702FFFFFFFFF6FFFFFF4D9D7FEE
        < F6FFFFFFFFFFFFFFE959
    """)),
    (1, turns("""
        >b 0600
        <b 5C
        >b 0E5C
        <b 5C
        >b 0B
        <b 44332211002302D0
        >b 0807
        <b FFFFFFFF
        >b 090711223344
        >b 0F
    """)),
    (1, turns("""
        > 26
        < 0400
        > 9320
        < 1122334444
        > 93701122334444519C
        < 08B6DD
        > 6004D13D
        < 01200145
        > 996F261437B67772
        < 025A63F8
        > D7119E24
        < A1FC5686486954218CAF3E8BD34D4984776A
        > AFCD4319
        < 0F
        > 137D933022EF473868EB866CE0770F31683D
        < 03
        > 8F1C687F
        < 0A
        > AD4C72610ECD
        > E5FA2D6F
        < 05
        > DF3B7F9D
        < 387A101872D396395C0DB96A39159D4B3C5C
        > 8D86C634
        < 0F
        > 22C48126
        < 83060075
        > AAC80BCFD74AE196
        < 570FA454
        > A28657D4
        < A46D1EFCC8DE5AFF4ED5EE3DE9FF49A297CB
        > 40
        < 0A
        > 43
        < 0A
        > 300002A8
    """)),
]

ISO_DEP, TYPE_2, TYPE_B, FELICA = (bytes([0x84 | number]) for number in range(4))
FIELD_OFF = b"\x8C"


def inside(*halves):
    """Commands and answers in I-blocks, in turn."""
    return b"".join(
        said("><"[number % 2], half, 1, inside=True) for number, half in enumerate(halves))


def conversation_of(capture):
    """A capture of Traces/ as records; CRCs and PCBs are left to the target."""
    made = b""
    for _, packet, _ in records(capture):
        if len(packet) < 4:
            continue
        kind, data = packet[1], packet[4:]
        if kind in (FIELD_OFF_EVENT, FIELD_ON):
            made += record("*", bytes([1 if kind == FIELD_ON else 2]))
            continue
        direction = ">" if kind in (0xFE, 0xFA) else "<"
        if len(data) > 2 and data[-2:] == crc_a(data[:-2]):
            if data[0] in (2, 3) and len(data) > 4:
                made += record(direction, data[1:-2], 1, inside=True)
            else:
                made += record(direction, data[:-2], 1)
        else:
            made += record(direction, data)
    return made


PPSE = "00A404000E325041592E5359532E444446303100"
PPSE_ANSWER = ("6F2A840E325041592E5359532E4444463031A518BF0C1561134F07A0000000031010870101"
               "9F0A0401010101 9000")
OPTIONS = ("6F328407A0000000031010A5279F381B9F66049F02069F03069F1A0295055F2A029A039C019F3704"
           "5F2D02656E500454455354 9000")
RECORD = "70165A0847617390010100105F2009544553542F434152449000"

IDM = "012E4A3B2C1D0E9F"
ATTRIBUTES = "100401000D0000000000010000130036"

CONVERSATIONS = [
    ISO_DEP + inside(PPSE, PPSE_ANSWER, "00A4040007A000000003101000", OPTIONS,
                     "80A80000238321362040000000000012500000000000000528000000000009782601020 05A17C3E800"
                     .replace(" ", ""), "771282022000940408010100 9F360200015F3401019000",
                     "00B2010C00", RECORD) + FIELD_OFF,
    ISO_DEP + inside("00A4040C07D276000085010100"[:26], "9000", "00A4000C02E103", "9000",
                     "00B000000F", "000F20003B00340406E1040032000090 00", "00A4000C02E104", "9000",
                     "00B0000002", "00149000", "00D6000002AAAA", "6A82"),
    ISO_DEP + inside("905A000003F4849000", "9100", "90BD0000070000000000000000", "91AF", "90AF000000",
                     "0102030405069100", "60", "AF04010112011605", "AF", "AF04010112011605",
                     "AF", "00046F5A924F2A80BA5645202000"),
    ISO_DEP + inside("0020008008241234FFFFFFFFFF", "63C2", "0020008008241234FFFFFFFFFF", "6983",
                     "00CA9F1700", "9F1701039000", "00B0950000", "6B00", "80CA9F3600", "6D00"),
    # Chaining, WTX, R-blocks, PPS, S(PARAMETERS), DESELECT, presence checks, CID.
    ISO_DEP + said(">", "D01100", 1) + said("<", "D0", 1) + said(">", "1200A4", 1)
    + said("<", "A2", 1) + said(">", "030400", 1) + said("<", "F201", 1) + said(">", "F201", 1)
    + said("<", "136F", 1) + said(">", "B2", 1) + said("<", "136F", 1) + said(">", "A2", 1)
    + said("<", "029000", 1) + said(">", "B3", 1) + said("<", "A2", 1) + said(">", "02", 1)
    + said("<", "02", 1) + said(">", "F0A00100", 1) + said("<", "F0", 1) + said(">", "C2", 1)
    + said("<", "C2", 1) + FIELD_OFF,
    said(">", "26") + said("<", "4400") + said(">", "E081", 1) + said("<", "0578807002", 1)
    + said(">", "0A0100A40400", 1) + said("<", "0A016A82", 1) + said(">", "0E010000B0000000", 1)
    + said("<", "BA01", 1) + said(">", "CA01", 1) + said("<", "CA01", 1) + said(">", "5000", 1),
    TYPE_2 + said(">", "3000", 1) + said("<", "04E1C2AF8A3B4D5964A30000E1101200", 1)
    + said(">", "3004", 1) + said("<", "0103A00C340311D1010D5504676F2E74", 1) + said(">", "60", 1)
    + said("<", "0004040201000F03", 1) + said(">", "1B11223344", 1) + said("<", "0000", 1)
    + said(">", "A20401020304", 1) + said("<", "0A") + said(">", "3AFF2C", 1) + said("<", "00")
    + said(">", "3900", 1) + said(">", "C1FF", 1) + said(">", "6000F1F2", 1) + said("<", "0A0B0C0D"),
    TYPE_2 + said(">", "6000", 1) + said("<", "01020304") + said(">", "A1A2A3A4A5A6A7A8")
    + said("<", "B1B2B3B4") + said(">", "1020304050607080901020304050607080") + FIELD_OFF,
    TYPE_B + said(">", "0200A4040007A000000003101000", 2) + said("<", "026A82", 2)
    + said(">", "C2", 2) + said("<", "C2", 2) + said(">", "5001020304", 2) + said("<", "00", 2),
    FELICA + said(">", "0601120345678901230 10B00018000".replace(" ", ""), 3)
    + said("<", "0701120345678901230000 01" + "00" * 16, 3)
    + said(">", "0C0112034567890123", 3) + said("<", "0D01120345678901230188B4", 3)
    + said(">", "0401120345678901230000", 3) + said("<", "05011203456789012300", 3)
    + said(">", "080112034567890123010900018000" + "11" * 16, 3)
    + said("<", "090112034567890123FFA8", 3) + said(">", "0A01120345678901230000", 3),
    # A Type 3 tag, an update of it, and the MACs and the key of FeliCa Lite-S.
    said(">", "0012FC0100", 3) + said("<", "01" + IDM + "00F1000000014300" + "12FC", 3)
    + said(">", "06" + IDM + "010B0003" + "800080018002", 3)
    + said("<", "07" + IDM + "000003" + ATTRIBUTES + "D1010F55046578616D706C652E636F6D"
           + "2F6E67" + "00" * 13, 3)
    + said(">", "08" + IDM + "010900018000" + ATTRIBUTES, 3)
    + said("<", "09" + IDM + "0000", 3)
    + said(">", "08" + IDM + "010900028005" + "8091" + "11" * 16 + "A1A2A3A4A5A6A7A8" + "05" + "00" * 7, 3)
    + said("<", "09" + IDM + "01B2", 3)
    + said(">", "08" + IDM + "0109000180" + "87" + "22" * 16, 3) + said("<", "09" + IDM + "0000", 3),
    said(">", "0600FFFF0000", 0, attributes=b"\x02\x04")
    + said(">", "260100", 0, attributes=b"\x02\x05") + said("<", "0000112233445566E0", 0),
    b"".join(said("><"[number % 2], half, 0, attributes=b"\x02\x06") for number, half in enumerate(
        [PPSE, "6A82", "00A4040007A0000000041010", "9000", "0084000008", "112233445566778890 00",
         "0082000008" + "11" * 8, "9000", "00C0000010", "6C08", "00C0000008", "0102030405060708610A",
         "00200080083132333435363738", "63C1", "0101", "90"])),
    said(">", "52") * 4 + said(">", "6A02C801000300027900000000", 1) + said(">", "050000", 2)
    + said(">", "0600FFFF0100", 0) + said(">", "26", pause=35) + said("<", "4400")
    + said(">", "9320") + said("<", "DEADBEEF22") + said(">", "9370DEADBEEF22", 1)
    + said("<", "28", 1) + said(">", "E050", 1, pause=30) + said(">", "E050", 1)
    + said("<", "067577810280", 1) + said(">", "0200", 1, pause=31) + FIELD_OFF,
    record("*", b"\x03") + record("*", b"\x05" + bytes(7) + b"\x09") + record("*", b"\x06hello")
    + record("*", b"\x04") + said("?", "26") + said("<", "4400", attributes=b"\xFF\x00\x10\x20\x02\x01"
                                                   b"\x0E\x33\x00\x40" + bytes(8) + b"\x01\x80"),
]


def usb(*messages):
    """CCID messages, those from the reader with `<`, behind headers of usbmon."""
    made = b""
    for message in messages:
        data = bytes_of(message[1:])
        is_in = message[0] == "<"
        header = bytearray(64)
        header[8:12] = bytes([ord("C" if is_in else "S"), 3, 0x82 if is_in else 2, 5])
        header[36] = len(data)
        made += record("?", bytes(header) + data)
    return made


# What hosts and readers say, by the number of its link.
HOST_SIDE = [
    (7, said(">", "D44A0100") + said("<", "D54B01010344200704112233445566067577810280")
     + said(">", "0000FF05FBD440013000BB00") + said("<", "0000FF00FF00")
     + said("<", "0000FF03FDD54113D700") + said(">", "D4404100A404") + said("<", "D54100")
     + said(">", "D440010000") + said("<", "D541406F") + said(">", "D44001") + said("<", "D541009000")
     + said(">", "D44400") + said("<", "D54500") + said(">", "D4320100") + said("<", "D533")),
    (7, said(">", "D4086302006303006331 0C633A80633930633904633D80") + said("<", "D509")
     + said(">", "D40663396339633A") + said("<", "D507DEAD00") + said(">", "D402")
     + said(">", "D48C0504000102032000000000000000000000000000000000000000000000000000000000000000000000")
     + said("<", "D58D08E080") + said(">", "D486") + said("<", "D58700 00A4040000") + said(">", "D48E9000")
     + said("<", "D58F29")),
    (8, said(">", "6200000000000000 0000") + said("<", "8006000000000000 00003B8180018080")
     + said(">", "6F05000000000100 0000FFCA000000") + said("<", "8006000000000100 000011223344 9000")
     + said(">", "6F0B000000000200 0000 00000700A40000023F009E") + said("<", "5002")),
    (9, usb(">6F090000000000000000FF00000004D44A0100",
            "<80160000000000000000D54B01010044200704A1B2C3D4E5F605788070029000",
            ">6F0C0000000001000000FF00000007D4400100A40000",
            "<80070000000001000000D541006A829000")),
    (10, said("<", "61052201020400FF01090400041122334401200000000E0D78778403665257453250524F4D")
     + said(">", "10000400A40000") + said(">", "000003023F00") + said("<", "0000029000")
     + said("<", "6106020302") + said(">", "0000023004") + said("<", "00000301020300")),
    (11, record("?", bytes_of("0001 0520 060F 75726E3A6E66633A736E3A736E6570"))
     + record("?", bytes_of("0000 8190"))
     + record("?", bytes_of("0001 4320 00 10020000000D D10108550465"))
     + record("?", bytes_of("0001 4320 11 78616D706C652E"))),
    (13, said("<", "3B8180018080") + said("<", "3B8F8001804F0CA00000030603000100000000 6A")),
]


def appearances():
    looks = [0, 0x03, 0x04, 0x0B, 0x13, 0x61, 0x83, 0x22]
    details = [0x02, 0x0F, 0x0C, 0x04, 0x08, 0x1E, 0x2F, 0x41]
    for form in range(8):
        yield bytes([form, looks[form], details[form], form])
        yield bytes([form | 0x28, looks[form ^ 3], details[form ^ 5], 0])


DESCRIPTION = b"\x06\x01"

WORDS = [b"", b"select", b"payment-selected,failed", b"error", b"malformed,6A82", b"A0000000031010",
         b"note,payment", b"privacy", b"00b2,READ RECORD"]

PASTED = [
    PPSE, OPTIONS, RECORD, "6A82", "9000", "0578807002", "50 00 57 CD", "26", "0600FFFF0100DE2C",
    "0004040201000F03", "A0000000031010", "0x00,0xA4,0x04,0x00", "[0, 164, 4, 0]", "00:A4:04:00",
    "> " + PPSE + "\n< 9000\n= status 9000", ">> 26\n<< 4400\n--> 9320\n<-- 8804A1B29F",
    "> 0600FFFF0100DE2C\n< 9000", "# nothing", "{0x6F, 0x10}", "\\x6F\\x10", "6F 10 84 0E # half",
    "E0 80 31 73", "02 00 A4 04 00 00 D2 76", "7F4981020102", "93 70 88 04 A1 B2 9F 3C 6F",
    "1D 01 02 03 04 00 08 01 00", "50 01 02 03 04 00 00 00 00 33 81 C1", "52", "9320", "E080",
    "61 05 22 01 02 04 00 FF 01 09 04 00 04 11 22 33 44 01 20 00 00 00 0E 0D 78 77 84 03 66 52 57 45 32 50 52 4F 4D",
    "61 05 1D 01 01 03 02 FF 01 12 01 10 01 2E 11 22 33 44 55 66 00 F1 00 00 00 01 43 00 02 01 01 00",
    "D5 4B 01 01 03 44 20 07 04 A1 B2 C3 D4 E5 F6 05 78 80 70 02", "D5 4B 01 01 12 01 " + "11 " * 16,
    "D4 40 01 00 A4 04 00 00", "D5 41 00 90 00",
]

# Logs of other programs, as they are pasted.
LOGS = [
    "Sending: 00 B0 00 00 04 \nReceived (SW1=0x90, SW2=0x00):\n41 42 43 44 ABCD\n",
    "Outgoing APDU (5 bytes):\n00 CA 01 81 00 .....\n\nIncoming APDU data [    2 bytes] =====\n90 00 ..\n",
    "Command --> 80CA006600\nWrapped command --> 84CA00660811223344556677880000\nResponse <-- 9000\n",
    "A>> T=1 (4+0008) 80500000 08 0102030405060708 00\nA<< (0000+2) (6ms) 6A88\n",
    "connecting to A 00 00\n> 00 A4 04 00\n< [] 90 00\ndisconnecting from A 00 00\n",
    "00A4040007D276000085010100\n9000\n00B0000002\n000F9000\n", "52\n26\n4400\n9320\n08A1B2C3D8\n500057CD\n",
    "00000029 [13] -> 000000 62 00 00 00 00 00 0C 01 00 00\n00000010 [13] APDU: 00 84 00 00 08\n",
    "626 ms [nfc.clf.transport] >>> 0000ff02fed4022a00\n", "7478 R: 36 01 00 00 6a a1\n7479 T: 00 01\n",
    "2012:01:01-00:08:25.603 NxpNciX:     len =   8 > 00000500A4040000\n",
    "72000 [I][MfDesfirePoller] Poller: 5A 00 00 01\n", "apdu in, length: 2, data=9000\napdu out len=4 hex=00840000\n",
]

FIELDS = [
    (PPSE, PPSE_ANSWER), ("00A4040007A000000003101000", OPTIONS), ("00B2010C00", RECORD),
    ("80A8000002830000", "800A20000801010010010301 9000"), ("0020008008241234FFFFFFFFFF", "63C2"),
    ("905A000003F4849000", "9100"), ("90F500000101 00", "00000E00E80300 9100"),
    ("00CA9F1700", "9F1701039000"), ("80500000081122334455667788", "9000"),
    ("FFCA000000", "04E1C2A3B4D5969000"), ("00C00000", "6700"), ("00B00000000100", "9000"),
    ("80E60C000000", "6985"), ("80F21000024F0000", "E30F4F07A0000000031010 9F700107C501009000"),
]


def trace_blocks(trace):
    """The blocks of a trace, as the target `blocks` takes them, their contents expanded."""
    library = ctypes.CDLL(ctypes.util.find_library("zstd"))
    library.ZSTD_decompress.restype = ctypes.c_size_t
    at, made = 0, b"\x02"
    while at < len(trace):
        kind, codec = trace[at + 9], trace[at + 10]
        frames, = struct.unpack("<I", trace[at + 20:at + 24])
        earliest, latest = struct.unpack("<qq", trace[at + 32:at + 48])
        stored, raw = struct.unpack("<II", trace[at + 56:at + 64])
        contents = trace[at + 72:at + 72 + stored]
        if codec == 1:
            room = ctypes.create_string_buffer(raw)
            count = library.ZSTD_decompress(room, ctypes.c_size_t(raw), contents, ctypes.c_size_t(stored))
            contents = room.raw[:count]
        made += bytes([kind, 24, frames]) + struct.pack(">qq", earliest, latest - earliest)
        made += struct.pack(">H", len(contents)) + contents
        at += 72 + stored
    return made


def grammars():
    """Whole small grammars, pieces of large ones, and a line of each kind."""
    for folder in ("Grammars", "Tests/GrammarLanguageTests/Specimens"):
        for name in sorted(os.listdir(os.path.join(ROOT, folder))):
            text = file(folder, name)
            if len(text) < 6000:
                yield text
            lines = text.split(b"\n")
            head = [line for line in lines if re.match(rb"(grammar|source|extend|over|code)\b", line)]
            starts = [n for n, line in enumerate(lines) if re.match(rb"[a-z]", line)]
            for first in range(0, len(starts), 12):
                last = starts[first + 12] if first + 12 < len(starts) else len(lines)
                yield b"\n".join(head + lines[starts[first]:last]) + b"\n"


NDEF = [
    "D1010C55046578616D706C652E636F6D", "D101085402656E48656C6C6F", "910107548265 6EFEFF0041 500000",
    "D1021C53709101095402656E4C69626E666351010B55036C69626E66632E6F7267",
    "B2010261 0102 36000103 5600020405", "D1031C536967200B020004010203048100030A0B0C000175",
    "91020A487312D102046163010130005A200801 6170706C69636174696F6E2F766E642E626C7565746F6F74682E65702E"
    "6F6F62300800010203040506",
    "D21733 6170706C69636174696F6E2F766E642E7766612E777363 100E002F10260001011045000453534944100300020022"
    "100F000200081027000870617373776F726410200006FFFFFFFFFFFF",
    "D2201A 6170706C69636174696F6E2F766E642E626C7565746F6F74682E65702E6F6F62 1A00010203040506 040D040424"
    "0C0941424344454647484950 00",
    "D20A23 746578742F7663617264 424547494E3A56434152440D0A464E3A410D0A454E443A56434152440D0A",
    "D1020B4469 00024142010143 0203787A79", "D40F0F616E64726F69642E636F6D3A706B67636F6D2E6578616D706C652E617070",
    "C101FFFFFFFF540102", "676F6F2E676C", "D1001D02656E3431353432623537333333323263333430444644303230333030",
    "D0 00 00", "9B0101 0158 61 00 5500 02 0102", "D102094872 11 D102 04 6163 0101 30 00",
]


def seeds():
    captures = {name: file("Traces", name + ".pcap") for name in NAMES}
    traces = {name: file("Traces", name + ".trace") for name in NAMES}
    made = [pcap(link, packets) for link, packets in PACKETS.items()]
    made.append(pcap(264, PACKETS[264], ">", 0xA1B23C4D))
    made.append(pcap(264, PACKETS[264], extra=b"\0\0\0\0\1\0\0\0\xff\xff\xff\x7f\xff\xff\xff\x7f"))
    made.append(pcap(264, ["00FE000126"], magic=0xA1B2CD34))
    options = option(2, b"reader 1") + option(9, b"\x09") + option(14, bytes(8)) + option(0, b"")
    every = [packet for packets in PACKETS.values() for packet in packets]
    ng = [pcapng(list(PACKETS), every), pcapng([264, 264], PACKETS[264], ">", options),
          pcapng([264], PACKETS[264], "<", option(9, b"\x8a") + option(0, b""),
                 option(4, b"nfctrace") + option(1, b"a comment") + option(0, b"")),
          pcapng([252, 252], PACKETS[252]) + pcapng([147], PACKETS[147], ">")
          + block(3, struct.pack("<I", 1) + b"\x26") + block(2, bytes(20)) + block(0xBAD, b"1234")
          + block(5, bytes(12)) + block(4, bytes(4))]
    texts = list(text_traces())

    yield "pcap", [*captures.values(), *made]
    yield "pcapng", ng
    yield "text", texts
    files = [*captures.values(), *made, *ng, *texts]
    packings = [gzip.compress(captures["payment"], mtime=0), gzip.compress(texts[0], mtime=0) * 2]
    other = [b"\x89PNG\r\n", b"%PDF-1.4", b"{\"a\":1}", b"<xml>", b"PK\x03\x04", b"#!/bin/sh\n", b"",
             bytes(8) + b"\x01\x00\x26\x00" * 8, b"hello there\n", b"\x00" * 257 + b"ustar"]
    yield "capture", [
        *files, *packings, *traces.values(), *other, *(text.encode() for text in LOGS)]
    yield "packed", [
        *(bytes([number % 2 + 2]) + text for number, text in enumerate([*made, *texts, *ng])),
        *(b"\x00" + packing[3:] for packing in packings),
        b"\x01" + bytes_of("0458450000") + texts[0][:8], b"\x01" + bytes_of("2004210000") + b"> 26"]
    yield "trace", [bytes([flag]) + trace for trace in traces.values() for flag in (0, 1)] + [
        b"\x01" + traces["payment"] + traces["type-b"], b"\x00" + traces["desfire"][72:],
        b"\x00" + traces["desfire"][:-100], b"\x00" + b"rubbish" + traces["type-b"]]
    yield "blocks", [trace_blocks(trace) for trace in traces.values()]
    said = [conversation_of(capture) for capture in captures.values()
            if struct.unpack("<I", capture[20:24])[0] == 264] + CONVERSATIONS
    looks = list(appearances())
    yield "telling", [
        look + DESCRIPTION + words for number, words in enumerate(said) for look in looks[number % 2::2]
    ] + [
        look + DESCRIPTION[:1] + bytes([link]) + words for look in looks[::3] for link, words in HOST_SIDE + TAGS]
    yield "writers", [bytes([kind]) + DESCRIPTION + words for words in said for kind in (0, 2, 5)]
    yield "redaction", [bytes([kind]) + DESCRIPTION + words for words in said for kind in (0, 2)] + [
        bytes([0]) + DESCRIPTION[:1] + bytes([link]) + words for link, words in HOST_SIDE + TAGS]
    yield "comparison", [
        bytes([form, len(changes) // 3]) + bytes(changes) + DESCRIPTION + words
        for number, words in enumerate(said) for form, changes in list(comparisons())[number % 3::3]] + [
        bytes([64 + number % 4, 1, 7, 3, 1]) + DESCRIPTION[:1] + bytes([link]) + words
        for number, (link, words) in enumerate(HOST_SIDE + TAGS)]
    yield "story", [looks[number % 16] + capture for number, capture in enumerate(files)]
    yield "filter", [
        looks[number] + bytes([which, 1, 20]) + WORDS[number % len(WORDS)] + b"\0" + DESCRIPTION + words
        for number, (which, words) in enumerate(zip(range(8), said[:8]))] + [
        looks[number % 16] + bytes([number * 8 & 255, 2, 9]) + word + b"\0" + DESCRIPTION
        + said[number % 4] for number, word in enumerate(WORDS)]
    yield "grammar", list(grammars())
    yield "paste", [
        bytes([number % 8, kind]) + text.encode() for number, text in enumerate(PASTED)
        for kind in (9, number % 9)]
    yield "fields", [
        bytes([grammar, len(bytes_of(aid)) | len(bytes_of(command)) // 4 << 4 & 0xF0])
        + bytes_of(aid) + bytes_of(command) + bytes_of(answer)
        for number, (command, answer) in enumerate(FIELDS) for grammar in range(number % 3, 14, 3)
        for aid in ("", "A0000000031010", "D2760000850100")]
    yield "explain", [
        text.encode() for text in [
            "6A82", "63C2", "9F37", "5A", "A0000000031010", "A4", "SELECT", "slow-answer",
            "crc-mismatch", "Application Identifier", "6F108402A000", "READ BINARY", "REQA", "BF0C"]]
    yield "ndef", [bytes_of(text) for text in NDEF]
    yield "playback", list(playings(texts))
    yield "memory", list(memories(texts))


# What a host sends to a PN532: on each card what finds it and what reads it.
HOST = [
    "4A0100", "4A010100FFFF0100", "4A010300", "40013004", "42 60", "4001A20501020304", "4401",
    "400100A4040007D276000085010100", "400100A4000C02E104", "400100B0000000", "40019060000000",
    "400100A404000E325041592E5359532E444446303100", "400100A4040007A000000004101000",
    "400180A800000D830B000000000000000005282200", "400100B2010C00", "8C0400000000", "86", "8E9000",
    "08630200", "08633A80", "08633D8763392608633D87", "60FF0220", "320100", "3205FF0100"]


# What tags hold, from address 0 on: Types 2, 4, 1, 5 and 3, MIFARE Classic.
MEMORIES = [
    "041122BF3344556644480000E1101200" "0103A00C34031B9101055402656E6869" "5101055402656E6869FE0000",
    "041122BF3344556644480000E1103E00" "03FF0103C1010000010054" "0000FD02AABB0203600402FE",
    "000F20003B00340406E104FFFE0000", "001730FFFFFFFF0608E1040001000000000506E105001080FF",
    "E14004010308D10104550178" "2E79FE00", "E24000010000040003FF0103C101000000FC5501",
    "11223344440804006263646566676869" "1401" + "03E1" * 15 + "000000000000787788C1000000000000"
    "0308D101045501782E79FE0000000000" + "00" * 32 + "0000000000007F078840000000000000"
    "05000000FAFFFFFF0500000004FB04FB",
    "100401000D0000000000010000130036" "D1010F55046578616D706C652E636F6D" "2F6E67" + "00" * 13,
    "100401FFFF000000000F010FFFF00421" + "00" * 80 + "FFFFFF01070000000000000000000000",
    "000BD101075402656E41424344", "11223344556677" "00E1100E000103F230330203F002030310D1010C",
]


def memories(texts):
    for number, memory in enumerate(MEMORIES):
        data = bytes_of(memory)
        pieces = b"".join(
            bytes([min(16, len(data) - start), start]) + data[start:start + 16]
            for start in range(0, len(data), 16))
        yield bytes([number & 3]) + pieces
        yield bytes([1]) + pieces + bytes([0x84, 16, 0x03, 0x00, 0xFE, 0x00, 0x80, 20])
    for playing in playings(texts):
        if playing[0] == 1:
            yield bytes([0x80]) + playing[2:]
    for dump in DUMPS:
        yield bytes([0x80]) + dump.encode()


# Dumps of ISO 15693 and MIFARE Classic, as Flipper Zero and Proxmark3 write them.
DUMPS = [
    "Filetype: Flipper NFC device\nVersion: 4\nDevice type: SLIX\nUID: E0 04 01 11 22 33 44 55\n"
    "DSFID: 00\nAFI: 00\nIC Reference: 01\nBlock Count: 4\nBlock Size: 04\n"
    "Data Content: E1 40 04 01 03 04 D1 01 00 55 FE 00 00 00 00 00\nSecurity Status: 01 00 00 00\n",
    "Filetype: Flipper NFC device\nVersion: 4\nDevice type: Mifare Classic\nUID: 11 22 33 44\n"
    "ATQA: 00 04\nSAK: 08\nMifare Classic type: 1K\nData format version: 2\n"
    "Block 0: 11 22 33 44 44 08 04 00 62 63 64 65 66 67 68 69\n"
    "Block 3: ?? ?? ?? ?? ?? ?? FF 07 80 69 ?? ?? ?? ?? ?? ??\n",
    '{ "Created": "proxmark3", "FileType": "15693 v4", "Card": { "uid": "55443322110104E0", '
    '"bytesperpage": "04", "locks": "0100" }, "blocks": { "0": "E1400401", "1": "0300FE00" } }',
]


FELICA_DUMP = (
    "Filetype: Flipper NFC device\nVersion: 4\nDevice type: FeliCa\nUID: 01 2E 11 22 33 44 55 66\n"
    "Manufacture id: 01 2E 11 22 33 44 55 66\nManufacture parameter: 00 F1 00 00 00 01 43 00\n")


def comparisons():
    """How two sides are told, and what is changed: a frame's number, what becomes of it, a byte."""
    for form in range(8):
        yield form + 64, []
        yield form + 32, [14 + form, 0, 0]
        yield form + 40, [16, 1, 0, 20, 2, 0]
        yield form + 112, [15, 3 + 4 * form, 1, 23, 7, 255]


def playings(texts):
    for card in range(8):
        said = b"".join(
            bytes([len(bytes_of(command)) - 1]) + bytes_of(command) for command in HOST)
        yield bytes([0, card]) + said
    for name in sorted(os.listdir(os.path.join(ROOT, "Traces", "cards"))):
        yield bytes([2, 0]) + file("Traces", "cards", name)
    pages = ["04A1B29F", "C3D4E5F6", "04480000", "E1101200", "0300FE00"] + ["00000000"] * 40
    yield bytes([1, 0]) + "\n".join(pages).encode()
    yield bytes([1, 0]) + bytes_of("".join(pages))
    lines = "".join(f"Page {number}: {page}\n" for number, page in enumerate(pages))
    yield bytes([1, 0]) + (
        "Filetype: Flipper NFC device\nVersion: 4\nDevice type: NTAG213\n"
        "UID: 04 A1 B2 C3 D4 E5 F6\nATQA: 00 44\nSAK: 00\n" + lines).encode()
    for flags in ("00 00", "01 A6"):
        blocks = "".join(
            f"Block {number}: {flags} 10 04 01 00 0D" + " 00" * 9 + " 00 22\n" for number in range(28))
        yield bytes([1, 0]) + (FELICA_DUMP + "Blocks total: 28\nBlocks read: 255\n" + blocks).encode()
    yield bytes([1, 0]) + (
        FELICA_DUMP + "Block 0000: | Service code 090F | Block index 00 | Data: 16 01"
        + " 00" * 14 + " |\n").encode()
    yield bytes([1, 0]) + b"+Sector: 0\n" + b"11223344440804006263646566676869\n" * 4
    yield bytes([2, 0]) + b"model icode-slix\nuid E004010012345678\nndef https://nfctrace.example/v\n"
    for text in texts:
        yield bytes([3, 0]) + text


def main():
    folder = sys.argv[1]
    for target, files in seeds():
        os.makedirs(os.path.join(folder, target), exist_ok=True)
        for number, data in enumerate(files):
            with open(os.path.join(folder, target, f"seed-{number:03}"), "wb") as stream:
                stream.write(data)


main()
