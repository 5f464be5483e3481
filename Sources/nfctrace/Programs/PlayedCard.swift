import Playback
import TraceFormat

/// What `play` and `record --simulate` call a card: one of ours by its name, or a file.
enum PlayedCard {
  /// The card of that name, as nobody has touched it yet.
  static func card(_ name: String) throws -> any Card {
    if let known = BuiltInCard.named(name) { return try known.card() }
    guard Descriptor.standing(name) == .file || name == "-" else {
      let names = BuiltInCard.all.map(\.name)
      let guess = Spelling.nearest(to: name, among: names)
      let hint = guess.map { "did you mean \($0)?" } ?? names.joined(separator: ", ")
      throw Failure("\(name) is neither a file nor a card we have: \(hint)")
    }
    let text = String(decoding: try Knowledge.bytes(of: name), as: UTF8.self)
    guard CardFile.describesCard(text) else {
      throw Failure("\(name): describes no card; its first line should be \"model NAME\"")
    }
    do throws(CardFile.Wrong) {
      return try CardFile(text, file: name).card()
    } catch {
      throw Failure(error.description)
    }
  }
}
