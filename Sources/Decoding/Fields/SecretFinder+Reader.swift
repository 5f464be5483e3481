import Bytes
import GrammarLanguage
import Tags

/// Secrets in what a reader is asked to do by itself (class FF): a sector's trailer that is written,
/// a frame that it passes on as it is.
extension SecretFinder {
  /// Appends the keys of a trailer of MIFARE Classic in an UPDATE BINARY that nothing explains but
  /// its bytes. Whether there are some.
  func find(inReaderCommand command: Span<UInt8>, into secrets: inout [Secret]) -> Bool {
    guard command.count >= 21, command[1] == 0xD6, command[4] == 16, command[2] == 0,
      ClassicBlock.isTrailer(command[3]),
      SectorTrailer.isLikely(command.extracting(5..<21), isRead: false)
    else { return false }
    for keys in ClassicBlock.keys(in: 5..<21, from: command[3]) {
      secrets.append(Secret(.key, .command, keys))
    }
    return true
  }

  /// Appends the secrets of a transparent exchange (`FF C2 00 01`): a card's command in tag 95, its
  /// answer in 97 (PC/SC Part 3).
  func find(
    inTransparent command: Span<UInt8>, answer: Span<UInt8>, into secrets: inout [Secret]
  ) {
    guard command.count > 7, command[0] == 0xFF, command[1] == 0xC2,
      let sent = Self.value(of: 0x95, in: command, 5..<command.count),
      let body = secretBody(command.extracting(sent))
    else { return }
    let start = sent.lowerBound + body.bytes.range.lowerBound
    secrets.append(Secret(body.kind, .command, start..<sent.upperBound))
    // What answers a password is a part of it.
    if body.bytes.range.lowerBound == 1, answer.count > 2,
      let came = Self.value(of: 0x97, in: answer, 0..<answer.count - 2)
    {
      secrets.append(Secret(body.kind, .answer, came))
    }
  }

  /// Where the value of a data object with a tag of one byte lies, as far as it is there.
  private static func value(
    of tag: UInt8, in bytes: Span<UInt8>, _ range: Range<Int>
  ) -> Range<Int>? {
    var start = range.lowerBound
    while start + 2 <= range.upperBound {
      let head = bytes[start] & 0x1F == 0x1F ? 3 : 2
      guard start + head <= range.upperBound else { return nil }
      let value = start + head..<start + head + Int(bytes[start + head - 1])
      if bytes[start] == tag { return value.clamped(to: range) }
      start = value.upperBound
    }
    return nil
  }
}
