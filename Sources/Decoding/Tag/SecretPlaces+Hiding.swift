import Bytes
import Tags

/// What is hidden because of where it lies: pages of passwords and keys, trailers of sectors.
extension SecretPlaces {
  /// Hides what of an exchange is secret by its address, as far as is known now.
  func hide(
    _ pieces: [MemoryPiece], in exchange: inout Exchange, _ command: Span<UInt8>,
    _ answer: Span<UInt8>, in story: borrowing Story
  ) {
    switch exchange.form {
    case .type2:
      if !pages.isTold, hideLikelyTrailer(&exchange, command, answer) { return }
      for piece in pieces where piece.address < Self.sectorEnd {
        hidePages(of: piece, in: &exchange, story)
      }
      hideRest(&exchange, command, in: story)
    case .iso7816 where command[0] == 0xFF:
      guard let access = StorageAccess(command, answer: answer) else { return }
      hideTrailers(access, in: &exchange, command, answer)
      guard layout.unit == .pages || layout.unit == nil && access.range.count == 4 else { return }
      for piece in pieces where piece.part == MemoryPieces.pages {
        hidePages(of: piece, in: &exchange, story)
      }
    case .native:
      guard let access = PlusAccess(command, answer: answer) else { return }
      if access.isOfKeys {
        exchange.hidden.add(HiddenBytes(.key, access.side, access.range))
      } else if access.first < 256 {
        Self.hideTrailers(access.range, access.side, from: UInt8(access.first), in: &exchange)
      }
    case .iso15693: hideConfiguration(&exchange, command)
    case .iso7816, .type1, .felica, .classic, .iclass, .sri, .unknown: break
    }
  }

  /// Sector 0 of a Type 2 tag has 256 pages.
  private static let sectorEnd = 1024

  private func hidePages(
    of piece: MemoryPiece, in exchange: inout Exchange, _ story: borrowing Story
  ) {
    let bytes = story.bytes.span.extracting(Self.run(of: piece, exchange, in: story))
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let page = piece.address / 4 + start / 4
      let place = start..<min(start + 4, bytes.count)
      let kind = piece.side == .command ? pages.kind(of: page) : pages.kind(ofRead: page)
      // What a chip gives for its password are zeros, which tell nothing.
      guard let kind, piece.side == .command || place.contains(where: { bytes[$0] != 0 }) else {
        continue
      }
      Self.hide(place, of: piece, in: &exchange, kind == .key ? .key : .password)
    }
  }

  /// COMPATIBILITY_WRITE has more bytes than it writes: they are hidden with the others.
  private func hideRest(
    _ exchange: inout Exchange, _ command: Span<UInt8>, in story: borrowing Story
  ) {
    guard command[0] == 0xA0, command.count > 1, layout.sector == 0, !exchange.hidden.isEmpty,
      pages.kind(of: Int(command[1])) != nil
    else { return }
    let count =
      exchange.hidden.isSecondPacket
      ? story.parts[Int(exchange.partRun.start) + 1].command.count : command.count
    let start = Int(exchange.hidden.bytes.start)
    if start < count { exchange.hidden.bytes = Extent(start..<count) }
  }

  /// A block that only looks like a trailer: nothing told what the card is.
  private func hideLikelyTrailer(
    _ exchange: inout Exchange, _ command: Span<UInt8>, _ answer: Span<UInt8>
  ) -> Bool {
    guard command.count > 1, ClassicBlock.isTrailer(command[1]) else { return false }
    if command[0] == 0x30, SectorTrailer.isLikely(answer, isRead: true) {
      Self.hideTrailers(0..<16, .answer, from: command[1], in: &exchange)
    } else if command[0] == 0xA0, command.count >= 18,
      SectorTrailer.isLikely(command.extracting(2..<18), isRead: false)
    {
      Self.hideTrailers(2..<18, .command, from: command[1], in: &exchange)
    } else {
      return false
    }
    return true
  }

  /// Keys in what a reader reads or writes by itself. Where nothing tells that the numbers are those of
  /// blocks, a trailer must look like one.
  private func hideTrailers(
    _ access: StorageAccess, in exchange: inout Exchange, _ command: Span<UInt8>,
    _ answer: Span<UInt8>
  ) {
    guard access.number < 256, layout.unit == .blocks || layout.unit == nil else { return }
    let bytes = (access.side == .command ? command : answer).extracting(access.range)
    if layout.unit == nil {
      var isLikely = false
      for start in stride(from: 0, to: bytes.count, by: 16) where start + 16 <= bytes.count {
        let number = access.number + start / 16
        guard number < 256, ClassicBlock.isTrailer(UInt8(number)) else { continue }
        isLikely =
          isLikely
          || SectorTrailer.isLikely(
            bytes.extracting(start..<start + 16), isRead: access.side == .answer)
      }
      guard isLikely else { return }
    }
    Self.hideTrailers(access.range, access.side, from: UInt8(access.number), in: &exchange)
  }

  private static func hideTrailers(
    _ range: Range<Int>, _ side: Side, from block: UInt8, in exchange: inout Exchange
  ) {
    guard ClassicBlock.holdsTrailer((range.count + 15) / 16, from: block) else { return }
    exchange.hidden.add(HiddenBytes(.key, side, range, blocksFrom: block))
  }

  /// WRITE CONFIGURATION of NXP's ISO/IEC 15693 cards: blocks 20h to 2Fh take keys, or passwords.
  private func hideConfiguration(_ exchange: inout Exchange, _ command: Span<UInt8>) {
    guard let request = VicinityRequest(command), request.maker == 0x04, request.code == 0xC1,
      request.parameters < command.count, command[request.parameters] >> 4 == 2
    else { return }
    let start = request.parameters + 1
    guard start < command.count else { return }
    exchange.hidden.add(HiddenBytes(.key, .command, start..<command.count))
  }
}
