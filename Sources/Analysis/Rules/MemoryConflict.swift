import Decoding
import Tags

/// Raises `memory-conflict`.
enum MemoryConflict {
  static let manual = """
    A read shows other bytes than an earlier read of the same place, or than what was written there.

    Nothing that was seen changed them in between. Either somebody changed the tag while the \
    capture missed it, or a write did not take although it was acknowledged, or a reader or an \
    emulator serves stale data. Counters and other bytes that change by themselves are not \
    reported, nor passwords, which never read back.
    """

  static func finding(
    _ conflict: MemoryImage.Conflict, at place: Place, _ scene: MemoryScene
  ) -> Finding {
    let verb = conflict.access == .written ? "was written" : "was read"
    let (before, after) = conflict.values
    var message: Finding.Message = """
      \(MemoryWords.units(conflict.range, unit: scene.unit, word: scene.word)): byte \
      \(conflict.range.lowerBound % scene.unit) is \(hex: after), and \(verb) as \(hex: before)
      """
    if conflict.before.frame > 0 { message += " in frame \(conflict.before.frame)" }
    return Finding(
      .memoryConflict, visit: scene.visit, step: scene.step, half: .answer, places: Places(place),
      message: message)
  }
}
