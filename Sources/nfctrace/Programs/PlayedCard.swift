import Bytes
import Decoding
import GrammarLanguage
import Playback
import TraceFormat

/// What `play` and `record --simulate` call a card: one of ours by its name, or a file.
struct PlayedCard {
  /// The card as nobody has touched it yet, or several that lie on the reader together.
  let cards: [any Card]
  /// What is to be said about it, a line each.
  let notes: [String]

  /// The card of that name, or several with commas between them. A trace is read with what
  /// `lexicon` knows.
  init(_ name: String, lexicon: () throws -> Lexicon) throws {
    let names = name.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let isOneFile = Descriptor.standing(name) != .nothing
    let parts = try (isOneFile ? [name] : names).map { name in
      let part = try Self.one(name, lexicon)
      guard part.card.technology != .nfcV else {
        throw Failure(
          "\(name): cannot be played: its card speaks NFC-V (ISO 15693), which no PN532 does")
      }
      return part
    }
    cards = parts.map(\.card)
    notes = parts.compactMap(\.note)
  }

  private static func one(
    _ name: String, _ lexicon: () throws -> Lexicon
  ) throws -> (card: any Card, note: String?) {
    if let known = BuiltInCard.named(name) { return (try known.card(), nil) }
    guard name == "-" || Descriptor.standing(name) != .nothing else {
      let names = BuiltInCard.all.map(\.name)
      let guess = Spelling.nearest(to: name, among: names)
      let hint =
        guess.map { "did you mean \($0)?" } ?? "those are \(names.joined(separator: ", "))"
      throw Failure("\(name) is neither a file nor a card we have; \(hint)")
    }
    if name.hasSuffix(".card") { return (try described(name), nil) }
    if let dump = try DumpedCard.open(name) {
      return (dump.card, dump.caveat.map { "\(name): \($0)" })
    }
    return try recorded(name, try lexicon())
  }

  /// The card that a file describes.
  private static func described(_ path: String) throws -> any Card {
    let text = String(decoding: try Knowledge.bytes(of: path), as: UTF8.self)
    do throws(CardFile.Wrong) {
      return try CardFile(text, file: path).card()
    } catch {
      throw Failure(error.description)
    }
  }

  /// The cards of a trace, one after the other.
  private static func recorded(
    _ path: String, _ lexicon: Lexicon
  ) throws -> (card: any Card, note: String?) {
    let capture = try WatchedReader(live: path)
    var recovery = CardRecovery(lexicon)
    var batch = FrameBatch()
    while try capture.read(into: &batch) { recovery.read(batch) }
    capture.sayDamage()
    guard let card = RecordedCard.sequence(recovery.finish().filter { $0.technology != .nfcV })
    else {
      let reason =
        recovery.hasVicinityCards
        ? "its cards speak NFC-V (ISO 15693), which no PN532 does" : "no card answers in it"
      throw Failure("\(capture.name): cannot be played: \(reason)")
    }
    return (card, recovery.isCut ? "\(capture.name): only its first exchanges are played" : nil)
  }
}
