import Bytes
import CZlib

/// Bytes stored in gzip and zstd without being made shorter, so that the fuzzer's bytes stay where
/// it can see them.
enum Packing {
  /// A header without a name (RFC 1952), and the method: deflate.
  static let gzipMagic: [UInt8] = [0x1F, 0x8B, 8]
  /// RFC 8878.
  static let zstdMagic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// Whether bytes begin as something packed, perhaps broken: how much of that comes out depends on
  /// how it arrives.
  static func isPacked(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: gzipMagic.prefix(2)) || bytes.starts(with: zstdMagic)
      || bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
  }

  /// One member of stored blocks.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var packed = gzipMagic + [0, 0, 0, 0, 0, 0, 255]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      packed += [rest.isEmpty ? 1 : 0] + little(UInt32(count), 2) + little(UInt32(~count), 2)
      packed += block
    } while !rest.isEmpty
    let sum = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe crc32(0, bytes.baseAddress, UInt32(bytes.count))
    }
    return packed + little(UInt32(truncatingIfNeeded: sum), 4) + little(UInt32(bytes.count), 4)
  }

  /// One frame of raw blocks, with a window of 1 KiB and no size.
  static func zstd(_ bytes: [UInt8]) -> [UInt8] {
    var packed = zstdMagic + [0, 0]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(1024)
      rest = rest.dropFirst(block.count)
      packed += little(UInt32(block.count) << 3 | (rest.isEmpty ? 1 : 0), 3) + block
    } while !rest.isEmpty
    return packed
  }

  static func little(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (UInt32($0) * 8)) }
  }
}
