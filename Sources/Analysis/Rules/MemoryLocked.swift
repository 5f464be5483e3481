import Bytes
import Tags

/// Raises `memory-locked`.
enum MemoryLocked {
  static let manual = """
    Parts of a tag are read-only for good, or need a password.

    Lock bits that are set stay so. A chip with a password has the first page that needs it in \
    AUTH0, and says in its configuration whether reading needs it, too. A Type 5 tag tells of each \
    block whether it is locked, in its security status.
    """

  static func finding(
    _ remark: MemoryRemark, in contents: TagContents, _ visit: Int
  ) -> Finding? {
    switch remark.kind {
    case .locked(let range):
      contents.finding(
        .memoryLocked, at: remark.range,
        """
        \(MemoryWords.units(range, unit: contents.image.unit, word: contents.image.word)): read-only \
        by lock bits
        """, visit: visit)
    case .lockedBlocks:
      contents.finding(
        .memoryLocked, at: remark.range,
        "\(MemoryWords.units(remark.range, unit: 1, word: .block)): locked by its security status",
        visit: visit, in: contents.status)
    case .protected(let page, let reading, let byKey):
      contents.finding(
        .memoryLocked, at: remark.range,
        """
        from page \(page) on \(reading ? "reading and writing need" : "writing needs") the \
        \(byKey ? "key" : "password")
        """, visit: visit)
    case .oneTime, .empty, .forgotten, .several, .nulls: nil
    }
  }
}
