import GrammarLanguage

/// What must be masked in FeliCa's commands: the card key of the Lite family, where it is written.
enum FelicaSecrets {
  /// Block CK of FeliCa Lite and Lite-S. Reading it gives zeros.
  private static let cardKey: UInt16 = 0x87

  static func find(in command: Span<UInt8>, into secrets: inout [Secret]) {
    guard let access = FelicaAccess(command), access.isWrite else { return }
    var blocks = access.blocks
    var offset = access.dataStart
    while let block = blocks.next(in: command), offset < command.count {
      let end = min(offset + 16, command.count)
      if block.number == cardKey, let service = access.service(block.service, in: command),
        FelicaCard.isTagService(service)
      {
        secrets.append(Secret(.key, .command, offset..<end))
      }
      offset = end
    }
  }
}
