import Bytes
import Decoding

/// What is kept of one step of a story to find its like in another trace: numbers that are equal for
/// equal contents, and what its transport needed.
struct StepDigest: Sendable {
  /// Everything that counts, without what varies.
  var key: UInt64 = 0
  /// Everything that counts, byte for byte.
  var raw: UInt64 = 0
  /// The reader's half, without what varies.
  var command: UInt64 = 0
  /// Which kind of thing it is: the protocol and the instruction.
  var kind = Kind()
  /// The values that must not be the same twice; 0 without any.
  var nonce: UInt64 = 0
  var transport = StepTransport()
  /// `Int64.min` where it is not known.
  var latency = Int64.min
  var time: Int64 = 0
  /// The first captured frame.
  var frame = 0
  /// The number of the visit, 0 for none.
  var visit: Int32 = 0
  /// Which of the side's applications was selected.
  var application: UInt16 = 0
  var role = Role.exchange

  /// What a step is to a comparison.
  enum Role: UInt8, Sendable {
    case exchange
    /// Who the card is.
    case identity
    /// The ATR of a card in a PC/SC reader.
    case reset
    /// What a host asks of its reader as if it were a card (CLA FFh, PC/SC Part 3).
    case reader
  }

  /// The protocol, and what of the command names it.
  struct Kind: Hashable, Sendable {
    var form: UInt8 = 0
    var first: UInt8 = 0
    var second: UInt8 = 0

    /// As a key for aligning.
    var number: UInt64 { UInt64(form) << 16 | UInt64(first) << 8 | UInt64(second) }
  }
}

extension StepDigest.Kind {
  /// The kind of an exchange: of an APDU the instruction, whatever channel it is sent on.
  init(_ exchange: Exchange, _ command: Span<UInt8>) {
    form = exchange.form.rawValue + 1
    guard command.count > 0 else { return }
    switch exchange.form {
    case .iso7816:
      first = command[0] & (command[0] & 0x80 == 0 ? 0xE0 : 0xFC)
      second = command.count > 1 ? command[1] : 0
    // A length, or flags, stand in front of the code.
    case .felica, .iso15693: first = command.count > 1 ? command[1] : 0
    default: first = command[0]
    }
  }

  /// A kind that is no exchange.
  init(other: UInt8) { form = 0xF0 | other }
}
