import Bytes
import ForeignFormats
import Rendering
import TraceFormat

/// Other programs' files: what comes in pieces is what comes at once, and is written again.
enum Readers {
  static func capture(_ bytes: [UInt8]) {
    let whole = read(bytes, compares: !Packing.isPacked(bytes), open)
    if let file = try? Scratch.file(bytes) {
      _ = Reading.of { () throws(TraceError) in try openFrames(file) }
    }
    guard case .success(let reading) = whole else { return }
    Writers.write(reading)
    report(reading)
  }

  static func pcap(_ bytes: [UInt8]) {
    let whole = read(bytes) { source throws(TraceError) in try PcapReader(source) }
    guard case .success(let reading) = whole, reading.error == nil else { return }
    let written = Writers.write(reading, with: PcapWriter())
    expect(written == bytes, "a pcap is written again byte for byte")
  }

  static func pcapng(_ bytes: [UInt8]) {
    let whole = read(bytes) { source throws(TraceError) in try PcapngReader(source) }
    guard case .success(let reading) = whole, reading.error == nil,
      let written = Writers.write(reading, with: PcapngWriter())
    else { return }
    let again = Reading.of { () throws(TraceError) in try PcapngReader(Pieces(written)) }
    guard case .success(let again) = again else {
      return expect(false, "a pcapng that was written can be read")
    }
    expect(again.damage.isEmpty && again.error == nil, "what was written is whole")
    expect(again.frames.count == reading.frames.count, "as many frames are read again")
  }

  static func text(_ bytes: [UInt8]) {
    let whole = read(bytes) { source throws(TraceError) in TextTraceReader(source) }
    guard case .success(let reading) = whole, reading.error == nil,
      let written = Writers.write(reading, with: TextTraceWriter(times: true))
    else { return }
    let again = Reading.of { () throws(TraceError) in TextTraceReader(Pieces(written)) }
    guard case .success(let again) = again else { return expect(false, "it can be opened") }
    expect(again.frames == reading.frames, "a text is written as it was read")
  }

  /// The first byte says how the rest is packed: as it is behind a magic number, or stored whole.
  static func packed(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    switch kind % 4 {
    case 0: _ = read(Packing.gzipMagic + rest, compares: false, open)
    case 1: _ = read(Packing.zstdMagic + rest, compares: false, open)
    case 2: checkStored(rest, in: Packing.gzip(rest))
    default: checkStored(rest, in: Packing.zstd(rest))
    }
  }

  /// A capture in a packing is the capture.
  private static func checkStored(_ bytes: [UInt8], in packed: [UInt8]) {
    let plain = Reading.of { () throws(TraceError) in try open(Pieces(bytes)) }
    guard !Packing.isPacked(bytes) else { return }
    let unpacked = read(packed, open)
    switch (plain, unpacked) {
    case (.success(let plain), .success(let unpacked)):
      expect(plain.frames == unpacked.frames, "a packed capture has the same frames")
    case (.failure, .failure): break
    default: expect(false, "a packed capture can be opened if the capture can")
    }
  }

  private static func open(_ source: any ByteSource) throws(TraceError) -> any FrameReader {
    try openFrames(InputFile(source))
  }

  /// Reads bytes at once and in pieces.
  static func read(
    _ bytes: [UInt8], compares: Bool = true,
    _ open: (any ByteSource) throws(TraceError) -> any FrameReader
  ) -> Result<Reading, TraceError> {
    let whole = Reading.of { () throws(TraceError) in try open(Pieces(bytes)) }
    let size = 1 + Int(bytes.last ?? 0) % 61
    let pieces = Reading.of { () throws(TraceError) in try open(Pieces(bytes, of: size)) }
    guard compares else { return whole }
    switch (whole, pieces) {
    case (.success(let whole), .success(let pieces)):
      expect(
        whole == pieces,
        "pieces of \(size) are read as the whole: \(whole.difference(from: pieces))")
    case (.failure, .failure): break
    default: expect(false, "pieces of \(size) can be opened if the whole can")
    }
    return whole
  }

  /// What `info` says of it.
  private static func report(_ reading: Reading) {
    var report = InfoReport(file: "capture", size: nil)
    var replay = Replay(reading.frames, reading.description)
    var batch = FrameBatch()
    while (try? replay.read(into: &batch)) == true { report.count(batch) }
    var text = ByteBuffer(capacity: 1024)
    report.write(
      reading.description, label: reading.description.label, reason: "", damage: reading.damage,
      into: &text)
    Output.checkText([UInt8](copying: text.span))
    text.clear()
    report.writeJSON(
      reading.description, label: reading.description.label, reason: "", damage: reading.damage,
      into: &text)
    Output.checkJSON(lines: [UInt8](copying: text.span))
  }
}
