#!/usr/bin/env python3
"""How fast nfctrace is, and how much memory it takes, beside tshark on the same files.

    make bench [FRAMES=1000000] [ROUNDS=3] [PARTS="speed sizes memory start calls diff redact recorder"] [BENCH=full]

BENCH=full takes memory at ten million frames as well and lets tshark write all frames as JSON.
"""

import os
import subprocess
import sys

from differences import differences
from recorder import recorder
from redaction import redaction
from runs import (
    FIELDS, FRAMES, HERE, NFCTRACE, ROOT, STORY, TSHARK, Median, Run, analyze, count, installed,
    interleaved, on_one_thread, piped, tshark_version)
from truth import check

NUMBER = int(os.environ.get("FRAMES") or 1_000_000)
ROUNDS = int(os.environ.get("ROUNDS") or 3)
IS_FULL = os.environ.get("BENCH") == "full"
PARTS = (os.environ.get("PARTS") or "speed sizes memory start calls diff redact recorder").split()
# tshark takes half a minute for a million frames as JSON; its time grows evenly.
JSON_FRAMES = NUMBER if IS_FULL else min(NUMBER, 100_000)
KINDS = {
    "repeating": "400 visits, again and again",
    "fresh": "no two visits hold the same values",
}
failed = []


def capture(kind, frames):
    """A generated capture and what is truly in it."""
    path = HERE / f"{kind}-{frames}.pcap"
    noted = HERE / f"{kind}-{frames}.truth"
    program = HERE / "captures"
    if not noted.exists() or noted.stat().st_mtime < program.stat().st_mtime:
        text = subprocess.run(
            [program, kind, str(frames), path], check=True, capture_output=True, text=True).stdout
        noted.write_text(text)
    rows = (line.split() for line in noted.read_text().splitlines())
    return path, {name: int(number) for name, number in rows}


def verdict(is_met):
    return "met" if is_met else "not met"


def row(name, median, frames, base=None, bar=None, note=""):
    """One line of the speed table. The ratio of times on the clock is the one that counts."""
    rate = count(frames / median.wall)
    cost = median.used / frames * 1e9
    line = f"  {name:<22}{rate:>9}{cost:>11,.0f}{median.peak:>10.1f}"
    if base:
        ratio = base.wall / median.wall
        line += f"{ratio:>9.1f}{base.used / median.used:>9.1f}"
        if bar:
            line += f"{bar:>6}  {verdict(ratio >= bar)}"
    print(f"{line}  {note}".rstrip(), flush=True)


def scaled(short, start, frames, total):
    """What a run over `total` frames takes, from one over `frames` and the start alone."""
    factor = total / frames
    median = Median([short])
    median.wall = start.wall + (short.wall - start.wall) * factor
    median.used = start.used + (short.used - start.used) * factor
    return median


