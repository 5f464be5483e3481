import Bytes
import Decoding
import TraceFormat

/// Checks in what passes between a host and its reader: a PN532 frame's DCS, the CRC of a raw frame in
/// it, the LRC of a T=1 block in a CCID message.
enum HostMending {
  static func mend(_ new: inout [UInt8], from old: [UInt8]) {
    mendRaw(&new, from: old, end: old.count)
    // Behind an answer there may be the status of the reader that carried it.
    if old.count > 2 { mendRaw(&new, from: old, end: old.count - 2) }
    mendPackets(&new, from: old)
    mendBlock(&new, from: old)
  }

  /// Every PN532 frame whose own checks held.
  private static func mendPackets(_ new: inout [UInt8], from old: [UInt8]) {
    var start = 0
    while start + 6 <= old.count {
      guard old[start] == 0x00, old[start + 1] == 0xFF else {
        start += 1
        continue
      }
      let packet = PN532Packet(old.span.extracting(start..<old.count))
      guard packet.kind == .data, !packet.data.isEmpty, packet.data.upperBound < packet.end else {
        start += 1
        continue
      }
      let data = start + packet.data.lowerBound..<start + packet.data.upperBound
      mendRaw(&new, from: old, end: data.upperBound)
      new[data.upperBound] = 0 &- new[data].reduce(0, &+)
      start += packet.end
    }
  }

  /// So many raw frames are looked for in one packet.
  private static let rawLimit = 8

  /// The CRC that a host sent or got itself (InCommunicateThru, D4 42 and D5 43).
  private static func mendRaw(_ new: inout [UInt8], from old: [UInt8], end: Int) {
    var tries = 0
    for start in 0..<max(0, end - 5) where tries < rawLimit {
      let body: Int
      switch (old[start], old[start + 1]) {
      case (0xD4, 0x42): body = start + 2
      case (0xD5, 0x43): body = start + 3
      default: continue
      }
      guard body + 3 <= end else { continue }
      tries += 1
      let raw = Array(old[body..<end])
      guard let check = AirCheck(of: raw, on: .iso14443) else { continue }
      var mended = Array(new[body..<end])
      check.write(to: &mended)
      new.replaceSubrange(body..<end, with: mended)
    }
  }

  private static func mendBlock(_ new: inout [UInt8], from old: [UInt8]) {
    for start in 0..<min(65, max(0, old.count - 13))
    where old[start] == 0x6F || old[start] == 0x80 {
      let length =
        Int(old[start + 1]) | Int(old[start + 2]) << 8 | Int(old[start + 3]) << 16
        | Int(old[start + 4]) << 24
      let block = start + 10..<old.count
      guard length == block.count, block.count == 4 + Int(old[start + 12]),
        old[block].reduce(0, ^) == 0
      else { continue }
      new[old.count - 1] = new[block.dropLast()].reduce(0, ^)
      return
    }
  }
}
