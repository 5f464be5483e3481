import Bytes
import Decoding

/// The check byte in a tag's memory that stands apart from the UID it is computed from: page 2 of a
/// Type 2 tag begins with it (ISO/IEC 14443-3: over the last four bytes).
struct SerialChecks: Sendable {
  /// By the number of the visit.
  private var serials: [Int: [UInt8]] = [:]

  mutating func note(_ identifier: Identifier, visit: Int) {
    if identifier.count == 7 { serials[visit] = identifier.bytes }
  }

  mutating func forget(visit: Int) { serials[visit] = nil }

  /// The UID whose check byte an answer begins with, and where that was captured.
  func check(
    in exchange: Exchange, visit: Int, _ story: borrowing Story
  ) -> (serial: [UInt8], frame: Int, offset: Int)? {
    guard exchange.form == .type2, exchange.command.count >= 2, exchange.answer.count > 4,
      let serial = serials[visit]
    else { return nil }
    let start = Int(exchange.command.start)
    let (code, page) = (story.bytes[start], story.bytes[start + 1])
    guard code == 0x30 || code == 0x3A, page == 2,
      story.bytes[Int(exchange.answer.start)] == Self.check(of: serial),
      let place = story.place(of: 0..<1, in: exchange.answerSegments), place.derived == 0
    else { return nil }
    return (serial, place.frame, place.bytes.lowerBound)
  }

  /// BCC1 of a UID of seven bytes.
  static func check(of serial: [UInt8]) -> UInt8 { serial.suffix(4).reduce(0, ^) }
}
