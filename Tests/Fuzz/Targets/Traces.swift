import Bytes
import TraceFormat

/// Traces, whole and damaged: what can be read is read, from a file and as it arrives alike.
enum Traces {
  /// The first byte says whether the checksums of all headers and contents are made right.
  static func file(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    var bytes = Array(bytes.dropFirst())
    if kind & 1 != 0 { mend(&bytes) }
    check(bytes, seed: kind)
  }

  /// Each block is two bytes for its kind, a few for its numbers, a length and its contents.
  static func blocks(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    let kind = numbers.byte()
    var file: [UInt8] = []
    var sequence: UInt64 = 0
    var next: UInt64 = 1
    while !numbers.isEmpty {
      let (what, how) = (numbers.byte(), numbers.byte())
      let frames = numbers.number(1)
      if how & 2 != 0 { next = next &+ numbers.number(2) }
      if how & 4 != 0 { sequence = sequence &+ numbers.number(1) }
      let earliest = numbers.number(how & 8 != 0 ? 8 : 1)
      let latest = earliest &+ numbers.number(how & 16 != 0 ? 8 : 1)
      let longer = how & 32 != 0 ? numbers.number(2) : 0
      let contents = numbers.run(Int(numbers.number(2)))
      var header = Self.marker + [1, what & 7, how & 1, 0]
      header += little(what & 128 != 0 ? 8 : 7, 4) + little(sequence, 4) + little(frames, 4)
      header += little(next, 8) + little(earliest, 8) + little(latest, 8) + little(1, 8)
      header += little(UInt64(contents.count), 4)
      header += little(UInt64(contents.count) + longer, 4) + little(0, 8)
      file += header + contents
      sequence &+= 1
      if what & 7 == 2 { next = next &+ frames }
    }
    mend(&file)
    check(file, seed: kind)
  }

  private static let marker: [UInt8] = [0x89, 0x4E, 0x46, 0x43, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let headerLength = 72

  private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (UInt64($0) * 8)) }
  }

  /// Makes both checksums of every block right, as far as its contents are there.
  private static func mend(_ bytes: inout [UInt8]) {
    var at = 0
    while at + headerLength <= bytes.count {
      guard bytes[at..<at + 8].elementsEqual(marker) else {
        at += 1
        continue
      }
      let length = bytes[at + 56..<at + 60].reversed().reduce(0) { $0 << 8 | Int($1) }
      let end = at + headerLength + length
      if end <= bytes.count {
        let sum = Checksum.crc32C(bytes.span.extracting(at + headerLength..<end))
        bytes.replaceSubrange(at + 64..<at + 68, with: little(UInt64(sum), 4))
      }
      let sum = Checksum.crc32C(bytes.span.extracting(at..<at + 68))
      bytes.replaceSubrange(at + 68..<at + 72, with: little(UInt64(sum), 4))
      at = end <= bytes.count ? end : at + headerLength
    }
  }

  private static func check(_ bytes: [UInt8], seed: UInt8) {
    let whole = Readers.read(bytes) { source throws(TraceError) in
      try TraceReader(InputFile(source))
    }
    guard let input = try? Scratch.file(bytes) else { return expect(false, "a file can be made") }
    let file = Reading.of { () throws(TraceError) in try TraceReader(input) }
    guard case .success(let whole) = whole, case .success(let file) = file else { return }
    if whole.error == nil, file.error == nil {
      expect(whole.frames == file.frames, "a file gives the frames that a stream gives")
    }
    guard let last = file.frames.last, let input = try? Scratch.file(bytes),
      let reader = try? TraceReader(input)
    else { return }
    let number = 1 + Int(seed) % max(1, last.frame.number)
    seek(reader, to: .frame(number)) { $0.number >= number }
    seek(reader, to: .time(last.frame.time)) { $0.time >= last.frame.time }
  }

  private static func seek(
    _ reader: TraceReader, to target: TraceReader.Target, _ fits: (Frame) -> Bool
  ) {
    var batch = FrameBatch()
    do {
      try reader.seek(to: target)
      guard try reader.read(into: &batch) else { return }
      expect(fits(batch.frames[0]), "the first frame is the one that was asked for")
      while try reader.read(into: &batch) {}
    } catch {
      return
    }
  }
}
