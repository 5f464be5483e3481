import Decoding

/// Raises `memory-permanent`.
enum MemoryPermanent {
  static let manual = """
    A write changed something of a tag that no later write takes back.

    Lock bits make pages read-only for good, and block-locking bits freeze the lock bits. The \
    capability container of a Type 2 tag lies in one-time bits: they can be set and never cleared. \
    A reader that writes a wrong container has spoilt the tag.
    """

  static func finding(
    _ what: MemoryEvent.Permanent, _ range: Range<Int>, at place: Place, _ scene: MemoryScene
  ) -> Finding {
    let words =
      switch what {
      case .staticLock: "static lock bits are set"
      case .dynamicLock: "dynamic lock bits are set"
      case .container: "one-time bits (the capability container) are set"
      case .block: "blocks are locked"
      }
    let page = MemoryWords.units(range, unit: scene.unit, word: scene.word)
    return Finding(
      .memoryPermanent, visit: scene.visit, step: scene.step, half: .command,
      places: Places(place), message: "\(words) in \(page): this cannot be undone")
  }
}
