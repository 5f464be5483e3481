import Bytes
package import TraceFormat

/// Opens a capture of any kind that can be read, told by its content and never by its name.
///
/// `path` is a file, or `-` for standard input; `.gz` and `.zst` are read through, also one in the
/// other. Nothing is waited for but the capture's first bytes. What it was taken for is
/// `TraceDescription.label`.
package func openFrames(path: String) throws(TraceError) -> any FrameReader {
  try openFrames(InputFile(path: path))
}

/// Opens a capture of any kind that can be read from an input; with a pattern, a log whose lines that
/// takes apart.
package func openFrames(
  _ input: InputFile, pattern: LinePattern? = nil
) throws(TraceError) -> any FrameReader {
  var detector = Detector(input: input, pattern: pattern)
  return try detector.open()
}

/// One look into an input, and through what it is packed in.
struct Detector {
  private(set) var input: InputFile
  /// The archive that was gone into, in words.
  private(set) var archive = ""
  private var decompressors: [any Decompressor] = []
  private let pattern: LinePattern?

  /// How many packings are unpacked before it is taken for a trap.
  static let mostPackings = 4

  /// How much of a file that cannot be read is looked at to say what it is.
  private static let look = 4096

  /// How much of a file is looked at for a trace without its beginning: more than a block of one.
  private static let traceLook = 1 << 20

  /// How much of a text is looked at: more than its first comments.
  private static let textLook = 512

  init(input: InputFile, pattern: LinePattern? = nil) {
    self.input = input
    self.pattern = pattern
  }

  mutating func open() throws(TraceError) -> any FrameReader {
    while true {
      let start = try input.peek(FileKind.needed)
      let kind = FileKind(start.span)
      if let pattern, kind != .gzip, kind != .zstd { return try log(by: pattern) }
      switch kind {
      case .trace: return try unpacked(TraceReader.init)
      case .pcap: return try unpacked(PcapReader.init)
      case .pcapng: return try unpacked(PcapngReader.init)
      case .gzip: try unpack(Gunzip(input))
      case .zstd: try unpack(Zstandard(input))
      case .other(let words):
        if try hasTraceInside() { return try unpacked(TraceReader.init) }
        if let survey = try proxmark() { return try proxmark(survey) }
        throw refusal(words)
      case .unclear(let words):
        if try hasTraceInside() { return try unpacked(TraceReader.init) }
        if try isTextTrace(start) {
          if let kind = try looserLogKind() { return try log(kind) }
          return try unpacked(Self.textTrace)
        }
        if let kind = try jsonKind(start) { return try json(kind) }
        if let survey = try proxmark() { return try proxmark(survey) }
        if try enterArchive() { continue }
        if let kind = try logKind() { return try log(kind) }
        throw refusal(try lookAgain() ?? words)
      }
    }
  }

  /// Whether this is a trace whose beginning is lost. A live stream is not waited for to tell.
  private func hasTraceInside() throws(TraceError) -> Bool {
    guard input.isSeekable else { return false }
    let head = try input.peek(Self.traceLook)
    return TraceReader.recognizes(head.span)
  }

  /// Whether this is a text trace. Of other text, as much is waited for as tells the difference.
  private func isTextTrace(_ start: [UInt8]) throws(TraceError) -> Bool {
    guard start.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || (9...13).contains($0) }) else {
      return false
    }
    if TextTrace.recognizes(start.span) { return true }
    let head = try input.peek(Self.textLook)
    return TextTrace.recognizes(head.span)
  }

  private static func textTrace(_ input: InputFile) throws(TraceError) -> TextTraceReader {
    TextTraceReader(input)
  }

  private mutating func unpack(_ decompressor: some Decompressor) throws(TraceError) {
    decompressors.append(decompressor)
    if decompressors.count > Self.mostPackings {
      throw TraceError("\(input.name): packed more than \(Self.mostPackings) times over")
    }
    input = InputFile(decompressor)
  }

  /// Goes to the frames in an archive of nfc-laboratory; false where this is no archive.
  private mutating func enterArchive() throws(TraceError) -> Bool {
    let head = try input.peek(TarMember.markPlace + TarMember.mark.count)
    guard archive.isEmpty, head.dropFirst(TarMember.markPlace).elementsEqual(TarMember.mark) else {
      return false
    }
    let member = "frame.json"
    do throws(TraceError) {
      input = InputFile(try TarMember(member, in: input))
    } catch {
      throw packingFailure ?? error
    }
    archive = "\(member) of a tar archive, "
    return true
  }

  /// Makes the reader of what was unpacked, if anything was.
  func unpacked(
    _ make: (InputFile) throws(TraceError) -> any FrameReader
  ) throws(TraceError) -> any FrameReader {
    do throws(TraceError) {
      let reader = try make(input)
      return decompressors.isEmpty ? reader : DecompressedReader(reader, through: decompressors)
    } catch {
      throw packingFailure ?? error
    }
  }

  /// What is wrong with a packing, which is why what is in it makes no sense.
  private var packingFailure: TraceError? {
    decompressors.lazy.compactMap(\.failure).first.map { failure in
      TraceError(
        "\(input.name): \(failure.reason) at byte \(failure.offset)", offset: failure.offset)
    }
  }

  /// What the input is, told by more of it: of a stream by what has arrived when the next piece
  /// has.
  private func lookAgain() throws(TraceError) -> String? {
    var seen = ByteBuffer(capacity: Self.look)
    _ = try input.read(into: &seen, atMost: Self.look)
    if seen.count <= FileKind.needed {
      _ = try input.read(into: &seen, atMost: Self.look - seen.count)
    }
    return switch FileKind(seen.span) {
    case .other(let words), .unclear(let words): words
    default: nil
    }
  }

  /// Says what the input is instead of a capture.
  private func refusal(_ words: String) -> TraceError {
    if let packingFailure { return packingFailure }
    let packing = decompressors.map { "\($0.format), in it " }.joined()
    // What `decode` reads, and what only the user knows.
    let hint =
      words == "text"
      ? " (--pattern '(?<dir>->|<-) (?<hex>[0-9A-F ]+)' says how to read another log; decode takes bytes "
        + "that say nothing else)" : ""
    return TraceError(
      "\(input.name): \(packing)\(words); expected a trace, pcap, pcapng, Proxmark3 trace, .trz, frames "
        + "in JSON or a log with hex, plain or in gzip or zstd\(hint)", offset: 0)
  }
}
