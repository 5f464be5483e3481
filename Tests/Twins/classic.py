#!/usr/bin/env python3
"""MIFARE Classic conversations, enciphered by a second implementation of Crypto1.

Written from Garcia et al., Dismantling MIFARE Classic (ESORICS 2008), bit by bit, apart from the one
in Sources/Decoding/Classic. Prints the frames of a session that opens a sector, reads and writes it,
changes a value, and goes on to another sector with a nested authentication. The tests have the output.

With the word `redaction` it prints a session with its parity bits, and what must become of it: the same
with other keys, another UID, and other keys in what is written and read.
"""

import sys


def crc_a(data):
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return data + bytes([crc & 0xFF, crc >> 8])


def bits(data):
    return [byte >> place & 1 for byte in data for place in range(8)]


def from_bits(run):
    return bytes(
        sum(bit << place for place, bit in enumerate(run[at:at + 8])) for at in range(0, len(run), 8))


def successor(nonce, steps):
    run = bits(nonce)
    for _ in range(steps):
        run = run[1:] + [run[16] ^ run[18] ^ run[19] ^ run[21]]
    return from_bits(run)


class Crypto1:
    TAPS = [0, 5, 9, 10, 12, 14, 15, 17, 19, 24, 25, 27, 29, 35, 39, 41, 42, 43]

    def __init__(self, key):
        self.x = bits(key)

    def filter(self):
        def fa(a, b, c, d):
            return ((a | b) ^ (a & d)) ^ (c & ((a ^ b) | d))

        def fb(a, b, c, d):
            return ((a & b) | c) ^ ((a ^ b) & (c | d))

        def fc(a, b, c, d, e):
            return (a | ((b | e) & (d ^ e))) ^ ((a ^ (b & d)) & ((c ^ d) | (b & e)))

        groups = [[self.x[start + step] for step in (0, 2, 4, 6)] for start in (9, 17, 25, 33, 41)]
        return fc(fa(*groups[0]), fb(*groups[1]), fb(*groups[2]), fa(*groups[3]), fb(*groups[4]))

    def shift(self, bit=0):
        for tap in self.TAPS:
            bit ^= self.x[tap]
        self.x = self.x[1:] + [bit]

    def feed(self, data):
        for bit in bits(data):
            self.shift(bit)

    def encipher(self, data, feeds=False, mixed=None):
        """Enciphers; `feeds`: the plain bits go into the register, those of `mixed` added."""
        out = []
        for bit, other in zip(bits(data), bits(mixed or bytes(len(data)))):
            out.append(bit ^ self.filter())
            self.shift(bit ^ other if feeds else 0)
        return from_bits(out)

    def nibble(self, value):
        out = 0
        for place in range(4):
            out |= (value >> place & 1 ^ self.filter()) << place
            self.shift()
        return bytes([out])


def odd(data):
    """The parity bits that make the number of ones odd."""
    return [1 - bin(byte).count("1") % 2 for byte in data]


class Conversation:
    """Frames with their parity bits, enciphered where a key is in use."""

    def __init__(self, uid):
        self.uid, self.cipher = uid, None

    def say(self, sign, data, feeds=False, mixed=None):
        sent, parity = b"", []
        for at, byte in enumerate(data):
            one = bytes([byte])
            if self.cipher:
                sent += self.cipher.encipher(one, feeds, mixed[at:at + 1] if mixed else None)
                parity.append(odd(one)[0] ^ self.cipher.filter())
            else:
                sent += one
                parity += odd(one)
        print(sign, sent.hex().upper(), "".join(map(str, parity)))

    def acknowledge(self):
        print("<", self.cipher.nibble(0x0A).hex().upper())

    def authenticate(self, command, key, nonce, reader):
        self.say(">", crc_a(command))
        is_nested, self.cipher = self.cipher is not None, Crypto1(key)
        if is_nested:
            self.say("<", nonce, feeds=True, mixed=self.uid)
        else:
            self.cipher.feed(bytes(one ^ other for one, other in zip(self.uid, nonce)))
            print("<", nonce.hex().upper(), "".join(map(str, odd(nonce))))
        sent, parity = b"", []
        for feeds, run in [(True, reader), (False, successor(nonce, 64))]:
            for byte in run:
                sent += self.cipher.encipher(bytes([byte]), feeds)
                parity.append(odd(bytes([byte]))[0] ^ self.cipher.filter())
        print(">", sent.hex().upper(), "".join(map(str, parity)))
        self.say("<", successor(nonce, 96))


