import CoreNFC
import Foundation
import Testing

@testable import CoreNFCTesting

/// Every method of `NFCISO15693Tag` sends what ISO/IEC 15693-3 says: flags, code, UID from its last byte
/// on, parameters.
@Suite(.phone) struct VicinityMethodTests {
  private static let uid = "78563412000104E0"
  private let four = Data(hex: "DEADBEEF")
  private let rate = NFCISO15693RequestFlag.highDataRate

  /// Sends something to a tag that answers `answer`; gives what was sent, and the error's code.
  private func sent(
    answer: String = "00", _ start: (NFCISO15693Tag, @escaping (Error?) -> Void) -> Void
  ) throws -> (String, Int) {
    let bench = Bench(TestApp(), .iso15693)
    let bytes = [UInt8](Data(hex: answer))
    let card = AnsweringCard.vicinity { _ in bytes.isEmpty ? nil : bytes }
    guard case .iso15693(let tag)? = bench.connect(TestTag("tag", card)) else {
      Issue.record("not ISO 15693: \(bench.phone.story)")
      return ("", -1)
    }
    let code = bench.code { start(tag, $0) }
    return (bench.phone.commands().joined(separator: " "), code)
  }

  /// That a command goes to the tag, and with which error it ends.
  private func expect(
    _ expected: String, code: Int = 0, answer: String = "00",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ start: (NFCISO15693Tag, @escaping (Error?) -> Void) -> Void
  ) throws {
    let result = try sent(answer: answer, start)
    #expect(result == (expected, code), sourceLocation: sourceLocation)
  }

  @Test func writingMethods() throws {
    let u = Self.uid
    let range = NSRange(location: 2, length: 3)
    let blocks = [four, four, four]
    let data = "DEADBEEFDEADBEEFDEADBEEF"
    try expect("2221\(u)05DEADBEEF") {
      $0.writeSingleBlock(
        requestFlags: rate, blockNumber: 5, dataBlock: four, completionHandler: $1)
    }
    try expect("2222\(u)05") {
      $0.lockBlock(requestFlags: rate, blockNumber: 5, completionHandler: $1)
    }
    // From block 2 on, two more.
    try expect("2224\(u)0202\(data)") {
      $0.writeMultipleBlocks(
        requestFlags: rate, blockRange: range, dataBlocks: blocks, completionHandler: $1)
    }
    try expect("2225\(u)") { $0.select(requestFlags: rate, completionHandler: $1) }
    try expect("2226\(u)") { $0.resetToReady(requestFlags: rate, completionHandler: $1) }
    try expect("2227\(u)42") { $0.writeAFI(requestFlags: rate, afi: 0x42, completionHandler: $1) }
    try expect("2228\(u)") { $0.lockAFI(requestFlags: rate, completionHandler: $1) }
    try expect("2229\(u)17") {
      $0.writeDSFID(requestFlags: rate, dsfid: 0x17, completionHandler: $1)
    }
    try expect("222A\(u)") { $0.lockDSFID(requestFlags: rate, completionHandler: $1) }
    try expect("222A\(u)") { $0.lockDFSID(requestFlags: rate, completionHandler: $1) }
    try expect("2231\(u)3412DEADBEEF") {
      $0.extendedWriteSingleBlock(
        requestFlags: rate, blockNumber: 0x1234, dataBlock: four, completionHandler: $1)
    }
    try expect("2232\(u)3412") {
      $0.extendedLockBlock(requestFlags: rate, blockNumber: 0x1234, completionHandler: $1)
    }
    try expect("2234\(u)02000200\(data)") {
      $0.extendedWriteMultipleBlocks(
        requestFlags: rate, blockRange: range, dataBlocks: blocks, completionHandler: $1)
    }
    // Neither is answered.
    try expect("2239\(u)01DEADBEEF", answer: "") {
      $0.challenge(
        requestFlags: rate, cryptoSuiteIdentifier: 1, message: four, completionHandler: $1)
    }
    try expect("2202\(u)", answer: "") { $0.stayQuiet(completionHandler: $1) }
  }

