import Bytes
import Decoding
import GrammarLanguage
import TraceFormat

/// What nobody can vouch for, because what is in it cannot be read.
package struct Caveats: Equatable, Sendable {
  /// The frames in which each is, in order; of many, the first.
  package private(set) var frames: [Kind: [Int]] = [:]
  /// In how many steps or frames each is.
  package private(set) var counts: [Kind: Int] = [:]

  /// What there is.
  package enum Kind: Int, CaseIterable, Comparable, Sendable {
    /// Of MIFARE Classic in what a host said to its reader, or marked by the source.
    case ciphertext
    /// ISO/IEC 7816-4 secure messaging.
    case secureMessaging
    /// An authentication, behind which a card may encipher.
    case authentication
    /// A certificate or signed data: EMV's hold the card number.
    case certificate
    /// Frames that are damaged, and what they held.
    case damaged
    /// Frames of a link that nobody takes apart.
    case unread
    /// What people wrote: only values that are known are replaced in it.
    case comment

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// So many frames are named.
  private static let limit = 8

  package init() {}

  private mutating func add(_ kind: Kind, frame: Int) {
    if frames[kind]?.last == frame { return }
    counts[kind, default: 0] += 1
    if counts[kind, default: 0] <= Self.limit { frames[kind, default: []].append(frame) }
  }

  /// `identifiers`: whether they are replaced, and a signature over one is of the old one.
  mutating func note(_ step: Step, identifiers: Bool, in story: borrowing Story) {
    guard case .exchange(let exchange) = step.content else { return }
    // What was captured on air is blanked.
    if exchange.isEncrypted, let first = exchange.commandSegments.range.first,
      first < story.segments.count, story.segments[first].derived > 0
    {
      add(.ciphertext, frame: step.frames.lowerBound)
    }
    guard exchange.command.count > 1 else { return }
    let first = story.bytes[Int(exchange.command.start)]
    let second = story.bytes[Int(exchange.command.start) + 1]
    switch exchange.form {
    case .iso7816:
      if CommandAPDU.isSecured(cla: first) {
        add(.secureMessaging, frame: step.frames.lowerBound)
      } else if first == 0x90, Self.authenticates(second) || [0x82, 0x86].contains(second) {
        add(.authentication, frame: step.frames.lowerBound)
      }
    case .type2 where identifiers && first == 0x3C && exchange.answer.count >= 32:
      add(.certificate, frame: step.frames.lowerBound)
    case .native where Self.authenticates(first):
      add(.authentication, frame: step.frames.lowerBound)
    default: break
    }
  }

  /// DESFire's AUTHENTICATE commands: DES, ISO, AES, EV2 first and other.
  private static func authenticates(_ code: UInt8) -> Bool {
    [0x0A, 0x1A, 0xAA, 0x71, 0x77].contains(code)
  }

  mutating func note(
    _ dissection: Dissection, _ labels: SecretLabels, of step: Step, in story: borrowing Story
  ) {
    for half in [dissection.command, dissection.answer] {
      for node in half.tree.nodes
      where labels.isSealed(node.label) && node.kind == .element && node.place.count > 8 {
        let place = dissection.place(of: node.place.range, in: half, of: story)
        add(.certificate, frame: place?.frame ?? step.frames.lowerBound)
      }
    }
  }

  mutating func note(_ note: FrameNote) {
    let frame = note.frame
    guard frame.event == .none else {
      if frame.event == .comment { add(.comment, frame: frame.number) }
      return
    }
    switch note.name {
    case .ciphertext: break
    case .raw, .record, .unknown: add(.unread, frame: frame.number)
    case .cut: add(.damaged, frame: frame.number)
    default:
      if note.crc == .bad {
        add(.damaged, frame: frame.number)
      } else if frame.flags.contains(.encrypted) {
        add(.ciphertext, frame: frame.number)
      }
    }
  }
}
