#!/usr/bin/env python3
"""Hurts nfctrace for a while, from outside, and counts what it bears: soak.py [SECONDS]

Recorders are killed at random moments; captures are cut, flipped and mixed up and go through every
command; calls of the system fail; bombs of ten million frames and more go off; the same capture
comes as a file and through pipes; a program makes ten million exchanges. One line a kind; what went
wrong stands above it, with the file that shows it in .build/soak/wrong, and makes the exit code 1.
KINDS="damage recorder" does those alone.
"""
import gzip, json, os, random, shutil, signal, struct, subprocess, sys, threading, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NFCTRACE = os.path.abspath(os.environ.get("NFCTRACE", ROOT + "/.build/release/nfctrace"))
PLACE = ROOT + "/.build/soak"
FAULTS = PLACE + "/faults.so"
WRONG = PLACE + "/wrong"
SEED = int(os.environ.get("SEED", time.time()))
RANDOM = random.Random(SEED)
MEMORY = 48  # MB, the bar for streams
DETAILS = ["analyze", "--format", "jsonl", "--detail", "frames,fields"]
COMMANDS = [
    ["analyze"], ["analyze", "--width", "80", "-x"], ["analyze", "--detail", "fields"],
    ["analyze", "--detail", "frames"], ["analyze", "--detail", "visits"], ["analyze", "--format", "lines"],
    ["analyze", "--format", "jsonl"], DETAILS, ["info"], ["info", "--format", "json", "--fail-on", "note"],
]
FORMATS = ["trace", "pcap", "pcapng", "text"]
T0 = 1_700_000_000_000_000


class Kind:
    """What was done of one kind, and how often it went wrong."""

    def __init__(self, name):
        self.name, self.counts, self.wrong, self.most = name, {}, 0, {}

    def count(self, what, number=1):
        self.counts[what] = self.counts.get(what, 0) + number

    def peak(self, what, value):
        self.most[what] = max(self.most.get(what, 0), value)

    def expect(self, holds, what, evidence=None):
        if holds:
            return
        self.wrong += 1
        print(f"{self.name}: {what}", flush=True)
        if evidence and os.path.exists(evidence):
            os.makedirs(WRONG, exist_ok=True)
            shutil.copy(evidence, f"{WRONG}/{self.name}-{self.wrong}-{os.path.basename(evidence)}")

    def line(self):
        parts = [f"{number} {what}" for what, number in self.counts.items()]
        parts += [f"{what} {value:.0f}" for what, value in self.most.items()]
        return f"{self.name:9} {', '.join(parts)}; {self.wrong} wrong"


def environment(**faults):
    own = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8", "HOME": PLACE}
    own.update(LD_PRELOAD=FAULTS, FAULTS_REPORT=PLACE + "/report")
    own.update({"FAULTS_" + name.upper(): str(value) for name, value in faults.items()})
    return own


def run(words, stdin=None, data=None, timeout=120, **faults):
    """Runs nfctrace, and gives its code, output, errors and its peak in MB (None if it was killed)."""
    report = PLACE + "/report"
    if os.path.exists(report):
        os.remove(report)
    given = {"input": data} if data is not None else {"stdin": stdin or subprocess.DEVNULL}
    try:
        done = subprocess.run(
            [NFCTRACE] + words, capture_output=True, cwd=PLACE, timeout=timeout, env=environment(**faults), **given)
    except subprocess.TimeoutExpired:
        return -99, b"", b"does not end", None
    peak = int(open(report).read().split()[3]) / 1024 if os.path.exists(report) else None
    return done.returncode, done.stdout, done.stderr, peak


# Captures

def record(at, packet, kept=None):
    count = len(packet) if kept is None else kept
    return struct.pack("<IIII", at // 10**6, at % 10**6, count, count) + packet


def header(link=264):
    return struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link)


def records_of(pcap):
    at, all = 24, []
    while at + 16 <= len(pcap):
        count = struct.unpack_from("<I", pcap, at + 8)[0]
        all.append(pcap[at + 16:at + 16 + count])
        at += 16 + count
    return all


