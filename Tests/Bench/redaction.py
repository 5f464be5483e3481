"""What redacting a large capture takes, and how much memory, beside telling its story."""

import re
import subprocess

from runs import NFCTRACE, analyze, interleaved

# Each frame is read three times, taken apart twice and searched once; a substitute is kept for every
# value, and a place for each that lies in several frames.
TIMES, PEAK = 8, {100_000: 64, 1_000_000: 256}


def redact(path, into, *options):
    return [NFCTRACE, "redact", "--force", *options, str(path), str(into)]


def redaction(capture, number, rounds, verdict):
    """Prints the figures, and gives what is wrong about the answers."""
    wrong = []
    for frames in sorted({min(number, 100_000), number}):
        print(f"\nRedacting, {frames:,} frames")
        for kind in ["repeating", "fresh"]:
            path, _ = capture(kind, frames)
            into = path.with_name(f"{path.stem}-public.pcap")
            again = path.with_name(f"{path.stem}-again.pcap")
            commands = {
                "story": analyze(path),
                "redact": redact(path, into),
                "redact --ids": redact(path, into, "--ids"),
            }
            medians = interleaved(commands, rounds)
            for name, median in medians.items():
                line = (f"  {kind + ', ' + name:<26}{median.wall:>8.2f} s{median.used:>8.2f} s CPU"
                        f"{median.peak:>9.1f} MB")
                if name != "story":
                    times = median.used / medians["story"].used
                    line += f", {times:.1f} of the story, bar {TIMES}, {verdict(times < TIMES)}"
                    if frames in PEAK:
                        line += f", bar {PEAK[frames]} MB, {verdict(median.peak < PEAK[frames])}"
                print(line, flush=True)
            # What was written last is without identifiers.
            text = subprocess.run(
                redact(into, again, "--ids"), check=True, capture_output=True, text=True).stdout
            if not re.match(r".*: \d+ frames, 0 changed\n", text):
                wrong.append(f"{kind}, {frames} frames, redacted again: {text.splitlines()[0]}")
            print(f"  redacted again: {text.splitlines()[0].split(': ')[-1]}")
            for file in [into, again]:
                file.unlink()
    return wrong
