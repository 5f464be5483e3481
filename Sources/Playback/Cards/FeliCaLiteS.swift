package import Decoding

/// A FeliCa Lite-S card (Sony FeliCa Lite-S User's Manual): polling, and reading and writing blocks
/// without authentication.
///
/// Blocks that need a MAC to be computed (81h, 91h) are refused as if they did not exist: no key is
/// behind the card.
package struct FeliCaLiteS: Card {
  private let idm: [UInt8]
  private let pmm: [UInt8]
  private var blocks: [UInt8: [UInt8]] = [:]
  /// MC byte 3 says whether the card answers to the NDEF system too.
  private var isNDEF: Bool { (blocks[0x88]?[3] ?? 0) == 0x01 }

  /// Makes a card of its IDm and PMm of eight bytes and its user blocks 00h to 0Dh.
  package init(idm: [UInt8], pmm: [UInt8], memory: [UInt8]) {
    self.idm = idm
    self.pmm = pmm
    for number in 0..<14 {
      let start = 16 * number
      let bytes = memory.count > start ? memory[start...].prefix(16) : []
      blocks[UInt8(number)] = bytes + [UInt8](repeating: 0, count: 16 - bytes.count)
    }
    blocks[0x0E] = [UInt8](repeating: 0xFF, count: 16)
    blocks[0x80] = Self.empty
    blocks[0x82] = idm + [UInt8](repeating: 0, count: 8)
    blocks[0x83] = idm + pmm
    blocks[0x84] = [0x00, 0x0B] + [UInt8](repeating: 0, count: 14)
    blocks[0x85] = [0x88, 0xB4] + [UInt8](repeating: 0, count: 14)
    blocks[0x86] = Self.empty
    blocks[0x87] = Self.empty
    blocks[0x88] = [0xFF, 0xFF, 0xFF, 0x01, 0x07] + [UInt8](repeating: 0, count: 11)
    blocks[0x90] = Self.empty
    blocks[0x92] = Self.empty
    blocks[0xA0] = Self.empty
  }

  /// Makes a card of blocks that were read out; the others are as the card is sold.
  init(idm: [UInt8], pmm: [UInt8], blocks known: [UInt8: [UInt8]]) {
    self.init(idm: idm, pmm: pmm, memory: [])
    for (number, block) in known where block.count == 16 && blocks[number] != nil {
      blocks[number] = block
    }
  }

  /// PMm of a Lite-S.
  package static let parameters: [UInt8] = [0x00, 0xF1, 0x00, 0x00, 0x00, 0x01, 0x43, 0x00]

  package var technology: Technology { .nfcF }

  /// The user blocks, 00h to 0Dh.
  package var memory: [UInt8]? { (0..<14).flatMap { blocks[UInt8($0)] ?? Self.empty } }

  package mutating func losePower() { blocks[0x80] = Self.empty }

  package mutating func receive(_ frame: AirFrame) -> AirFrame? {
    guard frame.technology == .nfcF, let payload = frame.payload, payload.count >= 2 else {
      return nil
    }
    guard let answer = answer(payload[1], payload[2...]) else { return nil }
    return AirFrame(.nfcF, payload: [UInt8(answer.count + 1)] + answer)
  }

  private mutating func answer(_ code: UInt8, _ data: ArraySlice<UInt8>) -> [UInt8]? {
    if code == 0x00 { return poll(Array(data)) }
    guard data.count > 8, data.prefix(8).elementsEqual(idm) else { return nil }
    let parameters = Array(data.dropFirst(8))
    switch code {
    case 0x06: return [0x07] + idm + read(parameters)
    case 0x08: return [0x09] + idm + write(parameters)
    default: return nil
    }
  }

  /// Polling: FFh in the system code stands for any byte.
  private func poll(_ data: [UInt8]) -> [UInt8]? {
    guard data.count == 4 else { return nil }
    let systems: [[UInt8]] = isNDEF ? [[0x88, 0xB4], [0x12, 0xFC]] : [[0x88, 0xB4]]
    let asked = data[0...1]
    // Asked for any system, the card names the NDEF one, where it has it.
    let matching = systems.last { system in
      zip(asked, system).allSatisfy { $0 == 0xFF || $0 == $1 }
    }
    guard let system = matching else { return nil }
    switch data[2] {
    case 0x01: return [0x01] + idm + pmm + system
    case 0x02: return [0x01] + idm + pmm + [0x00, 0x83]
    default: return [0x01] + idm + pmm
    }
  }

  private func read(_ parameters: [UInt8]) -> [UInt8] {
    let request: BlockRequest
    do { request = try BlockRequest(parameters, services: [0x000B, 0x0009], most: 4) } catch {
      return error.bytes
    }
    guard request.rest.isEmpty else { return BlockRefusal(0xFF, 0xA2).bytes }
    var bytes: [UInt8] = []
    for (index, number) in request.blocks.enumerated() {
      guard let block = blocks[number] else { return BlockRefusal(1 << UInt8(index), 0xA8).bytes }
      // Keys and the random challenge are never shown.
      bytes += number == 0x87 || number == 0x80 ? Self.empty : block
    }
    return [0x00, 0x00, UInt8(request.blocks.count)] + bytes
  }

  private mutating func write(_ parameters: [UInt8]) -> [UInt8] {
    let request: BlockRequest
    do { request = try BlockRequest(parameters, services: [0x0009], most: 1) } catch {
      return error.bytes
    }
    guard request.rest.count == 16, let number = request.blocks.first else {
      return BlockRefusal(0xFF, 0xA2).bytes
    }
    guard let old = blocks[number] else { return BlockRefusal(0x01, 0xA8).bytes }
    guard isWritable(number) else { return BlockRefusal(0x01, 0xA8).bytes }
    var new = Array(request.rest)
    // Register REG only ever counts down; permissions, once taken, stay taken.
    if number == 0x0E, Self.register(new) > Self.register(old) {
      return BlockRefusal(0x01, 0xA8).bytes
    }
    if number == 0x88 { for index in 0...1 { new[index] &= old[index] } }
    blocks[number] = new
    return [0x00, 0x00]
  }

  /// MC's first two bytes have a bit a user block that stays writable; MC's third, FFh, leaves the
  /// system blocks open.
  private func isWritable(_ number: UInt8) -> Bool {
    let permissions = blocks[0x88] ?? Self.empty
    switch number {
    case 0x00...0x0D:
      return permissions[Int(number) / 8] >> (number % 8) & 1 == 1
    case 0x0E:
      return permissions[1] >> 6 & 1 == 1
    case 0x80: return true
    case 0x82, 0x84, 0x86, 0x87, 0x88: return permissions[2] == 0xFF
    default: return false
    }
  }

  /// The first four bytes of REG as a number, low byte first.
  private static func register(_ block: [UInt8]) -> UInt32 {
    block.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static let empty = [UInt8](repeating: 0, count: 16)
}

/// Why FeliCa refuses: status flags 1 and 2.
struct BlockRefusal: Error, Equatable {
  let bytes: [UInt8]

  init(_ first: UInt8, _ second: UInt8) { bytes = [first, second] }
}

/// The services and blocks that Read and Write Without Encryption name.
struct BlockRequest: Equatable {
  private(set) var blocks: [UInt8] = []
  /// What follows the list: the data of a write.
  private(set) var rest: ArraySlice<UInt8> = []

  /// Takes the parameters apart, from the number of services on.
  init(_ parameters: [UInt8], services: [UInt16], most: Int) throws(BlockRefusal) {
    var rest = parameters[...]
    guard let count = rest.popFirst(), count == 1 else { throw BlockRefusal(0xFF, 0xA1) }
    guard let low = rest.popFirst(), let high = rest.popFirst() else {
      throw BlockRefusal(0xFF, 0xA2)
    }
    guard services.contains(UInt16(high) << 8 | UInt16(low)) else {
      throw BlockRefusal(0xFF, 0xA6)
    }
    guard let number = rest.popFirst(), number >= 1, Int(number) <= most else {
      throw BlockRefusal(0xFF, 0xA2)
    }
    for index in 0..<number {
      guard let first = rest.popFirst(), let block = rest.popFirst() else {
        throw BlockRefusal(0xFF, 0xA3)
      }
      guard first & 0x0F == 0 else { throw BlockRefusal(1 << index, 0xA3) }
      // b8 says whether the number has one byte or two.
      if first & 0x80 == 0 {
        guard let high = rest.popFirst(), high == 0 else { throw BlockRefusal(1 << index, 0xA8) }
      }
      blocks.append(block)
    }
    self.rest = rest
  }
}
