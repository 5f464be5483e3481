import Bytes
public import CoreNFC
import Foundation
import Playback
import Synchronization

/// A tag that a test holds to a phone: a simulated card, a memory dump, or a card of a trace.
///
/// It is one thing with a memory. What is written to it stays written, also when it is taken away and
/// held to the phone again, or to another phone.
public final class TestTag: Sendable {
  /// What stories call it.
  public let name: String
  /// What phones know it by.
  let id: Int
  private let inside: Mutex<Inside>
  private static let count = Atomic<Int>(0)

  private struct Inside: Sendable {
    var card: any Card
    var end = TornCard.End.never
    var phone: Phone?
  }

  init(_ name: String, _ card: any Card) {
    self.name = name
    id = Self.count.add(1, ordering: .relaxed).newValue
    inside = Mutex(Inside(card: card))
  }

  /// One of the cards that nfctrace knows by name: `ntag213`, `ntag215`, `type4`, `type4b`,
  /// `felica-lite-s`, `payment`, `desfire-ndef`.
  public convenience init(card name: String) throws {
    guard let known = BuiltInCard.named(name) else {
      let names = BuiltInCard.all.map(\.name).joined(separator: ", ")
      throw TestInputError("\(name) is no card that nfctrace has; those are \(names)")
    }
    self.init(name, try known.card())
  }

  /// A card that a text describes, as files NAME.card do:
  ///
  ///     model  ntag213
  ///     uid    04A1B2C3D4E5F6
  ///     ndef   https://example.com/
  public convenience init(describedBy text: String) throws {
    let file = try CardFile(text, file: "card")
    self.init(file.model, try file.card())
  }

  /// The card that a file is: a description (NAME.card), a memory dump of Flipper Zero, Proxmark3 or
  /// MIFARE Classic Tool, or a trace or capture of any kind that nfctrace reads. Of a trace with
  /// several cards `number` chooses one, from 1.
  public convenience init(file path: String, number: Int = 1) throws {
    let name = URL(fileURLWithPath: path).lastPathComponent
    if path.hasSuffix(".card") {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      self.init(name, try CardFile(text, file: name).card())
    } else if let dump = try RecordedTags.dump(path) {
      self.init(name, dump.card)
    } else {
      self.init(name, try RecordedTags.card(number, of: path))
    }
  }

  /// Is torn away, the next time that it is held to a phone, once so many commands were answered; finding
  /// and selecting the tag are none.
  public func tear(afterExchanges count: Int) {
    inside.withLock { $0.end = .exchanges(max(0, count)) }
  }

  /// Is torn away, the next time that it is held to a phone, once so many bytes of commands and answers
  /// went over the air.
  public func tear(afterBytes count: Int) { inside.withLock { $0.end = .bytes(max(0, count)) } }

  /// The memory as it is now: all pages of a Type 2 tag, the file of a Type 4 tag with its length, the
  /// blocks of a FeliCa Lite-S or an ISO 15693 tag; nil where it is not known.
  public var memory: Data? { current.memory.map { Data($0) } }

  /// The bytes of a part of the memory, in hex; nil where they are not known.
  public func memory(_ range: Range<Int>) -> String? {
    guard let bytes = current.memory, range.lowerBound >= 0, range.upperBound <= bytes.count else {
      return nil
    }
    return Hex.text(Array(bytes[range]))
  }

  /// The NDEF message that the tag holds now; nil without one.
  public var message: NFCNDEFMessage? {
    var tag = PhoneTag(id: id, name: name, TornCard(current, goesAfter: .never))
    return tag.readMessage().flatMap { NFCNDEFMessage(data: Data($0)) }
  }

  /// The card as it is, in nobody's hand.
  var bareCard: any Card { inside.withLock { $0.card } }

  private var current: any Card {
    let (phone, card) = inside.withLock { ($0.phone, $0.card) }
    return phone?.card(of: id) ?? card
  }

  /// Goes to a phone. A tag that lies on another one is taken from there.
  func go(to phone: Phone) -> PhoneTag {
    leave()
    return inside.withLock { inside in
      inside.phone = phone
      defer { inside.end = .never }
      return PhoneTag(id: id, name: name, TornCard(inside.card, goesAfter: inside.end))
    }
  }

  /// Is taken away from the phone where it lies.
  func leave() {
    guard let phone = inside.withLock({ $0.phone }) else { return }
    let card = phone.take(id)
    inside.withLock { inside in
      inside.card = card ?? inside.card
      inside.phone = nil
    }
  }

  /// The phone has read it and put it away.
  func becomes(_ card: (any Card)?) {
    inside.withLock { inside in
      inside.card = card ?? inside.card
      inside.phone = nil
    }
  }
}
