import Bytes
import TraceFormat

/// Puts APDUs that a reader's chip exchanged into the ISO-DEP blocks that they must have been on air in.
///
/// How long blocks were and whether a CID was used only the chip knows: blocks here have no CID and hold
/// up to 253 bytes, as 256 byte frames do.
struct AirBlocks {
  /// Whether a card was activated for blocks; without that nothing is known to be on air.
  private(set) var isActivated = false
  private var number: UInt8 = 0
  private var link: Link = .nfcA

  private static let most = 253

  /// Learns from a frame on air: RATS and ATTRIB begin blocks, polls end them.
  mutating func note(_ frame: Frame, _ bytes: Span<UInt8>) {
    guard frame.direction == .toCard, bytes.count > 0 else { return }
    switch bytes[0] {
    case 0xE0 where bytes.count == 4, 0x1D where bytes.count >= 11:
      isActivated = true
      link = frame.link
      number = 0
    case 0x26 where bytes.count == 1, 0x52 where bytes.count == 1, 0x05 where bytes.count == 5:
      isActivated = false
    default: break
    }
  }

  /// Appends the blocks of an APDU; gives how many frames these are.
  mutating func append(
    _ apdu: Frame, _ bytes: Span<UInt8>, to batch: inout FrameBatch
  ) -> Int {
    var start = 0
    var count = 0
    while true {
      let end = min(start + Self.most, bytes.count)
      let goesOn = end < bytes.count
      var block: [UInt8] = [0x02 | (goesOn ? 0x10 : 0) | number]
      block.append(bytes.extracting(start..<end))
      add(block, apdu, apdu.direction, to: &batch)
      count += 1
      // Each block of the reader is answered under its number, and then the next has the other.
      if apdu.direction == .fromCard { number ^= 1 }
      guard goesOn else { return count }
      let other: Direction = apdu.direction == .toCard ? .fromCard : .toCard
      add([0xA2 | number], apdu, other, to: &batch)
      count += 1
      if apdu.direction == .toCard { number ^= 1 }
      start = end
    }
  }

  private func add(
    _ block: [UInt8], _ apdu: Frame, _ direction: Direction, to batch: inout FrameBatch
  ) {
    var frame = apdu
    frame.direction = direction
    frame.link = link
    let crc = link == .nfcB ? Checksum.crcB(block.span) : Checksum.crcA(block.span)
    let bytes = block + [UInt8(truncatingIfNeeded: crc), UInt8(truncatingIfNeeded: crc >> 8)]
    frame.bytes = batch.store(bytes.span)
    batch.frames.append(frame)
  }
}
