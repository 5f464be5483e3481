import CoreNFC
import Decoding
import Foundation
import Playback

@testable import CoreNFCTesting

/// A phone with a session on a queue that tests wait for: what the phone has told, the app has heard.
final class Bench {
  let phone: TestPhone
  let recorder = SessionRecorder()

  init(_ app: TestApp, _ option: NFCTagReaderSession.PollingOption = .iso14443) {
    phone = TestPhone(app)
    // Tests of thousands of sessions have no time for the sheet.
    phone.phone.state.withLock { ($0.sheetComes, $0.sheetLeaves) = (nil, nil) }
    recorder.option = option
    recorder.begin()
    drain()
  }

  /// A bench that finds every kind of tag.
  convenience init() {
    self.init(
      TestApp(selectIdentifiers: ["D2760000850101"], systemCodes: ["12FC", "88B4"]),
      [.iso14443, .iso15693, .iso18092])
  }

  /// Everything that was posted is delivered.
  func drain() { recorder.queue.sync {} }

  /// Holds a tag there, and gives it as the session finds it.
  func hold(_ tag: TestTag) -> NFCTag? {
    phone.hold(tag)
    drain()
    return recorder.tags.first
  }

  /// Holds a tag there and connects it.
  func connect(_ tag: TestTag) -> NFCTag? {
    guard let found = hold(tag) else { return nil }
    _ = code { recorder.session?.connect(to: found, completionHandler: $0) }
    return found
  }

  /// The code that a handler gets; 0 for none. A handler that is called twice, or never, is -1.
  func code(_ start: (@escaping (Error?) -> Void) -> Void) -> Int {
    var codes: [Int] = []
    start { error in
      codes.append(error.map { ($0 as? NFCReaderError)?.code.rawValue ?? -2 } ?? 0)
    }
    drain()
    return codes.count == 1 ? codes[0] : -1
  }

  /// What a handler gets.
  func value<Value>(_ start: (@escaping (Value) -> Void) -> Void) -> Value? {
    var values: [Value] = []
    start { values.append($0) }
    drain()
    return values.count == 1 ? values[0] : nil
  }

  /// Every code of the error.
  static let codes: Set<Int> = Set((0...510).filter { NFCReaderError.Code(rawValue: $0) != nil })
}

/// A tag that answers whole payloads: FeliCa from LEN on, ISO/IEC 15693 from the flags on.
struct AnsweringCard: Card {
  let technology: Technology
  let answer: @Sendable ([UInt8]) -> [UInt8]?

  mutating func receive(_ frame: AirFrame) -> AirFrame? {
    guard frame.technology == technology, let payload = frame.payload else { return nil }
    return answer(payload).map { AirFrame(technology, payload: $0) }
  }

  mutating func losePower() {}

  /// A FeliCa card of the system 12FC: what a command's code is answered behind the IDm.
  static func felica(_ answers: @escaping @Sendable (UInt8) -> [UInt8]?) -> AnsweringCard {
    let idm = [UInt8](Data(hex: "012E4A3B2C1D0E9F"))
    return AnsweringCard(technology: .nfcF) { payload in
      let answer: [UInt8]
      if payload[1] == 0x00 {
        answer = [0x01] + idm + Data(hex: "00F100000001430012FC")
      } else {
        guard let rest = answers(payload[1]) else { return nil }
        answer = [payload[1] + 1] + idm + rest
      }
      return [UInt8(answer.count + 1)] + answer
    }
  }

  /// A tag of ISO/IEC 15693: what a request is answered, from the flags on.
  static func vicinity(_ answers: @escaping @Sendable (UInt8) -> [UInt8]?) -> AnsweringCard {
    AnsweringCard(technology: .nfcV) { payload in
      payload[1] == 0x01
        ? [0x00, 0x00] + Data(hex: "78563412000104E0") : answers(payload[1])
    }
  }
}

/// A card's application that a test has written.
struct AnsweringApplication: CardApplication {
  let answers: @Sendable ([UInt8]) -> [UInt8]?
  mutating func answer(_ command: [UInt8]) -> [UInt8]? { answers(command) }
  mutating func reset() {}

  /// A card of NFC-A with the application.
  static func card(_ answers: @escaping @Sendable ([UInt8]) -> [UInt8]?) -> TypeACard {
    TypeACard(
      TypeAIdentity(
        atqa: [0x44, 0x03], uid: [UInt8](Data(hex: "04112233445566")), sak: 0x20,
        ats: [UInt8](Data(hex: "0675778102 80"))),
      .application(AnsweringApplication(answers: answers)))
  }
}
