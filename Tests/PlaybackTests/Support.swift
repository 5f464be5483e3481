import Bytes
import Decoding
import GrammarLanguage
import Testing

@testable import Playback

/// The bytes of hex that a test has written out.
func hex(_ text: String) -> [UInt8] { Hex.bytes(text) ?? [] }

extension BuiltInCard {
  /// One of our cards, which is there.
  static func fresh(_ name: String) throws -> any Card {
    try #require(BuiltInCard.named(name)).card()
  }
}

extension PN532 {
  /// Does a command, written from its code on, and gives the answer behind D5 and its code.
  mutating func ask(_ command: String) -> String? {
    let bytes = hex(command)
    guard case .answer(let answer) = perform(bytes[0], Array(bytes.dropFirst())) else { return nil }
    return Hex.text(answer)
  }
}

/// Numbers that look like chance and are the same in each run (Marsaglia's xorshift).
struct Xorshift {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func bytes(upTo count: Int) -> [UInt8] {
    let count = Int(next() % UInt64(count + 1))
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
  }
}
