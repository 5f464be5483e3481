"""What comparing two large captures takes: equal ones, ones with a thousand differences, and strangers."""

import subprocess

from runs import NFCTRACE, analyze, interleaved

WANTED = 1_000


def crc_a(frame):
    crc = 0x6363
    for byte in frame:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc.to_bytes(2, "little")


def records(data):
    """Where each frame that answers READ RECORD begins and ends: an I-block, 70 … 9000, CRC_A."""
    at = 24
    while at < len(data):
        length = int.from_bytes(data[at + 8:at + 12], "little")
        start, end = at + 20, at + 16 + length
        if end - start > 12 and data[start] in (2, 3) and data[start + 1] == 0x70 \
                and data[end - 4:end - 2] == b"\x90\x00":
            yield start, end
        at = end


def changed(path):
    """The capture with the last byte of a thousand records changed, evenly spread."""
    other = path.with_name(f"{path.stem}-changed.pcap")
    if other.exists() and other.stat().st_mtime > path.stat().st_mtime:
        return other
    data = bytearray(path.read_bytes())
    places = list(records(data))
    step = max(1, len(places) // WANTED)
    for start, end in places[:step * WANTED:step]:
        data[end - 5] ^= 1
        data[end - 2:end] = crc_a(data[start:end - 2])
    other.write_bytes(data)
    return other


def compare(*words):
    return [NFCTRACE, "diff", "--exit-zero", *map(str, words)]


def differences(capture, number, rounds, verdict):
    """Prints the figures, and gives what is wrong about the answers."""
    path, _ = capture("fresh", number)
    stranger, _ = capture("repeating", number)
    copy = path.with_name(f"{path.stem}-copy.pcap")
    if not copy.exists():
        copy.write_bytes(path.read_bytes())
    other = changed(path)
    answer = subprocess.run(
        compare("--summary", path, other), capture_output=True, text=True, check=True).stdout
    medians = interleaved({
        "reading both": [NFCTRACE, "info", str(path), str(copy)],
        "story of one": analyze(path),
        "equal": compare(path, copy),
        "a thousand differ": compare(path, other),
        "strangers": compare("--summary", path, stranger),
    }, rounds)
    print(f"\nComparing, fresh, {number:,} frames on either side")
    share = number / 1_000_000
    bars = {"a thousand differ": 10 * share, "strangers": 20 * share}
    for name, median in medians.items():
        line = f"  {name:<22}{median.wall:>8.2f} s{median.peak:>9.1f} MB"
        if name in bars:
            line += f", bar {bars[name]:.1f} s, {verdict(median.wall < max(bars[name], 1))}"
        if name == "a thousand differ":
            line += f", bar 512 MB, {verdict(median.peak < 512)}"
        print(line, flush=True)
    first = answer.split("\n")[0]
    print(f"  {first}")
    return [] if first.startswith("1000 exchanges changed, of ") or number < 100_000 \
        else [f"a thousand records were changed, and diff says: {first}"]
