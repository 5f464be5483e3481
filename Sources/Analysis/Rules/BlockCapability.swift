import Bytes
import Decoding
import Tags

/// Raises `capability-exceeded` for the blocks of a Type 3 tag; `FrameSize` does for frames, and has its
/// manual page.
enum BlockCapability {
  /// `attributes` is the attribute block that the reader knows by then.
  static func check(
    _ step: borrowing Step, _ exchange: borrowing Exchange, _ attributes: AttributeBlock?,
    into findings: inout [Finding], _ story: borrowing Story
  ) {
    let command = story.bytes.span.extracting(exchange.command.range)
    guard let attributes, attributes.isSound, let access = FelicaAccess(command),
      access.service(0, in: command).map(FelicaCard.isTagService) == true
    else { return }
    let limit = access.isWrite ? attributes.blocksPerWrite : attributes.blocksPerRead
    // What holds blocks that are not the tag's says nothing of them: MACs, keys, the counter.
    guard limit > 0, dataBlocks(access, command) > limit,
      let place = story.place(of: countPlace(access), in: exchange.commandSegments)
    else { return }
    findings.append(
      Finding(
        .capabilityExceeded, visit: step.visit, step: step.frames.lowerBound, half: .command,
        places: Places(place),
        message: """
          \(.command): \(access.blockCount) blocks at a time; the attribute block allows \(limit) \
          (\(access.isWrite ? "Nbw" : "Nbr"))
          """))
  }

  /// How many of the blocks are the tag's own; none for a command that asks what is allowed.
  private static func dataBlocks(_ access: FelicaAccess, _ command: Span<UInt8>) -> Int {
    var count = 0
    var blocks = access.blocks
    while let block = blocks.next(in: command) {
      if block.number == 0, !access.isWrite { return 0 }
      if block.number < LiteBlocks.challenge { count += 1 }
    }
    return count
  }

  /// Where the command says how many blocks it names: behind LEN, code, IDm and the services.
  private static func countPlace(_ access: FelicaAccess) -> Range<Int> {
    let place = 11 + 2 * access.serviceCount
    return place..<place + 1
  }
}