def speed(kind):
    path, truth = capture(kind, NUMBER)
    some, _ = capture(kind, JSON_FRAMES)
    ten = ten_frames()
    print(f"\nSpeed, {kind}: {KINDS[kind]}; {NUMBER:,} frames, {path.stat().st_size / 1e6:.1f} MB")
    wrong = check(path, truth)
    failed.extend(f"{kind}, {words}" for words in wrong)
    print(f"  {truth['visits']} visits, {truth['exchanges']} exchanges, {truth['damaged']} damaged "
          f"frames, {truth['ppse']} SELECT PPSE: "
          + ("not found" if wrong else "all found"))
    print("\n".join(f"  {words}" for words in wrong or ["one thread and two write the same"]))
    outputs = {"one line a frame": (FRAMES, 15), "story": (STORY, 25), "every field": (FIELDS, 100)}
    commands = {}
    if installed("tshark"):
        commands["tshark, one line"] = [*TSHARK, str(path)]
        commands["tshark, JSON"] = [*TSHARK, str(some), "-T", "json"]
        commands["tshark, start"] = [*TSHARK, str(ten), "-T", "json"]
    for name, (options, _) in outputs.items():
        commands[name] = analyze(path, *options)
        commands[name, 1] = on_one_thread(analyze(path, *options))
    commands["info"] = [NFCTRACE, "info", str(path)]
    medians = interleaved(commands, ROUNDS)

    line, fields = medians.get("tshark, one line"), medians.get("tshark, JSON")
    print(f"  {'':<22}{'frames/s':>9}{'CPU ns/fr':>11}{'peak MB':>10}{'ratio':>9}{'of CPU':>9}"
          f"{'bar':>6}")
    if line:
        row("tshark, one line", line, NUMBER)
        note = ""
        if JSON_FRAMES < NUMBER:
            note = f"scaled up from {JSON_FRAMES:,} frames"
            fields = scaled(fields, medians["tshark, start"], JSON_FRAMES, NUMBER)
        row("tshark, JSON", fields, NUMBER, note=note)
    for name, (_, bar) in outputs.items():
        base = fields if name == "every field" else line
        row(name, medians[name], NUMBER, base, bar)
        row("  one thread", medians[name, 1], NUMBER, base)
    row("info", medians["info"], NUMBER)


def compressed_size(path):
    """The size under zstd -19; found once, since it takes its time."""
    noted = path.with_suffix(".zst19")
    if not noted.exists() or noted.stat().st_mtime < path.stat().st_mtime:
        packed = subprocess.run(
            ["zstd", "-19", "-q", "-c", path], check=True, capture_output=True).stdout
        noted.write_text(str(len(packed)))
    return int(noted.read_text())


def sizes(kind):
    path, _ = capture(kind, NUMBER)
    trace, back = HERE / f"{kind}.trace", HERE / f"{kind}-back.pcap"
    commands = {
        "pcap to trace": [NFCTRACE, "convert", "--force", str(path), str(trace)],
        "trace to pcap": [NFCTRACE, "convert", "--force", str(trace), str(back)],
        "story of the trace": analyze(trace),
    }
    medians = interleaved(commands, ROUNDS)
    print(f"\nThe trace of {kind}, {NUMBER:,} frames")
    for name, median in medians.items():
        row(name, median, NUMBER)
    is_same = subprocess.run(["cmp", "-s", path, back]).returncode == 0
    if not is_same:
        failed.append(f"the pcap made from the trace of {kind} is another")
    print("  the pcap made from it is " + ("the same" if is_same else "ANOTHER"))
    size, whole = trace.stat().st_size, path.stat().st_size
    # The bars are for visits that never repeat.
    bars = {"pcap": 0.12, "zstd -19": 0.65} if kind == "fresh" else {}
    others = {"pcap": whole}
    if installed("zstd") and NUMBER <= 1_000_000:
        others["zstd -19"] = compressed_size(path)
    print(f"  {size:,} bytes, {size / NUMBER:.2f} a frame")
    for name, other in others.items():
        part = size / other
        judged = f", bar {bars[name]}, {verdict(part <= bars[name])}" if name in bars else ""
        print(f"  {part:.3f} of {name} ({other:,} bytes){judged}")
    back.unlink()


