import CoreNFC
import Foundation
import Synchronization
import Testing

@testable import CoreNFCTesting

/// Applications that Info.plist lists, and commands of ISO/IEC 7816-4.
@Suite(.phone) struct ApplicationRuleTests {
  private static let ndef = "D2760000850101"
  private static let passport = "A0000002471001"
  private static let oath = "A0000005272101"

  /// A card that has the applications, and answers 9000 to the rest.
  private func card(_ applications: [String]) -> TestTag {
    let names = applications.map { [UInt8](Data(hex: $0)) }
    return TestTag(
      "card",
      AnsweringApplication.card { command in
        guard command[1] == 0xA4, command[2] == 0x04 else {
          return command[0] == 0x90 ? [0x6E, 0x00] : [0x90, 0x00]
        }
        return names.contains(Array(command[5...].prefix(Int(command[4]))))
          ? [0x90, 0x00] : [0x6A, 0x82]
      })
  }

  private func select(_ name: String) -> String {
    "00A40400" + String(format: "%02X", name.count / 2) + name + "00"
  }

  /// In the list's order, each once, until one is there.
  @Test func applicationsAreTriedInOrder() throws {
    let bench = Bench(
      TestApp(selectIdentifiers: [Self.passport, "zz", Self.passport, Self.oath, Self.ndef]))
    guard case .iso7816(let tag)? = bench.hold(card([Self.ndef, Self.oath])) else {
      Issue.record("not found: \(bench.phone.story)")
      return
    }
    #expect(tag.initialSelectedAID == Self.oath)
    #expect(
      bench.phone.commands(all: true) == [select(Self.passport), select(Self.oath)])
    #expect(bench.phone.story.contains("Invalid AID entry: zz"))
    #expect(tag.historicalBytes == Data([0x80]))
    #expect(tag.identifier == Data(hex: "04112233445566"))
    #expect(tag.applicationData == nil)
  }

  /// A configuration narrows the list and never widens it; one that narrows to nothing narrows nothing;
  /// with `restartPolling` it holds for one round.
  @Test func configurationNarrows() async throws {
    let phone = TestPhone(TestApp(selectIdentifiers: [Self.passport, Self.oath, Self.ndef]))
    let recorder = SessionRecorder()
    recorder.session = NFCTagReaderSession(
      configuration: .init(
        pollingOption: .iso14443,
        iso7816SelectIdentifiers: [Self.ndef.lowercased(), "A000000001", Self.ndef]),
      delegate: recorder, queue: recorder.queue)
    recorder.session?.begin()
    phone.hold(card([Self.passport, Self.oath, Self.ndef]))
    try await phone.settle()
    #expect(phone.commands(all: true) == [select(Self.ndef)])
    recorder.session?.restartPolling(
      configuration: .init(pollingOption: .iso14443, iso7816SelectIdentifiers: [Self.oath]))
    try await phone.settle()
    recorder.session?.restartPolling(
      configuration: .init(pollingOption: .iso14443, iso7816SelectIdentifiers: ["A000000001"]))
    try await phone.settle()
    recorder.session?.restartPolling()
    try await phone.settle()
    #expect(
      phone.commands(all: true)
        == [Self.ndef, Self.oath, Self.passport, Self.ndef].map(select))
    recorder.session?.invalidate()
  }

  @Test(
    "A name is listed whole", arguments: ["D27600008501", "D276000085010101", "D2760000850100"])
  func namesAreListedWhole(name: String) throws {
    let bench = Bench(TestApp(selectIdentifiers: [Self.ndef]))
    guard case .iso7816(let tag)? = bench.connect(card([Self.ndef, name])) else {
      Issue.record("not found: \(bench.phone.story)")
      return
    }
    let apdu = try #require(NFCISO7816APDU(data: Data(hex: select(name))))
    #expect(bench.code { done in tag.sendCommand(apdu: apdu) { done($3) } } == 2)
    let listed = try #require(NFCISO7816APDU(data: Data(hex: select(Self.ndef))))
    #expect(bench.code { done in tag.sendCommand(apdu: listed) { done($3) } } == 0)
    // By a file's identifier anything may be selected.
    let file = try #require(NFCISO7816APDU(data: Data(hex: "00A4000C023F00")))
    #expect(bench.code { done in tag.sendCommand(apdu: file) { done($3) } } == 0)
  }

  /// ISO/IEC 7816-3, 12.1: what is short is sent short, and one length that is not makes both extended.
  @Test(
    "Lengths on the air",
    arguments: [
      (0, -1, "00CA0102"), (0, 1, "00CA010201"), (0, 256, "00CA010200"),
      (0, 257, "00CA0102000101"), (0, 65_536, "00CA0102000000"),
      (2, -1, "00CA0102024141"), (2, 256, "00CA010202414100"),
      (2, 257, "00CA010200000241410101"), (2, 65_536, "00CA010200000241410000"),
    ])
  func lengths(count: Int, expected: Int, sent: String) throws {
    #expect(try send(Data(repeating: 0x41, count: count), expected) == (0, [sent]))
  }

  @Test func longDataIsExtended() throws {
    let (code, sent) = try send(Data(repeating: 0x41, count: 256), -1)
    #expect(code == 0)
    #expect(sent.first?.hasPrefix("00CA010200010041") == true)
    #expect(sent.first?.count == 2 * (7 + 256))
    let (other, both) = try send(Data(repeating: 0x41, count: 300), 10)
    #expect(other == 0)
    #expect(both.first?.hasPrefix("00CA010200012C41") == true)
    #expect(both.first?.hasSuffix("41000A") == true)
  }

  @Test(
    "Lengths that no command has",
    arguments: [(0, 0), (0, -2), (0, 65_537), (0, Int.max), (0, Int.min), (65_536, -1)])
  func lengthsOutOfRange(count: Int, expected: Int) throws {
    #expect(try send(Data(count: count), expected) == (3, []))
  }

  private func send(_ data: Data, _ expected: Int) throws -> (Int, [String]) {
    let bench = Bench(TestApp(selectIdentifiers: [Self.ndef]))
    guard case .iso7816(let tag)? = bench.connect(card([Self.ndef])) else {
      Issue.record("not found: \(bench.phone.story)")
      return (-1, [])
    }
    let apdu = NFCISO7816APDU(
      instructionClass: 0x00, instructionCode: 0xCA, p1Parameter: 0x01, p2Parameter: 0x02,
      data: data, expectedResponseLength: expected)
    let code = bench.code { done in tag.sendCommand(apdu: apdu) { done($3) } }
    return (code, bench.phone.commands())
  }

  @Test(
    "Bytes that are no command",
    arguments: [
      "", "00", "00A404", "00A4040005", "00A40400050102", "00A4040003010203FFFF",
      "00A40400000001", "00A404000000024142FF", "FFA40400",
    ])
  func noCommands(bytes: String) {
    // "00A4040005" asks for 5 bytes, which is a command.
    #expect(
      (NFCISO7816APDU(data: Data(hex: bytes)) == nil)
        == (bytes != "00A4040005" && bytes != "00A40400000001"))
  }

  /// ISO/IEC 14443-3: in the third byte of the ATQB's protocol info stand FWI, ADC (two bits) and FO. ADC
  /// 0 is a coding of the maker's own, 1 the standard's.
  @Test("What an ATQB says", arguments: [("005171", true), ("005175", false)])
  func answerOfTypeB(info: String, isProprietary: Bool) throws {
    let bench = Bench(TestApp(selectIdentifiers: [Self.ndef]))
    let card = "model type4b\npupi 11223344\napplication-data 55667788\nprotocol-info \(info)"
    guard case .iso7816(let tag)? = bench.hold(try TestTag(describedBy: card)) else {
      Issue.record("not found: \(bench.phone.story)")
      return
    }
    #expect(tag.identifier == Data(hex: "11223344"))
    #expect(tag.applicationData == Data(hex: "55667788"))
    #expect(tag.historicalBytes == nil)
    #expect(tag.proprietaryApplicationDataCoding == isProprietary)
  }

  /// What has no data has a payload that is nil.
  @Test func payloadIsNilWithoutData() throws {
    let bench = Bench(TestApp(selectIdentifiers: [Self.ndef]))
    guard case .iso7816(let tag)? = bench.connect(card([Self.ndef])) else {
      Issue.record("not found")
      return
    }
    let apdu = try #require(NFCISO7816APDU(data: Data(hex: "00CA0102")))
    let result: Result<NFCISO7816ResponseAPDU, Error>? = bench.value { done in
      tag.sendCommand(apdu: apdu, resultHandler: { done($0) })
    }
    let response = try result?.get()
    #expect(response?.payload == nil)
    #expect(response?.statusWord1 == 0x90)
  }
}
