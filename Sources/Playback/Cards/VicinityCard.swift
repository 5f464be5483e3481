import Bytes
package import Decoding

/// A card of ISO/IEC 15693, such as an ICODE SLIX: blocks that are read, written and locked, and what
/// the standard has for families and formats.
package struct VicinityCard: Card {
  /// As people write it, E0 first.
  private let uid: [UInt8]
  private let blockSize: Int
  private let reference: UInt8
  private var bytes: [UInt8]
  /// Blocks that are not written any more.
  var locked: Set<Int> = []
  /// AFI and DSFID.
  var family: UInt8 = 0
  var format: UInt8 = 0
  private var hasLockedFamily = false
  private var hasLockedFormat = false
  private var state = State.ready

  private enum State { case ready, quiet, selected }

  /// Makes a card of its UID of eight bytes and its memory, whose blocks have up to 32 bytes;
  /// `reference` says which chip it is.
  package init(uid: [UInt8], memory: [UInt8], blocks: Int, blockSize: Int, reference: UInt8) {
    self.uid = uid
    self.blockSize = blockSize
    self.reference = reference
    let size = blocks * blockSize
    bytes = memory.prefix(size) + [UInt8](repeating: 0, count: max(0, size - memory.count))
  }

  package var technology: Technology { .nfcV }
  package var memory: [UInt8]? { bytes }
  package mutating func losePower() { state = .ready }

  package mutating func receive(_ frame: AirFrame) -> AirFrame? {
    guard frame.technology == .nfcV, let payload = frame.payload,
      let request = VicinityRequest(payload.span), request.isWhole
    else { return nil }
    if request.asksWho {
      guard state != .quiet, matches(payload, request) else { return nil }
      return AirFrame(.nfcV, payload: [0x00, format] + uid.reversed())
    }
    let isMeant =
      request.uid.count == 8
      ? request.uid.bytes == uid
      : request.flags & 0x10 != 0 ? state == .selected : state != .quiet
    guard isMeant else {
      if request.code == 0x25, state == .selected { state = .ready }
      return nil
    }
    let answer = perform(request, Array(payload[min(request.parameters, payload.count)...]))
    return answer.map { AirFrame(.nfcV, payload: $0) }
  }

  /// Whether an inventory's family and mask are this card's.
  private func matches(_ payload: [UInt8], _ request: VicinityRequest) -> Bool {
    var rest = payload.dropFirst(2)
    if request.hasFamily, let asked = rest.popFirst(), asked != 0, asked != family { return false }
    guard let length = rest.popFirst().map(Int.init), rest.count >= (length + 7) / 8 else {
      return false
    }
    let own = Array(uid.reversed())
    for bit in 0..<min(length, 64) {
      let byte = rest[rest.startIndex + bit / 8]
      if byte >> UInt8(bit % 8) & 1 != own[bit / 8] >> UInt8(bit % 8) & 1 { return false }
    }
    return true
  }

  private mutating func perform(_ request: VicinityRequest, _ data: [UInt8]) -> [UInt8]? {
    switch request.code {
    case 0x02:
      state = .quiet
      return nil
    case 0x25, 0x26:
      state = request.code == 0x25 ? .selected : .ready
      return Self.done
    case 0x20...0x24, 0x2C, 0x30...0x34, 0x3C:
      return block(request, data)
    case 0x27, 0x29:
      guard data.count == 1 else { return Self.notRecognized }
      let isClosed = request.code == 0x27 ? hasLockedFamily : hasLockedFormat
      guard !isClosed else { return Self.isLocked }
      if request.code == 0x27 { family = data[0] } else { format = data[0] }
      return Self.done
    case 0x28:
      hasLockedFamily = true
      return Self.done
    case 0x2A:
      hasLockedFormat = true
      return Self.done
    case 0x2B:
      // One less than there are, in a byte: a larger card says it in EXTENDED GET SYSTEM INFORMATION.
      let size = [UInt8(clamping: bytes.count / blockSize - 1), UInt8(blockSize - 1), reference]
      return [0x00, 0x0F] + uid.reversed() + [format, family] + size
    default:
      return Self.notSupported
    }
  }

  /// Reading, writing and locking blocks, one or several in a row.
  private mutating func block(_ request: VicinityRequest, _ data: [UInt8]) -> [UInt8] {
    let isExtended = request.code >= 0x30
    let code = isExtended ? request.code - 0x10 : request.code
    let width = isExtended ? 2 : 1
    let hasCount = code == 0x23 || code == 0x24 || code == 0x2C
    guard data.count >= (hasCount ? 2 * width : width) else { return Self.notRecognized }
    let number = { (at: Int) in Int(data[at]) | (isExtended ? Int(data[at + 1]) << 8 : 0) }
    let first = number(0)
    let range = first..<first + (hasCount ? number(width) + 1 : 1)
    guard range.upperBound <= bytes.count / blockSize else { return Self.notAvailable }
    let content = Array(data.dropFirst(hasCount ? 2 * width : width))
    switch code {
    case 0x20, 0x23:
      return [0x00]
        + range.flatMap { block -> [UInt8] in
          let status: [UInt8] = request.hasOption ? [locked.contains(block) ? 1 : 0] : []
          return status + bytes[block * blockSize..<(block + 1) * blockSize]
        }
    case 0x21, 0x24:
      guard content.count == range.count * blockSize else { return Self.notRecognized }
      guard locked.isDisjoint(with: range) else { return Self.isLocked }
      bytes.replaceSubrange(
        first * blockSize..<range.upperBound * blockSize, with: content)
      return Self.done
    case 0x22:
      guard locked.insert(first).inserted else { return [0x01, 0x11] }
      return Self.done
    default:
      return [0x00] + range.map { locked.contains($0) ? 1 : 0 }
    }
  }

  private static let done: [UInt8] = [0x00]
  private static let notSupported: [UInt8] = [0x01, 0x01]
  private static let notRecognized: [UInt8] = [0x01, 0x02]
  private static let notAvailable: [UInt8] = [0x01, 0x10]
  private static let isLocked: [UInt8] = [0x01, 0x12]
}
