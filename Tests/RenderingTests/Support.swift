import Analysis
import BuiltInGrammars
import Bytes
import Decoding
import GrammarLanguage
import TraceFormat

@testable import Rendering

/// What the built-in grammars know, read once for all tests.
enum Known {
  private static let loaded = Result {
    try Lexicon(
      BuiltInGrammar.all.map { entry in
        GrammarFile(
          builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
      })
  }
  private static let source = loaded.map { NameSource($0) }
  private static let finder = loaded.map { SecretFinder($0) }

  static func lexicon() throws -> Lexicon { try loaded.get() }
  static func names() throws -> NameSource { try source.get() }
  static func secrets() throws -> SecretFinder { try finder.get() }
}

/// A conversation written down in a test, handed on in batches of any size.
///
///     on, off        the field goes on or off
///     > HEX, < HEX   bytes as they are
///     >a HEX, <a HEX the same with a right CRC_A behind
///     +N             N milliseconds pass before the next line, in place of the usual 1
struct ScriptedReader: FrameReader {
  var description = TraceDescription(format: "pcap")
  var damage: [TraceDamage] = []
  private let batchSize: Int
  private var frames: [(frame: Frame, bytes: [UInt8])] = []
  private var next = 0

  init(_ text: String, batchSize: Int = 4096) {
    self.batchSize = batchSize
    description.timeDigits = 6
    description.sources = [.init(name: "", linkType: 264, link: .iso14443)]
    var time: Int64 = 1_700_000_000_000_000_000
    var pause: Int64 = 1_000_000
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let verb = words.first else { continue }
      if verb.first == "+", let wait = Int64(verb.dropFirst()) {
        pause = wait * 1_000_000
        continue
      }
      if !frames.isEmpty { time += pause }
      pause = 1_000_000
      add(verb, Hex.bytes(words.dropFirst().joined()) ?? [], at: time)
    }
  }

  private mutating func add(_ verb: Substring, _ bytes: [UInt8], at time: Int64) {
    var frame = Frame(
      number: frames.count + 1, time: time, link: .iso14443,
      direction: verb.first == ">" ? .toCard : verb.first == "<" ? .fromCard : .none)
    if verb == "?" {
      frame.link = .other
      frame.direction = .unknown
    }
    if verb == "#" { frame.event = .comment }
    if verb == "on" { frame.event = .fieldOn }
    if verb == "off" { frame.event = .fieldOff }
    var all = bytes
    if verb.dropFirst() == "a" {
      let crc = Checksum.crcA(bytes.span)
      all += [UInt8(crc & 0xFF), UInt8(crc >> 8)]
    }
    frames.append((frame, all))
  }

  mutating func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    while next < frames.count, batch.frames.count < batchSize {
      var (frame, bytes) = frames[next]
      frame.bytes = batch.store(bytes.span)
      batch.frames.append(frame)
      next += 1
    }
    return !batch.frames.isEmpty
  }

  /// A card with a 7-byte UID that speaks ISO-DEP (FSC 256, FWT 38.7 ms), activated: 13 frames.
  static let activated = """
    on
    > 26
    < 4400
    > 9320
    < 8804A1B29F
    >a 93708804A1B29F
    <a 04
    > 9520
    < C3D4E5F604
    >a 9570C3D4E5F604
    <a 20
    >a E080
    <a 0578807002

    """
}

/// Tells a trace by a renderer, and gives what it wrote.
func tell<R: Renderer & ~Copyable>(
  _ reader: any FrameReader, by renderer: inout R, keepsFrames: Bool = false,
  file: String = "folder/capture.pcap"
) throws -> (text: String, facts: Narration.Facts) {
  var options = Decoder.Options()
  options.keepsFrames = keepsFrames
  let narration = Narration(
    options: options, lexicon: try Known.lexicon(), secrets: try Known.secrets()
  ) { _ in "pcap, ISO 14443"
  }
  var reader = reader
  var bytes: [UInt8] = []
  let facts = try narration.tell(&reader, file: file, renderer: &renderer) { run in
    for index in run.indices { bytes.append(run[index]) }
  }
  return (String(decoding: bytes, as: UTF8.self), facts)
}

/// A script's story as text.
func story(
  _ script: String, _ columns: Columns = .terminal(120), batchSize: Int = 4096,
  _ change: (inout TextOptions) -> Void = { _ in }
) throws -> [String] {
  var options = TextOptions(
    columns: columns, typeface: Typeface(isUTF8: true, hasColour: false))
  change(&options)
  var renderer = StoryText(options, names: try Known.names(), secrets: try Known.secrets())
  let text = try tell(ScriptedReader(script, batchSize: batchSize), by: &renderer).text
  return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
}
