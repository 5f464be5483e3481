import Decoding

/// Raises `memory-block-size`.
enum BlockSize {
  static let manual = """
    A card of ISO/IEC 15693 has blocks of another size than 4 bytes.

    The standard allows up to 32 bytes a block, and Get System Information tells how many there \
    are. Software that takes 4 for granted, as most cards have them, reads only a part of each \
    block and puts the parts together wrongly.
    """

  static func check(
    _ information: SystemInformation, _ exchange: borrowing Exchange,
    _ scene: VicinityExchange.Scene, into findings: inout [Finding], _ story: borrowing Story
  ) {
    guard let memory = information.memory, memory.size != 4 else { return }
    // Flags, information flags and UID are ten bytes; DSFID and AFI may follow.
    let at = 11 + (information.dsfid == nil ? 0 : 1) + (information.family == nil ? 0 : 1)
    guard let place = story.place(of: at..<at + 1, in: exchange.answerSegments) else { return }
    findings.append(
      Finding(
        .memoryBlockSize, visit: scene.visit, step: scene.step, half: .answer,
        places: Places(place),
        message: """
          \(Words.count(memory.blocks, "block")) of \(Words.count(memory.size, "byte")), \
          \(memory.blocks * memory.size) bytes: software that expects blocks of 4 bytes loses data
          """))
  }
}