def memory():
    most = 10_000_000 if IS_FULL else max(NUMBER, 100_000)
    numbers = [number for number in [100_000, 1_000_000, 10_000_000] if number <= most]
    peaks, names = {}, {"story": STORY, "one line a frame": FRAMES, "every field": FIELDS}
    for number in numbers:
        path, _ = capture("fresh", number)
        trace = HERE / f"fresh-{number}.trace"
        subprocess.run([NFCTRACE, "convert", "--force", path, trace], check=True,
                       stderr=subprocess.DEVNULL)
        for name, options in names.items():
            peaks[f"pcap, {name}", number] = Run(analyze(path, *options)).peak
            peaks[f"trace, {name}", number] = Run(analyze(trace, *options)).peak
            peaks[f"pipe, {name}", number] = piped(path, analyze("-", *options)).peak
        into = HERE / "memory.trace"
        command = [NFCTRACE, "convert", "--force", str(path), str(into)]
        peaks["pcap, convert to trace", number] = Run(command).peak
        into.unlink()
        if installed("tshark") and number <= 1_000_000:
            peaks["tshark, one line", number] = Run([*TSHARK, str(path)]).peak
    print("\nPeak memory in MB" + "".join(f"{number:>14,}" for number in numbers) + " frames")
    for name in dict.fromkeys(name for name, _ in peaks):
        some = [peaks.get((name, number)) for number in numbers]
        cells = "".join(f"{peak:>14.1f}" if peak else f"{'-':>14}" for peak in some)
        judged = "" if name.startswith("tshark") else \
            f"  bar 48  {verdict(max(peak for peak in some if peak) < 48)}"
        print(f"  {name:<24}{cells[9:]}{judged}")


def ten_frames():
    """A capture of ten frames: from RATS on, so that it takes grammars to tell it."""
    path, _ = capture("fresh", 10_000)
    ten = HERE / "ten.pcap"
    data = path.read_bytes()
    places = [24]
    while places[-1] < len(data):
        at = places[-1]
        places.append(at + 16 + int.from_bytes(data[at + 8:at + 12], "little"))
    ppse = next(index for index, at in enumerate(places) if b"2PAY.SYS" in data[at:at + 60])
    ten.write_bytes(data[:24] + data[places[ppse - 2]:places[ppse + 8]])
    return ten


def calls():
    number = min(NUMBER, 100_000)
    path, _ = capture("fresh", number)
    trace = HERE / f"fresh-{number}.trace"
    subprocess.run([NFCTRACE, "convert", "--force", path, trace], check=True,
                   stderr=subprocess.DEVNULL)
    print(f"\n{number:,} fresh frames:", flush=True)
    subprocess.run([ROOT / ".build" / "release" / "HotCalls", path, trace], check=True)


def start():
    ten = ten_frames()
    commands = {"true": ["/bin/true"], "analyze": analyze(ten), "tshark": [*TSHARK, str(ten)]}
    if not installed("tshark"):
        del commands["tshark"]
    medians = interleaved(commands, 31)
    print("\nStart: ten frames, medians of 31 runs")
    for name, median in medians.items():
        line = f"  {name:<22}{median.wall * 1000:>9.1f} ms, {median.used * 1000:.1f} of processors"
        if name == "analyze":
            more = (median.wall - medians["true"].wall) * 1000
            line += f"; {more:.1f} more than true, bar 8, {verdict(more <= 8)}"
        print(line)


def main():
    print(f"nfctrace beside {'tshark ' + tshark_version() if installed('tshark') else 'nothing'}: "
          f"medians of {ROUNDS} interleaved rounds")
    print(f"{os.cpu_count()} processors; other programs' load before the first run: "
          f"{os.getloadavg()[0]:.1f}")
    if not installed("tshark"):
        print("tshark is not installed: no ratios")
    if not installed("zstd"):
        print("zstd is not installed: sizes are compared with pcap only")
    for kind in KINDS:
        if "speed" in PARTS:
            speed(kind)
        if "sizes" in PARTS:
            sizes(kind)
    if "memory" in PARTS:
        memory()
    if "start" in PARTS:
        start()
    if "calls" in PARTS:
        calls()
    if "diff" in PARTS:
        failed.extend(differences(capture, NUMBER, ROUNDS, verdict))
    if "redact" in PARTS:
        failed.extend(redaction(capture, NUMBER, ROUNDS, verdict))
    if "recorder" in PARTS:
        recorder(ROUNDS, verdict)
    if failed:
        sys.exit("bench: wrong answers:\n  " + "\n  ".join(failed))


main()
