import Tags

/// Raises `memory-count`.
enum MemoryCount {
  static let manual = """
    What a dump says of how many blocks it holds contradicts itself.

    The program that wrote it lost count, so that its other words are not to be trusted either: look \
    at each block's own status.
    """

  static func finding(_ fault: MemoryFault, in contents: TagContents, _ visit: Int) -> Finding {
    guard case .counts(let total, let read) = fault.kind else {
      return contents.finding(.memoryCount, at: fault.range, "the counts differ", visit: visit)
    }
    return contents.finding(
      .memoryCount, at: fault.range,
      "the dump says of \(Words.count(total, "block")) that \(read) were read", visit: visit)
  }
}
