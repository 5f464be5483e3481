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

  /// Tells a dump, and says whether something in it is malformed. `isWhole`: with its bytes.
  static func tell(
    _ dump: CardDump, named name: String, isWhole: Bool, _ arguments: Arguments
  ) throws -> [Finding] {
    let lexicon = try Knowledge.lexicon(arguments)
    let reading = MemoryReading(dump.contents, parts: dump.parts, lexicon)
    var report = DumpReport(
      file: name, source: dump.source + " dump", reading,
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
