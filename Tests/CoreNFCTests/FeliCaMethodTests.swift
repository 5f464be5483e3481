import CoreNFC
import Foundation
import Testing

@testable import CoreNFCTesting

/// Every method of `NFCFeliCaTag` sends what the FeliCa card user's manual says: code, IDm, parameters;
/// the phone puts the length in front.
@Suite(.phone) struct FeliCaMethodTests {
  private static let idm = "012E4A3B2C1D0E9F"

  private func sent(
    answer: String, _ start: (NFCFeliCaTag, @escaping (Error?) -> Void) -> Void
  ) throws -> (String, Int) {
    let bench = Bench(TestApp(systemCodes: ["12FC"]), .iso18092)
    let bytes = [UInt8](Data(hex: answer))
    let card = AnsweringCard.felica { _ in bytes.isEmpty ? nil : bytes }
    guard case .feliCa(let tag)? = bench.connect(TestTag("card", card)) else {
      Issue.record("not FeliCa: \(bench.phone.story)")
      return ("", -1)
    }
    let code = bench.code { start(tag, $0) }
    return (bench.phone.commands().joined(separator: " "), code)
  }

  /// That a command goes to the tag, and with which error it ends.
  private func expect(
    _ expected: String, code: Int = 0, answer: String = "00",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ start: (NFCFeliCaTag, @escaping (Error?) -> Void) -> Void
  ) throws {
    let result = try sent(answer: answer, start)
    #expect(result == (expected, code), sourceLocation: sourceLocation)
  }

  @Test func methods() throws {
    let i = Self.idm
    let node = Data(hex: "0900")
    let block = Data(repeating: 0x5A, count: 16)
    try expect("02\(i)010900", answer: "01 1234") { tag, done in
      tag.requestService(nodeCodeList: [node]) {
        #expect($0 == [Data(hex: "1234")])
        done($1)
      }
    }
    try expect("04\(i)", answer: "02") { tag, done in
      tag.requestResponse {
        #expect($0 == 2)
        done($1)
      }
    }
    try expect("06\(i)010900018001", answer: "0000 01 \(String(repeating: "5A", count: 16))") {
      tag, done in
      tag.readWithoutEncryption(serviceCodeList: [node], blockList: [Data(hex: "8001")]) {
        #expect(($0, $1) == (0, 0))
        #expect($2 == [block])
        done($3)
      }
    }
    // An element of three bytes: its block number is little endian.
    try expect("06\(i)01090001000101", answer: "01A6") { tag, done in
      tag.readWithoutEncryption(serviceCodeList: [node], blockList: [Data(hex: "000101")]) {
        #expect(($0, $1) == (0x01, 0xA6))
        #expect($2.isEmpty)
        done($3)
      }
    }
    try expect("08\(i)010900018001\(String(repeating: "5A", count: 16))", answer: "0000") {
      tag, done in
      tag.writeWithoutEncryption(
        serviceCodeList: [node], blockList: [Data(hex: "8001")], blockData: [block]
      ) {
        #expect(($0, $1) == (0, 0))
        done($2)
      }
    }
    try expect("0C\(i)", answer: "02 0003 FE00") { tag, done in
      tag.requestSystemCode {
        #expect($0 == [Data(hex: "0003"), Data(hex: "FE00")])
        done($1)
      }
    }
    try expect("32\(i)010900", answer: "0000 41 01 0100 0200") { tag, done in
      tag.requestServiceV2(nodeCodeList: [node]) {
        #expect(($0, $1) == (0, 0))
        #expect($2 == .AES_DES)
        #expect($3 == [Data(hex: "0100")])
        #expect($4 == [Data(hex: "0200")])
        done($5)
      }
    }
    try expect("3C\(i)0000", answer: "0000 00 0500 01 0003") { tag, done in
      tag.requestSpecificationVersion {
        #expect(($0, $1) == (0, 0))
        #expect($2 == Data(hex: "0500"))
        #expect($3 == Data(hex: "0003"))
        done($4)
      }
    }
    try expect("3E\(i)0000", answer: "0000") { tag, done in
      tag.resetMode {
        #expect(($0, $1) == (0, 0))
        done($2)
      }
    }
  }

