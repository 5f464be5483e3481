package import Decoding

/// The reader's half of the air: wakes cards, selects one, and brings it whole commands.
package struct CouplingDevice: Sendable {
  /// The cards that lie on the reader.
  package private(set) var cards: [any Card]
  /// What went over the air since somebody asked for it, where it is kept at all.
  private var heard: [AirExchange]?

  /// A reader on which cards lie. With `keepsLog` it remembers what goes over the air.
  package init(_ cards: [any Card], keepsLog: Bool = false) {
    self.cards = cards
    heard = keepsLog ? [] : nil
  }

  /// What went over the air since this was asked last.
  package mutating func takeLog() -> [AirExchange] {
    guard let log = heard else { return [] }
    heard = []
    return log
  }

  /// Sends a frame to all cards. Where several answer, the first is heard: the collision that a
  /// reader would resolve bit by bit is resolved in its favour.
  package mutating func send(_ frame: AirFrame) -> AirFrame? {
    var first: AirFrame?
    for index in cards.indices {
      let answer = cards[index].receive(frame)
      first = first ?? answer
    }
    heard?.append(AirExchange(frame: frame, answer: first))
    return first
  }

  /// Sends what a frame carries and gives what the answer carries.
  package mutating func transceive(_ payload: [UInt8], _ technology: Technology) -> [UInt8]? {
    send(AirFrame(technology, payload: payload))?.payload
  }

  /// Takes the field away.
  package mutating func fieldOff() {
    for index in cards.indices { cards[index].losePower() }
  }
}

/// A frame of the reader and what answered it.
package struct AirExchange: Equatable, Sendable {
  package var frame: AirFrame
  package var answer: AirFrame?
}

/// A card of NFC-A as the reader has selected it.
package struct TypeATarget: Equatable, Sendable {
  /// As sent, low byte first.
  package var atqa: [UInt8]
  package var sak: UInt8
  package var uid: [UInt8]
  package var ats: [UInt8] = []
}

extension CouplingDevice {
  /// Wakes and selects a card of NFC-A: any that is idle, or the one whose cascade levels (with
  /// their cascade tags, without BCC) are given, which is woken from its halt too.
  package mutating func selectTypeA(levels wanted: [UInt8] = []) -> TypeATarget? {
    let request: UInt8 = wanted.isEmpty ? 0x26 : 0x52
    guard let atqa = send(.bits(request, count: 7)), atqa.bytes.count == 2 else { return nil }
    var target = TypeATarget(atqa: atqa.bytes, sak: 0, uid: [])
    var rest = wanted[...]
    for level in 0..<3 {
      let select = 0x93 + 2 * UInt8(level)
      var part = Array(rest.prefix(4))
      rest = rest.dropFirst(4)
      if wanted.isEmpty {
        guard let answer = send(AirFrame(.nfcA, bytes: [select, 0x20])), answer.bytes.count == 5,
          answer.bytes.reduce(0, ^) == 0
        else { return nil }
        part = Array(answer.bytes.prefix(4))
      }
      guard part.count == 4,
        let sak = transceive([select, 0x70] + part + [part.reduce(0, ^)], .nfcA)?.first
      else { return nil }
      target.sak = sak
      let goesOn = sak & 0x04 != 0
      target.uid += goesOn ? part.dropFirst() : part[...]
      if !goesOn { return target }
    }
    return nil
  }

  /// Asks a selected card for its ATS. It may be anything that a card sends.
  package mutating func requestAnswerToSelect(parameter: UInt8) -> [UInt8]? {
    transceive([0xE0, parameter], .nfcA)
  }

  /// Polls for a card of NFC-F: the payload from the command code on.
  package mutating func pollTypeF(_ request: [UInt8]) -> [UInt8]? {
    guard request.count < 255 else { return nil }
    return transceive([UInt8(request.count + 1)] + request, .nfcF)
  }

  /// Wakes a card of NFC-B and gives its ATQB.
  package mutating func requestTypeB(family: UInt8) -> [UInt8]? {
    guard let answer = transceive([0x05, family, 0x00], .nfcB), answer.count >= 12,
      answer[0] == 0x50
    else { return nil }
    return answer
  }
}
