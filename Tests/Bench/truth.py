"""Does nfctrace find in a generated capture what was put into it? A fast wrong answer is none."""

import hashlib
import os
import re
import subprocess

from runs import FIELDS, FRAMES, NFCTRACE, STORY, THREADS

# A damaged frame's line, and the first block with SELECT PPSE in it.
PPSE = b"00A404000E325041592E5359532E444446303100"
BLOCK = b"02" + PPSE


class Output:
    """What a command prints, counted while it goes by; it may be larger than memory."""

    def __init__(self, path, options, patterns, **environment):
        self.counts = dict.fromkeys(patterns, 0)
        self.lines = 0
        self.end = b""
        self.digest = hashlib.blake2b()
        command = [NFCTRACE, "analyze", *options, path]
        with subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env={**os.environ, **environment}) as run:
            rest = b""
            while piece := run.stdout.read(1 << 22):
                whole, newline, rest = (rest + piece).rpartition(b"\n")
                self.take(whole + newline, patterns)
        if run.returncode != 0:
            raise SystemExit(f"bench: {' '.join(map(str, command))}: exit code {run.returncode}")

    def take(self, lines, patterns):
        for name, pattern in patterns.items():
            self.counts[name] += lines.count(pattern)
        self.lines += lines.count(b"\n")
        self.digest.update(lines)
        self.end = (self.end + lines)[-1000:]

    def footer(self):
        """The last lines' counts, in text."""
        found = re.findall(
            r"(\d+) frames in [\d.]+ s · (\d+) visits · (\d+) exchanges · (\d+|no) bad CRC",
            self.end.decode(errors="replace"))
        names = ["frames", "visits", "exchanges", "damaged"]
        return dict(zip(names, [int(word.replace("no", "0")) for word in found[-1]])) \
            if found else {}

    def summary(self):
        """The last object's counts, in JSON."""
        found = re.search(
            r'"frames":(\d+),"visits":(\d+),"exchanges":(\d+)', self.end.decode(errors="replace"))
        return dict(zip(["frames", "visits", "exchanges"], map(int, found.groups()))) \
            if found else {}


def check(path, truth):
    """The differences between what was put in and what each output says, in words."""
    story = Output(path, STORY, {})
    frames = Output(path, FRAMES, {"damaged": b"  bad  ", "ppse": BLOCK})
    listed = {**frames.counts, "frames": frames.lines - 6}
    fields = Output(
        path, FIELDS,
        {"frames": b'"type":"frame"', "damaged": b'"crc":"bad"', "ppse": b'"bytes":"' + BLOCK})
    commands = Output(path, ["--format", "jsonl"], {"ppse": b'"command":"' + PPSE})

    wrong = []

    def compare(what, found, names):
        for name in names:
            if found.get(name) != truth[name]:
                wrong.append(f"{what}: {found.get(name)} {name}, truly {truth[name]}")

    compare("story", story.footer(), ["frames", "visits", "exchanges", "damaged"])
    compare("one line a frame", listed, ["frames", "damaged", "ppse"])
    compare("one line a frame, counts", frames.footer(),
            ["frames", "visits", "exchanges", "damaged"])
    compare("every field", fields.counts, ["frames", "damaged", "ppse"])
    compare("every field, summary", fields.summary(), ["frames", "visits", "exchanges"])
    compare("exchanges as JSON", commands.counts, ["ppse"])
    compare("exchanges as JSON, summary", commands.summary(), ["frames", "visits", "exchanges"])
    for what, output, options in [
            ("story", story, STORY), ("one line a frame", frames, FRAMES),
            ("every field", fields, FIELDS)]:
        alone = Output(path, options, {}, **{THREADS: "1"})
        if alone.digest.digest() != output.digest.digest():
            wrong.append(f"{what}: one thread writes something else")
    return wrong
