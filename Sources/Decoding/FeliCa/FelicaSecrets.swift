import GrammarLanguage
import Tags

/// What must be masked in FeliCa's commands: the card key of the Lite family, where it is written.
/// Reading it gives zeros.
enum FelicaSecrets {
  static func find(in command: Span<UInt8>, into secrets: inout [Secret]) {
    guard let access = FelicaAccess(command), access.isWrite else { return }
    var blocks = access.blocks
    var offset = access.dataStart
    while let block = blocks.next(in: command), offset < command.count {
      let end = min(offset + 16, command.count)
      if block.number == LiteBlocks.cardKey,
        let service = access.service(block.service, in: command),
        FelicaCard.isTagService(service)
      {
        secrets.append(Secret(.key, .command, offset..<end))
      }
      offset = end
    }
  }
}
