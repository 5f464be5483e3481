import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// Tags whose memory says anything: nothing traps, nothing goes on for ever, and no message is made up.
@Suite(.phone) struct HostileTagTests {
  @Test(
    "Every byte of a memory, changed",
    arguments: [
      ("model ntag213\nuid 04A1B2C3D4E5F6", "0103A00C340311D1010D5504612E6578616D706C652F6162FE"),
      (
        "model icode-slix\nuid E004010012345678", "E1400E000311D1010D5504612E6578616D706C652F6162FE"
      ),
      (
        "model felica-lite-s\nidm 012E4A3B2C1D0E9F",
        "100401000D0000000000010000110034D1010D5504612E6578616D706C652F6162"
      ),
    ])
  func bytesAreChanged(card: String, memory: String) throws {
    let phone = TestPhone()
    let bytes = Array(Data(hex: memory))
    let whole = try TestTag(describedBy: "\(card)\nmemory \(memory)")
    #expect(phone.tapInBackground(whole).description.contains("https://a.example/ab"))
    for index in bytes.indices {
      for value in [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF, bytes[index] &+ 1, bytes[index] ^ 0x80]
        as [UInt8]
      {
        var changed = bytes
        changed[index] = value
        let text = changed.map { String(format: "%02X", $0) }.joined()
        let tag = try TestTag(describedBy: "\(card)\nmemory \(text)")
        if case .activity(let activity) = phone.tapInBackground(tag) {
          #expect(activity.ndefMessagePayload.length <= 1000)
        }
      }
    }
  }

  @Test("Every length of a message, cut") func messagesAreCut() {
    let whole = NFCNDEFMessage(records: [
      NFCNDEFPayload(
        format: .media, type: Data("text/plain".utf8), identifier: Data("id".utf8),
        payload: Data(repeating: 0x61, count: 300)),
      NFCNDEFPayload(
        format: .nfcWellKnown, type: Data("T".utf8), identifier: Data(),
        payload: Data([0x02, 0x65, 0x6E, 0x68, 0x69]), chunkSize: 2),
    ])
    var bytes: [UInt8] = []
    // Written to a tag and read from it again, so that nothing but what is public is used.
    bytes = Array(Data(hex: "D1010D5504612E6578616D706C652F6162"))
    #expect(NFCNDEFMessage(data: Data(bytes)) != nil)
    for count in 0..<bytes.count { #expect(NFCNDEFMessage(data: Data(bytes[..<count])) == nil) }
    #expect(NFCNDEFMessage(data: Data(bytes + [0x00])) == nil)
    // By hand: 2 + 4 + 1 + 10 + 2 + 300 for the first; three chunks for the second, of 3 + 1 + 2,
    // 3 + 2 and 3 + 1.
    #expect(whole.length == 319 + 6 + 5 + 4)
  }

  @Test("Every length of a command", arguments: 0...12) func commandsAreCut(length: Int) {
    for first in [0x00, 0x01, 0xFF] as [UInt8] {
      var bytes = [UInt8](repeating: first, count: length)
      if length > 0 { bytes[0] = 0x00 }
      let apdu = NFCISO7816APDU(data: Data(bytes))
      if length < 4 { #expect(apdu == nil) }
      if length == 4 { #expect(apdu?.expectedResponseLength == -1) }
    }
  }

  @Test(
    "Commands as ISO/IEC 7816-3 has them",
    arguments: [
      ("00A4040007D276000085010100", "D2760000850101", 256), ("00B0000000", nil, 256),
      ("00B0000010", nil, 16), ("00B00000000100", nil, 256), ("00B00000000000", nil, 65_536),
      ("00D60000021234", "1234", -1), ("00D6000000000212340000", "1234", 65_536),
    ] as [(String, String?, Int)])
  func commandsAreRead(command: String, data: String?, expected: Int) throws {
    let apdu = try #require(NFCISO7816APDU(data: Data(hex: command)))
    #expect(apdu.data == data.map { Data(hex: $0) })
    #expect(apdu.expectedResponseLength == expected)
  }
}
