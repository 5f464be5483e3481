import Bytes
import GrammarLanguage
import Tags

/// Keys in MIFARE Classic's sector trailers, where they are read or written in clear.
extension SecretFinder {
  func find(
    inClassic exchange: Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>,
    into secrets: inout [Secret]
  ) {
    guard !exchange.isEncrypted, exchange.authentication == .none, command.count >= 2,
      ClassicBlock.isTrailer(command[1])
    else { return }
    if command[0] == 0xA0, command.count >= 8 {
      secrets.append(Secret(.key, .command, 2..<8))
      if command.count > 12 { secrets.append(Secret(.key, .command, 12..<command.count)) }
    } else if command[0] == 0x30, answer.count >= 6 {
      secrets.append(Secret(.key, .answer, 0..<6))
      if answer.count > 10 { secrets.append(Secret(.key, .answer, 10..<answer.count)) }
    }
  }
  /// The same where nothing says that it is one, but for what the block looks like.
  func find(
    inBareBlock command: Span<UInt8>, answer: Span<UInt8>, into secrets: inout [Secret]
  ) {
    guard command.count >= 2, ClassicBlock.isTrailer(command[1]) else { return }
    if command[0] == 0xA0, command.count >= 18,
      SectorTrailer.isLikely(command.extracting(2..<18), isRead: false)
    {
      for keys in ClassicBlock.keys(in: 2..<18, from: command[1]) {
        secrets.append(Secret(.key, .command, keys))
      }
    } else if command[0] == 0x30, SectorTrailer.isLikely(answer, isRead: true) {
      for keys in ClassicBlock.keys(in: 0..<16, from: command[1]) {
        secrets.append(Secret(.key, .answer, keys))
      }
    }
  }
}
