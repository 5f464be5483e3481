import Decoding

/// A recorded card of ISO/IEC 15693. What a command asks for decides what answers it: whether its
/// reader sent the UID along, and which speed it wanted, does not.
struct RecordedVicinity: Card {
  private let uid: [UInt8]
  private var talk: RecordedTalk
  /// What blocks held when they were read or written last.
  private var blocks: [Int: [UInt8]] = [:]
  private var wasFound = false

  init(uid: [UInt8], exchanges: [RecordedExchange]) {
    self.uid = uid
    talk = RecordedTalk(
      exchanges.compactMap { exchange in
        Self.essence(of: exchange.command).map {
          RecordedExchange(command: $0, answer: exchange.answer)
        }
      })
    for exchange in exchanges { learn(exchange.command, exchange.answer ?? []) }
  }

  var technology: Technology { .nfcV }
  var isUsedUp: Bool { wasFound && talk.isAtEnd }

  mutating func losePower() {}

  mutating func receive(_ frame: AirFrame) -> AirFrame? {
    guard frame.technology == .nfcV, let payload = frame.payload,
      let request = VicinityRequest(payload.span)
    else { return nil }
    if request.asksWho {
      wasFound = true
      return AirFrame(.nfcV, payload: [0x00, 0x00] + uid.reversed())
    }
    guard request.uid.count != 8 || request.uid.bytes == uid,
      let asked = Self.essence(of: payload)
    else { return nil }
    if let known = talk.play(asked) { return known.answer.map { AirFrame(.nfcV, payload: $0) } }
    // 0F: an error of which nothing more is said.
    return AirFrame(.nfcV, payload: remembered(request, payload) ?? [0x01, 0x0F])
  }

  /// Takes in the blocks that an exchange read. With the option flag, security bytes stand between
  /// them, and they are left alone.
  private mutating func learn(_ command: [UInt8], _ answer: [UInt8]) {
    guard let request = VicinityRequest(command.span), !request.hasOption, answer.first == 0x00,
      [0x20, 0x23, 0x30, 0x33].contains(request.code),
      let (first, count) = request.blocks(of: command.span), answer.count > 1,
      (answer.count - 1).isMultiple(of: count)
    else { return }
    let size = (answer.count - 1) / count
    for index in 0..<count {
      blocks[first + index] = Array(answer[1 + index * size..<1 + (index + 1) * size])
    }
  }

  /// Blocks that were read in other steps than they are asked for now.
  private func remembered(_ request: VicinityRequest, _ payload: [UInt8]) -> [UInt8]? {
    guard [0x20, 0x23, 0x30, 0x33].contains(request.code), !request.hasOption,
      let (first, count) = request.blocks(of: payload.span)
    else { return nil }
    let found = (first..<first + count).compactMap { blocks[$0] }
    return found.count == count ? [0x00] + found.flatMap { $0 } : nil
  }

  /// The option flag, the code, the maker and the parameters of a request.
  private static func essence(of bytes: [UInt8]) -> [UInt8]? {
    guard let request = VicinityRequest(bytes.span), request.isWhole, !request.isInventory else {
      return nil
    }
    let maker = request.maker.map { [$0] } ?? []
    return [request.code, request.flags & 0x40] + maker
      + bytes[min(request.parameters, bytes.count)...]
  }
}
