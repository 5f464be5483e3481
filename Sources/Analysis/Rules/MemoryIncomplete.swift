import Bytes
import Tags

/// Raises `memory-incomplete`.
enum MemoryIncomplete {
  static let manual = """
    A message is on the tag, and the capture does not hold all of it.

    The tag is not at fault: the reads that would bring the rest were not made, or not captured. \
    What is needed is named as the reader's commands would have it.
    """

  static func check(_ contents: TagContents, visit: Int, into findings: inout [Finding]) {
    guard let message = contents.messages.first, !contents.needs.isEmpty else { return }
    let seen = message.length - message.missing.reduce(0) { $0 + $1.count }
    findings.append(
      contents.finding(
        .memoryIncomplete, at: message.lengthField,
        """
        the NDEF message has \(Words.count(message.length, "byte")), \(max(0, seen)) seen: needs \
        \(MemoryWords.hexUnits(contents.needs, unit: contents.image.unit, word: contents.image.word)), \
        which \
        \(isOne(contents) ? "was" : "were") not captured
        """, visit: visit))
  }

  private static func isOne(_ contents: TagContents) -> Bool {
    contents.needs.count == 1
      && contents.image.units(of: contents.needs[0]).count == 1
  }
}
