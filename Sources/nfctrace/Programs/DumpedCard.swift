import Analysis
import Bytes
import GrammarLanguage
import Playback
import Rendering
import Tags
import TraceFormat

/// A card's memory that another program read out, told as what it is.
enum DumpedCard {
  /// The dump that a file is; nil for every other file. No dump is large.
  static func open(_ path: String) throws(TraceError) -> CardDump? {
    guard path != "-", Descriptor.standing(path) == .file else { return nil }
    let input = try InputFile(path: path)
    guard let size = input.size, size <= 1 << 20 else { return nil }
    var buffer = ByteBuffer(capacity: Int(size))
    while try input.read(into: &buffer, atMost: 1 << 16) > 0 {}
    return CardDump([UInt8](copying: buffer.span))
  }

  /// Tells a dump, and says what is wrong in it. `isWhole`: with its bytes.
  static func tell(
    _ dump: CardDump, named name: String, isWhole: Bool, _ arguments: Arguments
  ) throws -> [Finding] {
    let lexicon = try Knowledge.lexicon(arguments)
    return try tell(
      MemoryReading(dump.contents, beside: dump.parts, lexicon), named: name,
      source: dump.source + " dump", isWhole: isWhole, lexicon, arguments)
  }

  /// The same of a memory that somebody pasted, or keeps as bare bytes.
  static func tell(
    _ memory: RawMemory, named name: String, _ arguments: Arguments
  ) throws -> [Finding] {
    let lexicon = try Knowledge.lexicon(arguments)
    return try tell(
      MemoryReading(memory.parts[0], beside: Array(memory.parts.dropFirst()), lexicon),
      named: name, source: memory.words, isWhole: true, lexicon, arguments)
  }

  private static func tell(
    _ reading: MemoryReading, named name: String, source: String, isWhole: Bool,
    _ lexicon: Lexicon, _ arguments: Arguments
  ) throws -> [Finding] {
    var report = DumpReport(
      file: name, source: source, reading, lexicon,
      showsSecrets: Telling.showsSecrets(arguments))
    var output = Output()
    if ["json", "jsonl"].contains(arguments.value(.format)) {
      report.writeJSON(into: &output.buffer)
    } else {
      report.write(
        try Appearance(arguments).typeface, isWhole: isWhole, into: &output.buffer)
    }
    try output.flush()
    if report.hasMasked { Telling.sayMasked() }
    return reading.findings
  }
}
