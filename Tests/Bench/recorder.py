"""What recording costs a program: exchanges with a reader that answers at once, and with a simulated one."""

import statistics
import subprocess
import time

from runs import HERE, NFCTRACE, ROOT, installed

EXCHANGES = 10_000


def run(words):
    began = time.monotonic()
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    return time.monotonic() - began, done.stdout


def recorded(words):
    return [NFCTRACE, "record", "--force", "-o", HERE / "recorder.trace", "--", *words]


def recorder(rounds, verdict):
    place = HERE / "stand-in"
    subprocess.run([ROOT / "Tests" / "Programs" / "build.sh", place], check=True)
    timed = [place / "program", "open", "a", "time", str(EXCHANGES)]
    one = [place / "program", "open", "a", "exchange", "1"]
    whole = [place / "program", "open", "a", "exchange", str(EXCHANGES)]
    costs, ones, runs = [], [], []
    for _ in range(max(5, rounds)):
        costs.append(float(run(recorded(timed))[1]) - float(run(timed)[1]))
        ones.append((run(recorded(one))[0] - run(one)[0]) * 1000)
        runs.append((run(recorded(whole))[0] - run(whole)[0]) * 1000)
    cost, fixed, more = (statistics.median(each) for each in (costs, ones, runs))
    bar = 20 + EXCHANGES * 3 / 1000
    print(f"\nRecorder: {EXCHANGES:,} exchanges with a stand-in for libnfc, medians of {len(costs)}")
    print(f"  an exchange           {cost:>9,.0f} ns more, bar 3,000, {verdict(cost <= 3000)}")
    print(f"  a run of one          {fixed:>9.1f} ms more, bar 20, {verdict(fixed <= 20)}")
    print(f"  a run of all          {more:>9.1f} ms more, bar {bar:.0f}, {verdict(more <= bar)}")
    if not installed("nfc-mfultralight"):
        return
    reading = ["nfc-mfultralight", "r", HERE / "recorder.dump"]
    ratios = []
    for _ in range(max(5, rounds)):
        alone = run([NFCTRACE, "play", "ntag215", "--", *reading])[0]
        ratios.append(run([NFCTRACE, "play", "ntag215", "--", *recorded(reading)])[0] / alone)
    print(f"  a simulated reader    {statistics.median(ratios):>9.2f} times its own time")
