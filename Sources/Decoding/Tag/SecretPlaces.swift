import Bytes
import GrammarLanguage
import Tags

/// Where a card keeps passwords and keys, as far as the exchanges of its visit have told, so that
/// each of them can be masked as it is told.
///
///     exchange → which bytes lie at which address → KeyTrail (keys in data), SecretPages (Type 2)
struct SecretPlaces: Sendable {
  private var trail = KeyTrail()
  private var pages = SecretPages()
  /// Type 2: the sector that SECTOR_SELECT chose.
  private var sector = 0
  /// Whether there is anything to forget.
  private var isUsed = false

  /// Forgets everything: another card follows.
  mutating func forget() {
    guard isUsed else { return }
    trail.forget()
    pages = SecretPages()
    sector = 0
    isUsed = false
  }

  /// Looks at an exchange that is whole, and notes what of it must be hidden.
  mutating func look(at exchange: inout Exchange, in story: borrowing Story) {
    let bytes = story.bytes.span
    let command = bytes.extracting(exchange.command.range)
    // A damaged answer may be the whole key all the same.
    let isDamaged = exchange.answer.isEmpty && exchange.form == .type2
    let answer = bytes.extracting(
      isDamaged ? exchange.damagedAnswer.range : exchange.answer.range)
    guard command.count > 0, !exchange.isEncrypted else { return }
    switch exchange.form {
    case .type2: lookAtType2(&exchange, command, answer, in: story)
    case .type1: lookAtType1(&exchange, command, answer)
    case .iso7816: lookAtFile(&exchange, command, answer)
    case .felica: lookAtBlocks(&exchange, command, answer)
    case .iso15693: lookAtVicinity(&exchange, command, answer)
    case .classic: lookAtClassic(&exchange, command, answer)
    case .native, .iclass, .sri, .unknown: break
    }
  }

  /// Hides what of `range` of a side is a key's.
  private mutating func hide(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ side: Side, at address: Int, part: UInt32 = 0,
    in exchange: inout Exchange
  ) {
    let range = range.clamped(to: 0..<bytes.count)
    guard !range.isEmpty else { return }
    isUsed = true
    let found = trail.take(
      bytes.extracting(range), at: address, part: part, isWritten: side == .command)
    guard let found else { return }
    var place = range.lowerBound + found.lowerBound..<range.lowerBound + found.upperBound
    if exchange.hidden.side == side, !exchange.hidden.isEmpty {
      let known = exchange.hidden.bytes.range
      place =
        min(known.lowerBound, place.lowerBound)..<max(known.upperBound, place.upperBound)
    }
    exchange.hidden = HiddenBytes(.key, side, place)
  }
}

extension SecretPlaces {
  private mutating func lookAtType2(
    _ exchange: inout Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>,
    in story: borrowing Story
  ) {
    let isAnswered = exchange.outcome == .answered
    switch (command[0], command.count) {
    case (0x30, 2...) where answer.count > 1:
      note(answer, ofPagesFrom: Int(command[1]))
      hide(0..<16, of: answer, .answer, at: address(command[1]), in: &exchange)
    case (0x3A, 3...) where answer.count >= 4:
      note(answer, ofPagesFrom: Int(command[1]))
      hide(0..<answer.count, of: answer, .answer, at: address(command[1]), in: &exchange)
    case (0xA2, 3...), (0xA0, 18...):
      hide(2..<6, of: command, .command, at: address(command[1]), in: &exchange)
      if let kind = secret(command[1]) {
        // Behind the four bytes of WRITE stands a CMAC at most.
        let end = command[0] == 0xA2 ? min(6, command.count) : command.count
        exchange.hidden = HiddenBytes(kind, .command, 2..<end)
      }
    case (0xA0, 2) where exchange.partRun.count > 1:
      let packet = story.parts[Int(exchange.partRun.start) + 1].command
      let data = story.bytes.span.extracting(packet.range)
      hide(0..<4, of: data, .command, at: address(command[1]), in: &exchange)
      if let kind = secret(command[1]) {
        exchange.hidden = HiddenBytes(kind, .command, 0..<data.count)
      }
      exchange.hidden.isSecondPacket = !exchange.hidden.isEmpty
    case (0xC2, 2) where exchange.partRun.count > 1 && isAnswered:
      let packet = story.parts[Int(exchange.partRun.start) + 1].command
      sector = packet.isEmpty ? 0 : Int(story.bytes[Int(packet.start)])
      isUsed = true
    case (0x60, 1) where isAnswered && answer.count == 8:
      pages.version = (0..<8).map { answer[$0] }
      isUsed = true
    case (0x1A, 2) where answer.count == 9 || answer.count == 17:
      // RndB of 3DES has 8 bytes, that of AES 16.
      pages.authentication = answer.count == 9 ? .tripleDES : .aes
      isUsed = true
    default: break
    }
  }