  /// The forms with a result.
  @Test func results() throws {
    let node = Data(hex: "0900")
    _ = try sent(answer: "FFA2") { tag, done in
      tag.requestSpecificationVersion {
        (result: Result<NFCFeliCaRequestSpecificationVersionResponse, Error>) in
        let response = try? result.get()
        #expect(response?.statusFlag1 == 0xFF)
        #expect(response?.statusFlag2 == 0xA2)
        #expect(response?.basicVersion == nil)
        #expect(response?.optionVersion == nil)
        done(result.error)
      }
    }
    _ = try sent(answer: "0000 4F 01 0100") { tag, done in
      tag.requestServiceV2(nodeCodeList: [node]) {
        (result: Result<NFCFeliCaRequsetServiceV2Response, Error>) in
        let response = try? result.get()
        #expect(response?.encryptionIdentifier == .AES)
        #expect(response?.nodeKeyVersionListAES == [Data(hex: "0100")])
        #expect(response?.nodeKeyVersionListDES == nil)
        done(result.error)
      }
    }
    _ = try sent(answer: "00") { tag, done in
      tag.polling(systemCode: Data(hex: "12FC"), requestCode: .noRequest, timeSlot: .max1) {
        (result: Result<NFCFeliCaPollingResponse, Error>) in
        #expect((try? result.get())?.manufactureParameter == Data(hex: "00F1000000014300"))
        done(result.error)
      }
    }
  }

  /// The app's own polls are among its commands.
  @Test func pollIsACommand() throws {
    let result = try sent(answer: "00") { tag, done in
      tag.polling(systemCode: Data(hex: "12FC"), requestCode: .systemCode, timeSlot: .max4) {
        done($2)
      }
    }
    #expect(result == ("0012FC0103", 0))
  }

  @Test(
    "A poll that is refused: FF in a byte, and what is not listed",
    arguments: ["FFFF", "12FF", "FFFC", "0003"])
  func pollsAreRefused(system: String) throws {
    let result = try sent(answer: "00") { tag, done in
      tag.polling(systemCode: Data(hex: system), requestCode: .noRequest, timeSlot: .max1) {
        #expect(tag.currentIDm == Data(hex: Self.idm))
        done($2)
      }
    }
    #expect(result == ("", 2))
  }

  /// 32 nodes, 16 services, and blocks of 16 bytes, and no more.
  @Test func limits() throws {
    let node = Data(hex: "0900")
    let block = Data(hex: "8001")
    let content = Data(count: 16)
    let nodes = { (count: Int) in
      try sent(answer: "01 0000") { tag, done in
        tag.requestService(nodeCodeList: Array(repeating: node, count: count)) { done($1) }
      }.1
    }
    #expect(try [nodes(0), nodes(1), nodes(32), nodes(33)] == [5, 0, 0, 5])
    let services = { (count: Int) in
      try sent(answer: "0000 00") { tag, done in
        tag.readWithoutEncryption(
          serviceCodeList: Array(repeating: node, count: count), blockList: [block]
        ) { done($3) }
      }.1
    }
    #expect(try [services(0), services(1), services(16), services(17)] == [5, 0, 0, 5])
    let element = { (length: Int) in
      try sent(answer: "0000 00") { tag, done in
        tag.readWithoutEncryption(serviceCodeList: [node], blockList: [Data(count: length)]) {
          done($3)
        }
      }.1
    }
    #expect(try [element(1), element(2), element(3), element(4)] == [4, 0, 0, 4])
    let data = { (lengths: [Int]) in
      try sent(answer: "0000") { tag, done in
        tag.writeWithoutEncryption(
          serviceCodeList: [node], blockList: [block], blockData: lengths.map { Data(count: $0) }
        ) { done($2) }
      }.1
    }
    #expect(
      try [data([15]), data([16]), data([17]), data([16, 16]), data([])] == [4, 0, 4, 3, 3])
    // 1 + 8 + 1 + 2 + 1 + 14 · (2 + 16) = 265 bytes do not go in a packet of 254.
    let many = try sent(answer: "0000") { tag, done in
      tag.writeWithoutEncryption(
        serviceCodeList: [node], blockList: Array(repeating: block, count: 14),
        blockData: Array(repeating: content, count: 14)
      ) { done($2) }
    }
    #expect(many == ("", 4))
  }
}
