"""Makes the three recordings of this example from text, with nfctrace convert."""

import subprocess
import sys

FOLDER = "Tests/GoldenTracesTests/"


def with_crc(text):
    """Appends CRC_A (ISO/IEC 14443-3, annex B)."""
    frame = bytes.fromhex(text)
    crc = 0x6363
    for byte in frame:
        byte ^= crc & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return (frame + crc.to_bytes(2, "little")).hex().upper()


def tlv(tag, value):
    return tag + f"{len(value) // 2:02X}" + value


def payment(label, number, cryptogram):
    """A 7-byte UID in two cascade levels, ISO-DEP, one application, its options, one record."""
    names = tlv("50", label.encode().hex()) + tlv("9F38", "9F3704")
    application = tlv("6F", tlv("84", "A0000000031010") + tlv("A5", names))
    options = tlv(
        "77",
        tlv("82", "2000") + tlv("94", "08010100") + tlv("9F36", "02A9") + tlv("9F26", cryptogram),
    )
    record = tlv("70", tlv("5A", "4761739001010010") + tlv("5F24", "291231"))
    # The two anticollision frames, and the requests and answers before them, have no CRC.
    frames = ["> 26", "< 4400", "> 9320", "< 8804E1C2AF"]
    frames += [">c 93708804E1C2AF", "<c 04", "> 9520", "< A3B4D59654", ">c 9570A3B4D59654", "<c 20"]
    frames += [">c E080", "<c 0578807002"]
    frames += [">c 0200A4040007A000000003101000", "<c 02" + application + "9000"]
    frames += [">c 0380A80000068304" + number + "00", "<c 03" + options + "9000"]
    frames += [">c 0200B2010C00", "<c 02" + record + "9000", ">c C2", "<c C2"]
    time = 0.0
    for frame in frames:
        mark, bytes_ = frame.split(" ")
        bytes_ = with_crc(bytes_) if mark.endswith("c") else bytes_
        yield f"{time:.6f} {mark[0]} {bytes_}\n"
        time += 0.002


def write(name, *values):
    subprocess.run(
        [sys.argv[1], "convert", "--force", "-", FOLDER + name],
        input="".join(payment(*values)), text=True, check=True,
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make_recordings.py NFCTRACE")
    write("Golden/pay.trace", "DEBIT", "5A17C3E8", "8C5D1E2F30415263")
    write("Recorded/pay.trace", "DEBIT", "01A2B3C4", "1122334455667788")
    write("Recorded/pay-changed.trace", "CARTE", "01A2B3C4", "1122334455667788")