  @Test func readingMethods() throws {
    let u = Self.uid
    let range = NSRange(location: 2, length: 2)
    let two = "00DEADBEEFDEADBEEF"
    try expect("2220\(u)05", answer: "00DEADBEEF") { tag, done in
      tag.readSingleBlock(requestFlags: rate, blockNumber: 5) { data, error in
        #expect(data == four)
        done(error)
      }
    }
    try expect("2223\(u)0201", answer: two) { tag, done in
      tag.readMultipleBlocks(requestFlags: rate, blockRange: range) { data, error in
        #expect(data == [four, four])
        done(error)
      }
    }
    try expect("222C\(u)0201", answer: "000001") { tag, done in
      tag.getMultipleBlockSecurityStatus(requestFlags: rate, blockRange: range) { status, error in
        #expect(status.map(\.intValue) == [0, 1])
        done(error)
      }
    }
    try expect("2230\(u)3412", answer: "00DEADBEEF") { tag, done in
      tag.extendedReadSingleBlock(requestFlags: rate, blockNumber: 0x1234) { data, error in
        #expect(data == four)
        done(error)
      }
    }
    try expect("2233\(u)02000100", answer: two) { tag, done in
      tag.extendedReadMultipleBlocks(requestFlags: rate, blockRange: range) { data, error in
        #expect(data == [four, four])
        done(error)
      }
    }
    try expect("222D\(u)0201", answer: two) { tag, done in
      tag.fastReadMultipleBlocks(requestFlags: rate, blockRange: range) { done($0.error) }
    }
    try expect("223D\(u)02000100", answer: two) { tag, done in
      tag.extendedFastReadMultipleBlocks(requestFlags: rate, blockRange: range) { done($0.error) }
    }
    try expect("223C\(u)02000100", answer: "000001") { tag, done in
      tag.extendedGetMultipleBlockSecurityStatus(requestFlags: rate, blockRange: range) {
        #expect((try? $0.get())?.blockSecurityStatus == [0, 1])
        done($0.error)
      }
    }
    // The maker's number, 04 as in the UID, goes in by itself.
    try expect("22B204\(u)99", answer: "00BEEF") { tag, done in
      tag.customCommand(
        requestFlags: rate, customCommandCode: 0xB2, customRequestParameters: Data([0x99])
      ) { data, error in
        #expect(data == Data(hex: "BEEF"))
        done(error)
      }
    }
    try expect("02A107", answer: "04BEEF") { tag, done in
      tag.sendRequest(requestFlags: 0x02, commandCode: 0xA1, data: Data([0x07])) {
        let answer = try? $0.get()
        #expect(answer?.0 == .finalResponse)
        #expect(answer?.1 == Data(hex: "BEEF"))
        done($0.error)
      }
    }
    try expect("2235\(u)01DEADBEEF", answer: "00AA") { tag, done in
      tag.authenticate(requestFlags: rate, cryptoSuiteIdentifier: 1, message: four) {
        done($0.error)
      }
    }
    try expect("2236\(u)02DEADBEEF", answer: "00AA") { tag, done in
      tag.keyUpdate(requestFlags: rate, keyIdentifier: 2, message: four) { done($0.error) }
    }
    try expect("223A\(u)", answer: "02AA") { tag, done in
      tag.readBuffer(requestFlags: rate) {
        #expect((try? $0.get())?.0 == .responseBufferValid)
        done($0.error)
      }
    }
  }

  /// Which of DSFID, AFI, size and reference follow the UID is in the second byte; what does not, is -1.
  @Test(
    "The tag's system information",
    arguments: [
      ("000F", "1142 1B 03 55", (0x11, 0x42, 4, 28, 0x55)), ("0000", "", (-1, -1, -1, -1, -1)),
      ("0001", "11", (0x11, -1, -1, -1, -1)), ("000A", "42 55", (-1, 0x42, -1, -1, 0x55)),
    ] as [(String, String, (Int, Int, Int, Int, Int))])
  func systemInformation(
    flags: String, rest: String, expected: (Int, Int, Int, Int, Int)
  ) throws {
    let answer = "\(flags)\(Self.uid)\(rest)"
    let result = try sent(answer: answer) { tag, done in
      tag.getSystemInfo(requestFlags: rate) {
        let info = try? $0.get()
        #expect(info?.uniqueIdentifier == Data(hex: Self.uid))
        #expect(info?.dataStorageFormatIdentifier == expected.0)
        #expect(info?.applicationFamilyIdentifier == expected.1)
        #expect(info?.blockSize == expected.2)
        #expect(info?.totalBlocks == expected.3)
        #expect(info?.icReference == expected.4)
        done($0.error)
      }
    }
    #expect(result == ("222B\(Self.uid)", 0))
  }

  /// The address flag and the UID are put there, unless the selected tag is meant.
  @Test(
    "Flags",
    arguments: [
      ([], "2020\(uid)05"), (.highDataRate, "2220\(uid)05"),
      ([.highDataRate, .address], "2220\(uid)05"),
      ([.highDataRate, .select], "122005"), ([.highDataRate, .select, .address], "122005"),
      ([.dualSubCarriers, .highDataRate, .option], "6320\(uid)05"),
      ([.highDataRate, .protocolExtension, .commandSpecificBit8], "AA20\(uid)05"),
    ] as [(NFCISO15693RequestFlag, String)])
  func flags(flags: NFCISO15693RequestFlag, expected: String) throws {
    let result = try sent(answer: "00DEADBEEF") { tag, done in
      tag.readSingleBlock(requestFlags: flags, blockNumber: 5) { done($1) }
    }
    #expect(result == (expected, 0))
  }

  /// 0F: unknown error (ISO/IEC 15693-3, error codes).
  @Test func errorOfTheTagIsInTheError() throws {
    let result = try sent(answer: "010F") { tag, done in
      tag.readSingleBlock(requestFlags: rate, blockNumber: 5) { _, error in
        let error = error as? NFCReaderError
        #expect(error?.userInfo[NFCISO15693TagResponseErrorKey] as? Int == 0x0F)
        #expect(error?.errorUserInfo["ISO15693TagResponseErrorCode"] as? Int == 0x0F)
        done(error)
      }
    }
    #expect(result.1 == 102)
  }

  @Test func nothingIsAnsweredAndMoreThanAFrameHolds() throws {
    let silent = try sent(answer: "") { tag, done in
      tag.readSingleBlock(requestFlags: rate, blockNumber: 5) { done($1) }
    }
    #expect(silent.1 == 102)
    let long = try sent(answer: "00" + String(repeating: "AA", count: 256)) { tag, done in
      tag.readMultipleBlocks(requestFlags: rate, blockRange: NSRange(location: 0, length: 64)) {
        #expect(
          ($1 as? NFCReaderError)?.userInfo[NFCTagResponseUnexpectedLengthErrorKey] as? Int == 257)
        done($1)
      }
    }
    #expect(long.1 == 102)
    let odd = try sent(answer: "00AABBCC") { tag, done in
      tag.readMultipleBlocks(requestFlags: rate, blockRange: NSRange(location: 0, length: 2)) {
        #expect(
          ($1 as? NFCReaderError)?.userInfo[NFCTagResponseUnexpectedLengthErrorKey] as? Int == 4)
        done($1)
      }
    }
    #expect(odd.1 == 102)
  }
}
