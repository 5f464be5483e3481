"""Programs as they are run and measured, by a small process (measure.c)."""

import os
import re
import shutil
import statistics
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / ".build" / "bench"
NFCTRACE = os.environ.get("NFCTRACE") or str(ROOT / ".build" / "release" / "nfctrace")
THREADS = "NFCTRACE_THREADS"
# What nfctrace does without being told, tshark must be: an I-block holds ISO 7816.
TSHARK = ["tshark", "-d", "iso14443.subdissector,iso7816", "-r"]


class Run:
    """One run of a program: seconds on the clock, seconds of processors, peak memory in MB."""

    def __init__(self, command, stdin=None):
        measured = subprocess.run(
            [HERE / "measure", *command], stdin=stdin, capture_output=True, text=True, check=True)
        wall, used, peak, code = map(int, measured.stdout.split())
        if code != 0:
            raise SystemExit(f"bench: {' '.join(command)}: exit code {code}\n{measured.stderr}")
        self.wall, self.used, self.peak = wall / 1e9, used / 1e9, peak / 1000


class Median:
    """Several runs of one command: the median of each number, the highest peak."""

    def __init__(self, runs):
        self.wall = statistics.median(run.wall for run in runs)
        self.used = statistics.median(run.used for run in runs)
        self.peak = max(run.peak for run in runs)


def interleaved(commands, rounds):
    """Runs every command once a round, so that what else the machine does hits all alike."""
    runs = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(Run(command))
    return {name: Median(some) for name, some in runs.items()}


def piped(path, command):
    """A run whose standard input is a pipe that the file goes through."""
    with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as cat:
        return Run(command, stdin=cat.stdout)


def on_one_thread(command):
    """The same command without a second thread, as `measure` takes it."""
    return [f"{THREADS}=1", *command]


def analyze(path, *options):
    return [NFCTRACE, "analyze", *options, str(path)]


STORY = []
FRAMES = ["--detail", "frames"]
FIELDS = ["--detail", "frames,fields", "--format", "jsonl"]


def installed(program):
    return shutil.which(program) is not None


def tshark_version():
    text = subprocess.run(["tshark", "--version"], capture_output=True, text=True).stdout
    found = re.search(r"\d+\.\d+\.\d+", text)
    return found.group() if found else "of unknown version"


def count(number):
    """A number for people: 999, 1.23 k, 45.6 M."""
    for unit in ["", " k", " M", " G"]:
        if number < 999.5:
            digits = 0 if not unit or number >= 100 else 1 if number >= 10 else 2
            return f"{number:.{digits}f}{unit}"
        number /= 1000
    return f"{number:.0f} T"
