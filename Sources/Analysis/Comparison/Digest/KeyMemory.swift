import Decoding

/// Keys of exchanges that were met, so that the same bytes are not taken apart again.
///
/// There is room for so many, and a later one takes an earlier one's place.
struct KeyMemory: Sendable {
  private var entries = [Entry](repeating: Entry(), count: Self.places)

  private static let places = 4096

  /// What a key depends on, and the keys.
  private struct Entry: Sendable {
    var raw: UInt64 = 0
    var application = UInt16.max
    var kind = StepDigest.Kind()
    var identifier = Identifier()
    var keys = Keys()
  }

  /// What was found of an exchange.
  struct Keys: Sendable {
    var key: UInt64 = 0
    var command: UInt64 = 0
    var nonce: UInt64 = 0
  }

  /// The keys of an exchange with the same bytes to the same application of the same card.
  func keys(of step: StepDigest, _ identifier: Identifier) -> Keys? {
    let entry = entries[place(of: step)]
    guard entry.raw == step.raw, entry.application == step.application, entry.kind == step.kind,
      entry.identifier == identifier
    else { return nil }
    return entry.keys
  }

  mutating func keep(_ step: StepDigest, _ identifier: Identifier) {
    entries[place(of: step)] = Entry(
      raw: step.raw, application: step.application, kind: step.kind, identifier: identifier,
      keys: Keys(key: step.key, command: step.command, nonce: step.nonce))
  }

  private func place(of step: StepDigest) -> Int { Int(step.raw & UInt64(Self.places - 1)) }
}