def redaction(uid, first, second, trailer_a, trailer_b):
    """Opens sector 1, writes its trailer, and reads the same key in sector 2."""
    talk = Conversation(uid)
    talk.say(">", bytes([0x26]))
    talk.say("<", bytes.fromhex("0400"))
    talk.say(">", bytes.fromhex("9320"))
    bcc = bytes([uid[0] ^ uid[1] ^ uid[2] ^ uid[3]])
    talk.say("<", uid + bcc)
    talk.say(">", crc_a(bytes.fromhex("9370") + uid + bcc))
    talk.say("<", crc_a(b"\x08"))
    talk.authenticate(
        bytes.fromhex("6004"), first, bytes.fromhex("01200145"), bytes.fromhex("AABBCCDD"))
    talk.say(">", crc_a(bytes.fromhex("A007")))
    talk.acknowledge()
    talk.say(">", crc_a(trailer_a + bytes.fromhex("FF078069") + trailer_b))
    talk.acknowledge()
    talk.authenticate(
        bytes.fromhex("6108"), second, bytes.fromhex("9BC3DA24"), bytes.fromhex("01020304"))
    talk.say(">", crc_a(bytes.fromhex("3008")))
    talk.say("<", crc_a(bytes(4) + trailer_a + uid + bytes(2)))
    talk.say(">", crc_a(bytes.fromhex("5000")))


def show(sign, data):
    print(sign, data.hex().upper())


def main():
    uid = bytes.fromhex("11223344")
    show(">", bytes.fromhex("9370") + uid + b"\x44" + crc_a(bytes.fromhex("9370") + uid + b"\x44")[7:])
    show("<", crc_a(b"\x08"))

    # Key A of sector 1, in clear.
    nonce, reader = bytes.fromhex("01200145"), bytes.fromhex("AABBCCDD")
    cipher = Crypto1(bytes.fromhex("A0A1A2A3A4A5"))
    show(">", crc_a(bytes.fromhex("6004")))
    show("<", nonce)
    cipher.feed(bytes(one ^ other for one, other in zip(uid, nonce)))
    proof = cipher.encipher(reader, feeds=True) + cipher.encipher(successor(nonce, 64))
    show(">", proof)
    show("<", cipher.encipher(successor(nonce, 96)))

    block = bytes.fromhex("00112233445566778899AABBCCDDEEFF")
    for sign, plain in [
        (">", crc_a(bytes.fromhex("3004"))), ("<", crc_a(block)),
        (">", crc_a(bytes.fromhex("A005"))), ("<", 0x0A), (">", crc_a(block)), ("<", 0x0A),
        (">", crc_a(bytes.fromhex("C106"))), ("<", 0x0A),
        (">", crc_a((300).to_bytes(4, "little"))),
        (">", crc_a(bytes.fromhex("B006"))), ("<", 0x0A),
        (">", crc_a(bytes.fromhex("3007"))),
        ("<", crc_a(bytes.fromhex("000000000000FF078069000000000000"))),
        (">", crc_a(bytes.fromhex("C008"))), ("<", 0x04),
    ]:
        show(sign, cipher.nibble(plain) if isinstance(plain, int) else cipher.encipher(plain))

    # Key B of sector 2, nested: its command is enciphered with the old key, its nonce with the new one.
    show(">", cipher.encipher(crc_a(bytes.fromhex("6108"))))
    nonce, reader = bytes.fromhex("9BC3DA24"), bytes.fromhex("01020304")
    cipher = Crypto1(bytes.fromhex("B0B1B2B3B4B5"))
    show("<", cipher.encipher(nonce, feeds=True, mixed=uid))
    proof = cipher.encipher(reader, feeds=True) + cipher.encipher(successor(nonce, 64))
    show(">", proof)
    show("<", cipher.encipher(successor(nonce, 96)))
    show(">", cipher.encipher(crc_a(bytes.fromhex("3008"))))
    show("<", cipher.encipher(crc_a(bytes(16))))
    show(">", cipher.encipher(crc_a(bytes.fromhex("5000"))))


if sys.argv[1:] == ["redaction"]:
    redaction(*map(bytes.fromhex, [
        "A1B2C3D4", "A0A1A2A3A4A5", "B0B1B2B3B4B5", "112233445566", "665544332211"]))
    print()
    redaction(*map(bytes.fromhex, [
        "0F000001", "EEEEEEEEEEEE", "EEEEEEEEEE04", "EEEEEEEEEE02", "EEEEEEEEEE03"]))
else:
    main()
