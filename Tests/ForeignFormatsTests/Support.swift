import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// Bytes in memory that arrive in pieces of a given size.
final class Pieces: ByteSource {
  let name: String
  private let bytes: [UInt8]
  private let size: Int
  private var at = 0

  init(_ bytes: [UInt8], of size: Int = .max, name: String = "capture") {
    self.name = name
    self.bytes = bytes
    self.size = size
  }

  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    let bytes = bytes
    let count = min(size, count, bytes.count - at)
    buffer.append(bytes.span.extracting(at..<at + count))
    at += count
    return count
  }
}

/// A frame with its bytes taken out of its batch, so that frames of different batches compare.
struct Seen: Equatable, CustomStringConvertible {
  var frame: Frame
  let bytes: [UInt8]
  private(set) var extra: [UInt8]

  /// Forgets what only the file it came from needs.
  mutating func becomeRegular() {
    extra = []
    frame.flags.remove(.oddRecord)
  }

  init(_ frame: Frame, in batch: FrameBatch) {
    bytes = batch.copy(of: frame.bytes)
    extra = batch.copy(of: frame.extra)
    self.frame = frame
    self.frame.bytes = .none
    self.frame.extra = .none
  }

  /// One line: number, seconds, link, direction or event, bytes, and what is special.
  var description: String {
    let (seconds, nanoseconds) = frame.time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let fraction = String(nanoseconds + 1_000_000_000).dropFirst()
    var line = "\(frame.number) \(seconds).\(fraction) \(frame.link)"
    line += frame.event == .none ? " \(frame.direction)" : " \(frame.event)"
    if !bytes.isEmpty { line += " " + Hex.text(bytes) }
    let names: [(FrameFlags, String)] = [
      (.crcStripped, "crcStripped"), (.badRecord, "bad"), (.oddRecord, "odd"),
    ]
    for (flag, name) in names where frame.flags.contains(flag) { line += " " + name }
    if frame.flags.contains(.cut) { line += " cut:\(frame.originalLength)" }
    if !extra.isEmpty { line += " extra:" + Hex.text(extra) }
    if frame.source != 0 { line += " source:\(frame.source)" }
    return line
  }
}

/// Everything that a reader gives.
struct Reading: Equatable {
  var frames: [Seen] = []
  var description: TraceDescription
  var damage: [TraceDamage]

  var lines: [String] { frames.map(\.description) }

  init(_ reader: any FrameReader) throws(TraceError) {
    var reader = reader
    var batch = FrameBatch()
    while try reader.read(into: &batch) {
      frames += batch.frames.map { Seen($0, in: batch) }
    }
    description = reader.description
    damage = reader.damage
  }

  /// Reads bytes that arrive in pieces, as whatever they are.
  init(_ bytes: [UInt8], inPiecesOf size: Int = .max) throws(TraceError) {
    try self.init(openFrames(InputFile(Pieces(bytes, of: size))))
  }
}

/// The bytes of hex digits, which white space may part anywhere; what is no hex gives none, and the test that uses them fails.
func hex(_ digits: String) -> [UInt8] { Hex.bytes(digits.filter { !$0.isWhitespace }) ?? [] }

/// A pcap file made by hand.
struct PcapFile {
  var order: ByteOrder = .little
  var magic: UInt32 = 0xA1B2_C3D4
  var linkType: UInt32 = 264
  var records: [[UInt8]] = []

  /// Adds a record; `kept` and `original` are the packet's length unless given.
  mutating func add(
    _ seconds: UInt32, _ fraction: UInt32, _ packet: String, kept: UInt32? = nil,
    original: UInt32? = nil
  ) {
    let packet = hex(packet)
    let count = UInt32(packet.count)
    records.append(
      order.bytes(seconds) + order.bytes(fraction) + order.bytes(kept ?? count)
        + order.bytes(original ?? count) + packet)
  }

  var bytes: [UInt8] {
    order.bytes(magic) + order.bytes(UInt16(2)) + order.bytes(UInt16(4))
      + order.bytes(UInt64(0)) + order.bytes(UInt32(65535)) + order.bytes(linkType)
      + records.joined()
  }
}

extension ByteOrder {
  /// A number as the bytes of a file.
  func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    let width = number.bitWidth / 8
    let little = (0..<width).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    return self == .little ? little : little.reversed()
  }
}
