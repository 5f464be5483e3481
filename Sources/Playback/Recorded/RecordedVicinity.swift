import Decoding

/// A recorded card of ISO/IEC 15693. What a command asks for decides what answers it: whether its
/// reader sent the UID along, and which speed it wanted, does not.
struct RecordedVicinity: Card {
  private let uid: [UInt8]
  private var talk: RecordedTalk
  private var wasFound = false

  init(uid: [UInt8], exchanges: [RecordedExchange]) {
    self.uid = uid
    talk = RecordedTalk(
      exchanges.compactMap { exchange in
        Self.essence(of: exchange.command).map {
          RecordedExchange(command: $0, answer: exchange.answer)
        }
      })
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
    // 0F: an error of which nothing more is said.
    guard let known = talk.play(asked) else { return AirFrame(.nfcV, payload: [0x01, 0x0F]) }
    return known.answer.map { AirFrame(.nfcV, payload: $0) }
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