  /// Takes the container's size from pages that were read.
  private mutating func note(_ answer: Span<UInt8>, ofPagesFrom page: Int) {
    let place = 12 - 4 * page
    guard sector == 0, place >= 0, place + 4 <= answer.count, answer[place] == 0xE1 else { return }
    pages.size = answer[place + 2]
    isUsed = true
  }

  private func address(_ page: UInt8) -> Int { 4 * (256 * sector + Int(page)) }

  private func secret(_ page: UInt8) -> HiddenBytes.Kind? {
    guard sector == 0, let kind = pages.kind(of: Int(page)) else { return nil }
    return kind == .key ? .key : .password
  }

  private mutating func lookAtType1(
    _ exchange: inout Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>
  ) {
    guard command.count > 2 else { return }
    switch (command[0], answer.count) {
    case (0x00, 122): hide(2..<122, of: answer, .answer, at: 0, in: &exchange)
    case (0x01, 2): hide(1..<2, of: answer, .answer, at: Int(command[1]), in: &exchange)
    case (0x10, 129):
      hide(1..<129, of: answer, .answer, at: 128 * Int(command[1] >> 4), in: &exchange)
    case (0x02, 9): hide(1..<9, of: answer, .answer, at: 8 * Int(command[1]), in: &exchange)
    default: break
    }
    // A write's bytes are in the command, and again in its answer.
    switch command[0] {
    case 0x53, 0x1A:
      hide(2..<3, of: command, .command, at: Int(command[1]), in: &exchange)
    case 0x54, 0x1B:
      hide(2..<10, of: command, .command, at: 8 * Int(command[1]), in: &exchange)
    default: break
    }
  }

  /// READ BINARY and UPDATE BINARY of any file.
  private mutating func lookAtFile(
    _ exchange: inout Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>
  ) {
    guard command.count >= 5, command[0] & 0xE0 == 0, command[2] & 0x80 == 0 else { return }
    let offset = Int(command[2]) << 8 | Int(command[3])
    let file = UInt32(exchange.file ?? 0)
    if command[1] == 0xB0, answer.count > 2 {
      hide(0..<answer.count - 2, of: answer, .answer, at: offset, part: file, in: &exchange)
    } else if command[1] == 0xD6 {
      let data = CommandAPDU(command).data.range
      hide(data, of: command, .command, at: offset, part: file, in: &exchange)
    }
  }

  /// Read and Write Without Encryption.
  private mutating func lookAtBlocks(
    _ exchange: inout Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>
  ) {
    guard let access = FelicaAccess(command) else { return }
    var blocks = access.blocks
    // LEN, code, IDm, two status flags, number of blocks.
    var offset = access.isWrite ? access.dataStart : 13
    while let block = blocks.next(in: command) {
      let part = UInt32(access.service(block.service, in: command) ?? 0) >> 6
      let bytes = access.isWrite ? command : answer
      hide(
        offset..<max(offset, min(offset + 16, bytes.count)), of: bytes,
        access.isWrite ? .command : .answer, at: 16 * Int(block.number), part: part, in: &exchange)
      offset += 16
    }
  }

  private mutating func lookAtVicinity(
    _ exchange: inout Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>
  ) {
    guard let request = VicinityRequest(command) else { return }
    if let blocks = VicinityBlocks(request, command, answer: answer) {
      for index in 0..<min(blocks.count, answer.count) {
        hide(
          blocks.range(of: index), of: answer, .answer, at: (blocks.first + index) * blocks.size,
          in: &exchange)
      }
    } else if let start = request.dataStart, start < command.count,
      let (first, count) = request.blocks(of: command)
    {
      hide(
        start..<command.count, of: command, .command,
        at: first * ((command.count - start) / max(1, count)), in: &exchange)
    }
  }

  /// Blocks in clear, in a row without the sectors' last ones.
  private mutating func lookAtClassic(
    _ exchange: inout Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>
  ) {
    guard command.count >= 2, !ClassicBlock.isTrailer(command[1]) else { return }
    let block = Int(command[1])
    let address = 16 * (block < 128 ? block - block / 4 : 96 + (block - 128) - (block - 128) / 16)
    if command[0] == 0x30, answer.count == 16 {
      hide(0..<16, of: answer, .answer, at: address, in: &exchange)
    } else if command[0] == 0xA0, command.count >= 18 {
      hide(2..<18, of: command, .command, at: address, in: &exchange)
    }
  }
}