def crc_a(data):
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte ^= byte << 4 & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return data + struct.pack("<H", crc & 0xFFFF)


def frame(data, answer=False, crc=True):
    data = crc_a(data) if crc else data
    return struct.pack(">BBH", 0, 0xFF if answer else 0xFE, len(data)) + data


def make_captures(frames):
    """Captures of every format, all of the same frames: those of our own traces, mixed."""
    own = [open(f"{ROOT}/Traces/{name}", "rb").read() for name in sorted(os.listdir(ROOT + "/Traces")) if name.endswith(".pcap")]
    visits, packets, at = [records_of(pcap) for pcap in own], [], T0
    out = [header()]
    while len(packets) < frames:
        for packet in RANDOM.choice(visits):
            at += RANDOM.randrange(80, 9000)
            packets.append(packet)
            out.append(record(at, packet))
        at += RANDOM.randrange(10**5, 4 * 10**6)
    path = PLACE + "/capture.pcap"
    open(path, "wb").write(b"".join(out))
    captures = {"pcap": path}
    for format in ["trace", "pcapng", "text"]:
        captures[format] = f"{PLACE}/capture.{format}"
        code, _, error, _ = run(["convert", "--force", "--to", format, path, captures[format]])
        assert code == 0, error
    captures["live"] = PLACE + "/live.trace"
    record_live(captures["live"], [out[0]] + out[1:2001], parts=12, kill=True)
    for name in ["pcap", "trace"]:
        data = open(captures[name], "rb").read()
        captures[name + ".gz"] = f"{PLACE}/capture.{name}.gz"
        with gzip.GzipFile(captures[name + ".gz"], "wb", mtime=0) as file:
            file.write(data)
        if shutil.which("zstd"):
            captures[name + ".zst"] = f"{PLACE}/capture.{name}.zst"
            subprocess.run(["zstd", "-qf", captures[name], "-o", captures[name + ".zst"]], check=True)
    return captures, out


