import Bytes
import TraceFormat

/// An authentication of MIFARE Classic as it was captured, whole.
package struct ClassicAuthentication: Equatable, Sendable {
  /// nT as it was sent: enciphered where it is nested.
  private let nonce: [UInt8]
  /// nR and aR, enciphered.
  private let proof: [UInt8]
  /// aT, enciphered.
  private let answer: [UInt8]
  /// The four bytes of the UID that are mixed in: the last ones.
  package let uid: [UInt8]
  package let isNested: Bool

  /// Takes it out of an exchange; nil where a part of it was not captured.
  package init?(_ exchange: Exchange, of card: Identifier, in bytes: Span<UInt8>) {
    guard exchange.authentication != .none, exchange.command.count >= 10,
      exchange.answer.count == 8, card.count >= 4
    else { return nil }
    let command = bytes.extracting(exchange.command.range)
    let answered = [UInt8](copying: bytes.extracting(exchange.answer.range))
    nonce = Array(answered[..<4])
    answer = Array(answered[4...])
    proof = [UInt8](copying: command.extracting(command.count - 8..<command.count))
    uid = Array(card.bytes.suffix(4))
    isNested = exchange.authentication == .nested
  }

  /// Which of some keys reader and card prove to have; nil for none.
  package func key(among keys: [UInt64]) -> UInt64? {
    keys.first { key in
      ClassicState.cipher(
        key, nonce: UInt32(truncatingIfNeeded: Self.number(nonce)), proof: Self.number(proof),
        answer: UInt32(truncatingIfNeeded: Self.number(answer)),
        uid: UInt32(truncatingIfNeeded: Self.number(uid)), isNested: isNested) != nil
    }
  }

  /// nT and nR in clear, by the key that was used.
  package func numbers(with key: UInt64) -> (card: [UInt8], reader: [UInt8]) {
    var cipher = Crypto1(key: key)
    var card: [UInt8] = []
    for (sent, own) in zip(nonce, uid) {
      if isNested {
        card.append(cipher.decipherAndFeed(sent, mixed: own))
      } else {
        card.append(sent)
        cipher.feed(sent ^ own)
      }
    }
    return (card, proof.prefix(4).map { cipher.decipherAndFeed($0) })
  }

  private static func number(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
