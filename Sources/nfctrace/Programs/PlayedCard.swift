import Bytes
import GrammarLanguage
import Playback
import TraceFormat

/// What `play` and `record --simulate` call a card: one of ours by its name, or a file.
struct PlayedCard {
  let card: any Card
  /// What is to be said about it, a line each.
  var notes: [String] = []

  /// The card of that name, as nobody has touched it yet. A trace is read with what `lexicon` knows.
  init(_ name: String, lexicon: () throws -> Lexicon) throws {
    if let known = BuiltInCard.named(name) {
      card = try known.card()
      return
    }
    guard name == "-" || Descriptor.standing(name) != .nothing else {
      let names = BuiltInCard.all.map(\.name)
      let guess = Spelling.nearest(to: name, among: names)
      let hint = guess.map { "did you mean \($0)?" } ?? "those are \(names.joined(separator: ", "))"
      throw Failure("\(name) is neither a file nor a card we have; \(hint)")
    }
    if name.hasSuffix(".card") {
      let text = String(decoding: try Knowledge.bytes(of: name), as: UTF8.self)
      do throws(CardFile.Wrong) {
        card = try CardFile(text, file: name).card()
      } catch {
        throw Failure(error.description)
      }
    } else if let dump = try Self.dump(name) {
      card = dump.card
      notes = dump.caveat.map { ["\(name): \($0)"] } ?? []
    } else {
      self = try Self.recorded(name, try lexicon())
    }
  }

  /// The memory of a card, where a file is that.
  private static func dump(_ path: String) throws(TraceError) -> CardDump? {
    guard Descriptor.standing(path) == .file else { return nil }
    let input = try InputFile(path: path)
    guard let size = input.size, size <= 1 << 20 else { return nil }
    var buffer = ByteBuffer(capacity: Int(size))
    while try input.read(into: &buffer, atMost: 1 << 16) > 0 {}
    return CardDump([UInt8](copying: buffer.span))
  }

  private init(_ card: any Card, _ notes: [String]) {
    self.card = card
    self.notes = notes
  }

  /// The cards of a trace, one after the other.
  private static func recorded(_ path: String, _ lexicon: Lexicon) throws -> PlayedCard {
    let capture = try WatchedReader(live: path)
    var recovery = CardRecovery(lexicon)
    var batch = FrameBatch()
    while try capture.read(into: &batch) { recovery.read(batch) }
    capture.sayDamage()
    let cards = recovery.finish()
    guard let card = RecordedCard.sequence(cards) else {
      let reason =
        cards.isEmpty ? "no card answers in it" : "its cards speak what no PN532 does (NFC-V)"
      throw Failure("\(capture.name): cannot be played: \(reason)")
    }
    let notes =
      recovery.isCut ? ["\(capture.name): only its first exchanges are played"] : []
    return PlayedCard(card, notes)
  }
}
