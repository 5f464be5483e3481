package import Decoding

/// A card of NFC-B: it answers REQB and WUPB, and speaks ISO-DEP from ATTRIB on.
package struct TypeBCard: Card {
  /// PUPI, application data and protocol information, as ATQB brings them: 4, 4 and 3 bytes.
  private let answer: [UInt8]
  private var application: any CardApplication
  private var state: State = .idle
  private var wasSelected = false

  private enum State {
    case idle, ready, halted
    case blocks(BlockResponder)
  }

  /// Makes a card that lies outside the field. `answer` is ATQB behind its first byte 50h.
  package init(answer: [UInt8], application: any CardApplication) {
    self.answer = answer
    self.application = application
  }

  package var technology: Technology { .nfcB }
  package var isUsedUp: Bool { wasSelected && application.isUsedUp }
  package var memory: [UInt8]? { application.memory }

  package mutating func losePower() {
    state = .idle
    application.reset()
  }

  package mutating func receive(_ frame: AirFrame) -> AirFrame? {
    guard frame.technology == .nfcB, let payload = frame.payload else { return nil }
    let heard: [UInt8]?
    switch state {
    case .blocks(let responder):
      heard = exchange(payload, responder)
    case .idle, .ready, .halted:
      heard = select(payload)
    }
    return heard.map { AirFrame(.nfcB, payload: $0) }
  }

  private mutating func select(_ request: [UInt8]) -> [UInt8]? {
    let pupi = answer.prefix(4)
    switch (request[0], request.count) {
    case (0x05, 3):
      // b4 of PARAM is WUPB, which alone wakes a halted card; AFI 00h asks for every family.
      if case .halted = state, request[2] & 0x08 == 0 { return nil }
      guard request[1] == 0x00 || request[1] == answer[4] else { return nil }
      state = .ready
      wasSelected = true
      return [0x50] + answer
    case (0x1D, 9...) where request[1..<5].elementsEqual(pupi):
      guard case .ready = state else { return nil }
      application.reset()
      state = .blocks(BlockResponder(requestForAnswer: request[6] << 4 | request[8] & 15))
      return [request[8] & 15]
    case (0x50, 5) where request[1...].elementsEqual(pupi):
      state = .halted
      return [0x00]
    default:
      return nil
    }
  }

  private mutating func exchange(_ block: [UInt8], _ responder: BlockResponder) -> [UInt8]? {
    var responder = responder
    let answer = responder.answer(block, from: &application)
    state = responder.isDeselected ? .halted : .blocks(responder)
    return answer
  }
}