def record_live(path, records, parts, kill=False, pause=0.06, **faults):
    """Records what comes in parts; gives the code, the errors, and when each record was sent."""
    if os.path.exists(path):
        os.remove(path)
    child = subprocess.Popen(
        [NFCTRACE, "record", "-o", path, "--from", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, cwd=PLACE, env=environment(**faults))
    size = max(1, len(records) // parts)
    try:
        for start in range(0, len(records), size):
            child.stdin.write(b"".join(records[start:start + size]))
            child.stdin.flush()
            time.sleep(pause)
        if kill:
            time.sleep(0.2)
            child.kill()
        child.stdin.close()
    except BrokenPipeError:
        pass
    error = child.stderr.read()
    return child.wait(), error


def frames_in(path):
    """The packets of a trace, what is damaged, and which frames are said to be lost."""
    code, output, error, _ = run(["convert", "--to", "pcap", path, "-"])
    code2, info, _, _ = run(["info", "--format", "json", path])
    damage = json.loads(info).get("damage", []) if code2 == 0 else []
    return code, records_of(output), damage


# Kinds

def kills(kind, records, until):
    while time.time() < until:
        path = f"{PLACE}/killed.trace"
        if os.path.exists(path):
            os.remove(path)
        single = RANDOM.random() < 0.1
        child = subprocess.Popen(
            [NFCTRACE, "record", "-o", path, "--from", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=PLACE, env=environment())
        end = time.monotonic() + (0.3 + 0.3 * RANDOM.random() if single else 0.5 * RANDOM.random())
        child.stdin.write(records[0])
        sent = []
        while time.monotonic() < end:
            if not single or not sent:
                child.stdin.write(records[1 + len(sent)])
                child.stdin.flush()
                sent.append(time.monotonic())
            time.sleep(RANDOM.choice([0, 0.001, 0.004]))
        if RANDOM.random() < 0.2:
            child.stdin.close()
            time.sleep(0.02 * RANDOM.random())
        child.kill()
        killed = time.monotonic()
        child.wait()
        try:
            child.stdin.close()
        except BrokenPipeError:
            pass
        kind.count("killed")
        due = sum(killed - at > 0.1 for at in sent)
        if not os.path.exists(path) or os.path.getsize(path) == 0:
            # Started, and killed before it had read the first frame.
            kind.expect(not sent or killed - sent[0] < 0.3, "the file is not there", None)
            continue
        code, packets, damage = frames_in(path)
        kind.expect(code == 0, "the file does not open", path)
        kind.expect(packets == records_of(b"".join(records[:1 + len(packets)])), "other frames came back", path)
        if len(packets) < len(sent):
            kind.peak("ms: oldest frame lost", (killed - sent[len(packets)]) * 1000)
        # The first frames wait for the program to start.
        late = len(packets) < len(sent) and killed - sent[len(packets)] > 0.1 and killed - sent[0] > 0.3
        kind.expect(not late, f"{due} frames were older than 0.1 s, {len(packets)} are there", path)


def broken(data):
    """The bytes with something done to them, and what."""
    data, what = bytearray(data), RANDOM.choice(["cut", "flip", "flip", "zeros", "ones", "gone", "twice", "moved", "noise"])
    at = RANDOM.randrange(len(data))
    count = min(len(data) - at, RANDOM.choice([1, 2, 8, 100, 5000]))
    part = bytes(data[at:at + count])
    if what == "cut":
        del data[at:]
    elif what == "flip":
        data[at] ^= RANDOM.choice([1, 2, 4, 8, 16, 32, 64, 128, 255])
    elif what == "zeros":
        data[at:at + count] = bytes(count)
    elif what == "ones":
        data[at:at + count] = b"\xFF" * count
    elif what == "gone":
        del data[at:at + count]
    elif what == "twice":
        data[at:at] = part
    elif what == "moved":
        del data[at:at + count]
        to = RANDOM.randrange(len(data) + 1)
        data[to:to] = part
    else:
        data[at:at + count] = RANDOM.randbytes(count)
    return bytes(data), what


def damages(kind, captures, total, until):
    while time.time() < until:
        name = RANDOM.choice(list(captures))
        data, what = broken(open(captures[name], "rb").read())
        for _ in range(RANDOM.choice([0, 0, 1, 5])):
            if data:
                data, what = broken(data)[0], "mix"
        path = f"{PLACE}/broken.{name}"
        open(path, "wb").write(data)
        command = RANDOM.choice(COMMANDS + [["convert"]] * 3)
        words = command + [path]
        if command == ["convert"]:
            words = ["convert", "--force", "--to", RANDOM.choice(FORMATS), path, PLACE + "/converted"]
        code, output, error, peak = run(words)
        kind.count("broken")
        kind.expect(code in (0, 1, 2), f"{' '.join(words)}: code {code}: {error[-200:]}", path)
        kind.expect(error.count(b"\n") < 80, f"{' '.join(words)}: says {error.count(10)} lines", path)
        if peak:
            # Packings have windows of their own, up to 8 MiB here.
            kind.expect(peak < MEMORY + 16, f"{' '.join(words)}: {peak:.0f} MB", path)
            kind.peak("MB: peak", peak)
        # Without an end, as "live" is, nobody can tell what was lost behind the last good block.
        if name == "trace" and what in ("flip", "zeros", "noise", "ones"):
            number = total
            code, packets, damage = frames_in(path)
            lost = sum(part["frames"][1] - part["frames"][0] + 1 for part in damage if "frames" in part)
            kind.count("traces checked")
            kind.expect(
                code == 0 and (len(packets) + lost == number or len(packets) + lost < number and not packets),
                f"{what}: {len(packets)} frames came back, {lost} are said to be lost, of {number}", path)


def faults(kind, captures, records, until):
    while time.time() < until:
        call, how = RANDOM.choice([("write", 28), ("write", 5), ("read", 5), ("sync", 28), ("link", 28), ("write", "torn"), ("write", "kill")])
        at, lasts = RANDOM.randrange(1, 16), RANDOM.randrange(2)
        what = f"{call} {at} fails with {how}"
        if RANDOM.random() < 0.5:
            name, format = RANDOM.choice(list(captures)), RANDOM.choice(FORMATS)
            target = PLACE + "/converted"
            if os.path.exists(target):
                os.remove(target)
            code, _, error, _ = run(["convert", "--to", format, captures[name], target], call=call, at=at, how=how, lasts=lasts)
            kind.count("conversions")
            kind.expect(code in (0, 2) or code == -9 and how in ("torn", "kill"), f"{what}: code {code}: {error[:200]}")
            kind.expect((code == 0) == os.path.exists(target), f"{what}: code {code}, and {os.path.exists(target)} that there is a file")
        else:
            path = PLACE + "/faulty.trace"
            code, error = record_live(path, records[:300], parts=5, call=call, at=at, how=how, lasts=0)
            kind.count("recordings")
            if not os.path.exists(path) or os.path.getsize(path) == 0:
                kind.expect(at <= 2, f"{what}: code {code}, and no file")
                continue
            opened, packets, damage = frames_in(path)
            # Half of the first write is no trace yet.
            if at == 1 and how == "torn":
                continue
            kind.expect(opened == 0, f"{what}: the file does not open", path)
            kind.expect(packets == records_of(b"".join(records[:1 + len(packets)])), f"{what}: other frames came back", path)
            if code == 2:
                kind.expect(any("the recording stopped here" in part["reason"] for part in damage), f"{what}: no note: {damage}", path)
            elif code == 0:
                kind.expect(len(packets) == 299 and not damage, f"{what}: {len(packets)} frames, {damage}", path)


def pipes(kind, captures, until):
    while time.time() < until:
        name = RANDOM.choice(list(captures))
        words = RANDOM.choice([command + ["-"] for command in COMMANDS if command[0] != "info"]
                              + [["convert", "--to", format, "-", "-"] for format in FORMATS])
        # A trace that was cut off by a kill is described as far as was known then, in both cases.
        with open(captures[name], "rb") as file:
            expected = run(words, stdin=file)
        size = RANDOM.choice([1, 7, 4093, 1 << 16, 1 << 20])
        reader, writer = os.pipe()

        def feed():
            with open(captures[name], "rb") as file, os.fdopen(writer, "wb", 0) as out:
                try:
                    while part := file.read(size if size > 1000 else 1 << 16):
                        out.write(part)
                except BrokenPipeError:
                    pass

        feeder = threading.Thread(target=feed)
        feeder.start()
        got = run(words, stdin=reader, **({"piece": size} if size < 1000 else {}))
        os.close(reader)
        feeder.join()
        kind.count("compared")
        kind.expect(got[:3] == expected[:3], f"{' '.join(words)} of {name} in pieces of {size}: other output", captures[name])


def bombs(kind, scale):
    """Each goes off once, through every kind of output."""
    activation = [frame(bytes.fromhex(hex), number % 2, crc) for number, (hex, crc) in enumerate(
        [("26", 0), ("4400", 0), ("9320", 0), ("8804A1B29F", 0), ("93708804A1B29F", 1), ("04", 1), ("9520", 0),
         ("C3D4E5F604", 0), ("9570C3D4E5F604", 1), ("20", 1), ("E080", 1), ("0578807002", 1)])]
    start = b"".join(record(T0 + number, packet) for number, packet in enumerate(activation))

    def repeated(packets, count):
        yield header() + start
        at = T0
        for first in range(0, count, 10_000):
            part = []
            for _ in range(first, min(count, first + 10_000)):
                for packet in packets:
                    at += 300
                    part.append(record(at, packet))
            yield b"".join(part)

    def numbered(make, count):
        yield header() + start
        at = T0
        for number in range(count):
            for packet in make(number):
                at += 300
                yield record(at, packet)

    def block(number):
        return bytes([2 | number & 1])

    def interfaces(count, name):
        def one(type, body):
            body += bytes(-len(body) % 4)
            return struct.pack("<II", type, len(body) + 12) + body + struct.pack("<I", len(body) + 12)

        yield one(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
        for number in range(count):
            words = name(number)
            yield one(1, struct.pack("<HHIHH", 264, 0, 0, 2, len(words)) + words)
            packet = activation[0]
            yield one(6, struct.pack("<IIIII", number, 0, number, len(packet), len(packet)) + packet)

    read = frame(bytes.fromhex("0200B000000F"))
    def uid(number):
        return struct.pack(">I", number) + bytes([number >> 24 ^ number >> 16 & 255 ^ number >> 8 & 255 ^ number & 255])
    all = {
        "one-byte frames": ("pcap", repeated([bytes([0, 0xFE, 0, 1, 0x26])], 100 * scale)),
        "one-byte answers": ("pcap", repeated([bytes([0, 0xFF, 0, 1, 0x77])], 20 * scale)),
        "no records": ("pcap", repeated([b"\x07"], 20 * scale)),
        "a chain of answers": ("pcap", repeated([frame(b"\x12" + bytes(60), True), frame(b"\xA3"), frame(b"\x13" + bytes(60), True), frame(b"\xA2")], 4 * scale)),
        "waiting times": ("pcap", repeated([frame(b"\xF2\x01", True), frame(b"\xF2\x01")], 10 * scale)),
        "the same block": ("pcap", repeated([read], 20 * scale)),
        "wrong Le": ("pcap", repeated([read, frame(b"\x02\x6C\x10", True)], 5 * scale)),
        "bad answers": ("pcap", numbered(lambda n: [read, frame(RANDOM.randbytes(18), True, False)], 2 * scale)),
        "bad commands": ("pcap", numbered(lambda n: [frame(block(n) + bytes.fromhex("00A4040007A0")), frame(block(n) + b"\x69\x86", True)], 2 * scale)),
        "unanswered": ("pcap", numbered(lambda n: [frame(block(n) + b"\x00\xB0" + struct.pack(">H", n & 0x7FFF) + b"\x10")], 2 * scale)),
        "cards": ("pcap", numbered(lambda n: [frame(b"\x26", False, False), frame(b"\x04\x00", True, False), frame(b"\x93\x20", False, False), frame(uid(n), True, False), frame(b"\x93\x70" + uid(n)), frame(b"\x08", True)], 2 * scale)),
        "interfaces": ("pcapng", interfaces(66_000, lambda n: b"%d" % n)),
        "long names": ("pcapng", interfaces(2_000, lambda n: b"%d" % n + b"A" * 60_000)),
        "long records": ("pcap", repeated([bytes(2 << 20)], scale // 1000)),
        "empty lines": ("text", iter([b"> 26\n"] + [b"\n" * 1_000_000] * (scale // 10_000))),
        "lines": ("text", iter([b"> 26\n" * 100_000] * (scale // 10_000))),
    }
    for name, (format, parts) in all.items():
        path = f"{PLACE}/bomb.{format}"
        with open(path, "wb") as file:
            for part in parts:
                file.write(part)
        bytes_ = os.path.getsize(path)
        for command in [["analyze"], ["analyze", "--detail", "frames"], ["analyze", "--format", "lines"], DETAILS, ["info"], ["convert"]]:
            if command == DETAILS and name == "one-byte frames" and scale > 10_000:
                command = ["analyze", "--format", "jsonl"]
            words = ["convert", "--to", "trace", path, "/dev/null"] if command == ["convert"] else command + [path]
            began = time.monotonic()
            report = PLACE + "/report"
            if os.path.exists(report):
                os.remove(report)
            try:
                done = subprocess.run([NFCTRACE] + words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment(), timeout=900)
                code, error = done.returncode, done.stderr
            except subprocess.TimeoutExpired:
                code, error = -99, b"does not end"
            seconds = time.monotonic() - began
            peak = int(open(report).read().split()[3]) / 1024 if os.path.exists(report) else 0
            kind.count("went off")
            kind.peak("MB: peak", peak)
            kind.peak("s: longest", seconds)
            kind.expect(code in (0, 2), f"{name}: {' '.join(command)}: code {code}: {error[-200:]}")
            # Lists of records of 2 MiB hold some of them, as bytes and as digits.
            most = 128 if name == "long records" else MEMORY
            kind.expect(0 < peak < most, f"{name}: {' '.join(command)}: {peak:.0f} MB of memory")
            # Half a MB a second, and a start; a record of 21 bytes then has 40 us.
            kind.expect(seconds < 10 + bytes_ / 500_000, f"{name}: {' '.join(command)}: {seconds:.0f} s for {bytes_ >> 20} MB")
        os.remove(path)


def recordings(kind, frames):
    """A program with a reader that answers at once, for a long time: memory, size, and what is missing."""
    place = PLACE + "/stand-in"
    subprocess.run([ROOT + "/Tests/Programs/build.sh", place], check=True)
    trace = PLACE + "/recorded.trace"
    peaks = []
    for share in [10, 1]:
        number = frames // share
        words = [NFCTRACE, "record", "--force", "-o", trace, "--", place + "/program", "open", "a", "paced", str(number // 2)]
        began = time.monotonic()
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        error = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.monotonic() - began
        info = json.loads(subprocess.run([NFCTRACE, "info", "--format", "json", trace], capture_output=True, check=True).stdout)
        size = os.path.getsize(trace)
        # What opening adds: an event, and two commands with their answers.
        kind.expect(status == 0 and info.get("frames") == number + 5, f"status {status}, {info.get('frames')} of {number} frames: {error[-200:]}", trace)
        # A record of pcap has 16 bytes of head and 11 of pseudo header; the bar is a tenth of that and its bytes.
        kind.expect(size < 0.1 * number * (16 + 11 + 7) + 4096, f"{size} bytes for {number} frames", trace)
        peaks.append(used.ru_maxrss / 1024)
        kind.expect(peaks[-1] < MEMORY, f"{peaks[-1]:.0f} MB of memory")
        kind.count("frames", number)
        kind.peak("bytes", size)
        kind.peak("MB: peak", peaks[-1])
        kind.peak("s: longest", seconds)
    kind.expect(peaks[1] < peaks[0] + 8, f"memory grows: {peaks[0]:.0f} and {peaks[1]:.0f} MB")
    os.remove(trace)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 120
    shutil.rmtree(PLACE, ignore_errors=True)
    os.makedirs(PLACE)
    compiler = next(filter(shutil.which, ["cc", "gcc", "clang"]), "cc")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", FAULTS, ROOT + "/Tests/Faults/faults.c"], check=True)
    print(f"{NFCTRACE}, {seconds:.0f} s, SEED={SEED}", flush=True)
    captures, records = make_captures(8000)
    # The bombs take what they take: 10 million frames from ten minutes on, else so many fewer.
    scale = 100_000 if seconds >= 600 else 5_000
    names = ["kills", "damage", "faults", "pipes", "bombs", "recorder"]
    wanted = os.environ.get("KINDS", " ".join(names)).split()
    if unknown := set(wanted) - set(names):
        sys.exit(f"no kind of soak: {', '.join(unknown)}; there are {', '.join(names)}")
    kinds = [Kind(name) for name in names]
    share = seconds * 0.8 / 4
    work = [lambda kind, until: kills(kind, records, until),
            lambda kind, until: damages(kind, captures, len(records) - 1, until),
            lambda kind, until: faults(kind, captures, records, until),
            lambda kind, until: pipes(kind, captures, until),
            lambda kind, until: bombs(kind, scale),
            lambda kind, until: recordings(kind, 100 * scale)]
    for kind, part in zip(kinds, work):
        if kind.name not in wanted:
            continue
        part(kind, time.time() + share)
        print(kind.line(), flush=True)
    return 1 if any(kind.wrong for kind in kinds) else 0


if __name__ == "__main__":
    sys.exit(main())
