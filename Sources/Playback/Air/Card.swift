package import Decoding

/// A card as a reader meets it: frames in, frames out, and silence where it does not answer.
package protocol Card: Sendable {
  /// How it is spoken to.
  var technology: Technology { get }

  /// Hears a frame of the reader and answers it, or stays silent.
  mutating func receive(_ frame: AirFrame) -> AirFrame?

  /// The field went away, and with it everything the card did not keep.
  mutating func losePower()

  /// The card has said all that it has to say, so that another may take its place.
  var isUsedUp: Bool { get }

  /// Its memory as it is now, where it has one that can be shown.
  var memory: [UInt8]? { get }
}

extension Card {
  /// Only what was recorded comes to an end.
  package var isUsedUp: Bool { false }
  /// Most cards have none.
  package var memory: [UInt8]? { nil }
}

/// What is selected and asked in whole commands, once blocks and CRCs are taken off.
package protocol CardApplication: Sendable {
  /// Answers a command; nil is silence.
  mutating func answer(_ command: [UInt8]) -> [UInt8]?

  /// The card was activated anew: nothing is selected any more.
  mutating func reset()

  /// It has said all that it has to say.
  var isUsedUp: Bool { get }

  /// The file that it is about, as it is now, where it has one.
  var memory: [UInt8]? { get }
}

extension CardApplication {
  /// Only what was recorded comes to an end.
  package var isUsedUp: Bool { false }
  /// Most have none.
  package var memory: [UInt8]? { nil }
}

/// A tag that answers commands without blocks around them, as Type 2 tags do.
package protocol TagMemory: Sendable {
  /// Answers a command whose CRC was right.
  mutating func answer(_ command: [UInt8]) -> TagAnswer

  /// The field went away.
  mutating func losePower()

  /// It has said all that it has to say.
  var isUsedUp: Bool { get }

  /// All bytes as they are now, where that is known.
  var memory: [UInt8]? { get }
}

extension TagMemory {
  /// Only what was recorded comes to an end.
  package var isUsedUp: Bool { false }
  /// What was recorded is no memory.
  package var memory: [UInt8]? { nil }
}

/// What a tag without blocks says.
package enum TagAnswer: Equatable, Sendable {
  /// Bytes, which get a CRC.
  case bytes([UInt8])
  /// The four bits of an acknowledge: Ah.
  case acknowledge
  /// Four bits that refuse; the tag has to be selected again.
  case refusal(UInt8)
  case silence
}
