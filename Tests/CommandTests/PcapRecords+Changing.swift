import Foundation

extension PcapRecords {
  /// The capture with one frame changed (counted from 1), its CRC_A made right again.
  func changing(_ number: Int, _ body: (inout Data) throws -> Void) rethrows -> Data {
    try replacing(number) { record in
      // The record's head, and the pseudo header in front of the frame.
      var frame = Data(record.dropFirst(20).dropLast(2))
      try body(&frame)
      var crc: UInt16 = 0x6363
      for byte in frame {
        crc ^= UInt16(byte)
        for _ in 0..<8 { crc = crc & 1 != 0 ? crc >> 1 ^ 0x8408 : crc >> 1 }
      }
      return record.prefix(20) + frame + Data([UInt8(crc & 0xFF), UInt8(crc >> 8)])
    }
  }

  /// The capture with one frame (counted from 1) so many of its time units later, within the second.
  func delaying(_ number: Int, by units: UInt32) -> Data {
    replacing(number) { record in
      let bytes = [UInt8](record)
      let time = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[4 + $1]) << (8 * $1) } + units
      return record.prefix(4) + Data((0..<4).map { UInt8(time >> (8 * $0) & 0xFF) })
        + record.dropFirst(8)
    }
  }

  private func replacing(_ number: Int, _ body: (Data) throws -> Data) rethrows -> Data {
    var all = header
    for (index, record) in records.enumerated() {
      all += index + 1 == number ? try body(record) : record
    }
    return all
  }
}
