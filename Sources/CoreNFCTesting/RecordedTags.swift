import BuiltInGrammars
import Bytes
import ForeignFormats
import GrammarLanguage
import Playback
import TraceFormat

/// Tags in files.
enum RecordedTags {
  /// The memory dump that a file is; nil for every other file.
  static func dump(_ path: String) throws -> CardDump? {
    let input = try InputFile(path: path)
    guard let size = input.size, size <= 1 << 20 else { return nil }
    var buffer = ByteBuffer(capacity: Int(size))
    while try input.read(into: &buffer, atMost: 1 << 16) > 0 {}
    return CardDump([UInt8](copying: buffer.span))
  }

  /// A card of a trace, counted from 1.
  static func card(_ number: Int, of path: String) throws -> any Card {
    var reader = try openFrames(try InputFile(path: path))
    var recovery = CardRecovery(try lexicon.get())
    var batch = FrameBatch()
    while try reader.read(into: &batch) { recovery.read(batch) }
    let cards = recovery.finish().compactMap(\.rememberedCard)
    guard number >= 1, number <= cards.count else {
      throw TestInputError(
        "\(path) has \(cards.count) cards that answer, and number \(number) is none of them")
    }
    return cards[number - 1]
  }

  /// What the grammars know, read once.
  private static let lexicon = Result {
    try Lexicon(
      BuiltInGrammar.all.map { entry in
        GrammarFile(
          builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
      })
  }
}
