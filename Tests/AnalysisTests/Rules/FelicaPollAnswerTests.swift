import Bytes
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

@Suite struct FelicaPollAnswerTests {
  private func found(_ request: String, _ extra: String) throws -> [String] {
    let idm = "012E112233445566"
    var conversation = Conversation(link: .nfcF)
    let answer = "01" + idm + "00F1000000014300" + extra
    for (direction, body) in [(Direction.toCard, request), (.fromCard, answer)] {
      let bytes = try #require(Hex.bytes(body))
      let frame = Hex.text([UInt8(bytes.count + 1)]) + body
      let whole = try #require(Hex.bytes(frame))
      conversation.add(direction, frame + Hex.text(Checksum.crcF(whole.span), digits: 4))
    }
    return conversation.told().findings.map(line)
  }

  @Test(
    "An answer that brings what was asked for, or nothing, is fine",
    arguments: [
      ("00FFFF0000", ""), ("00FFFF0100", "88B4"), ("0088B40100", "88B4"), ("00FFFF0200", "0083"),
      ("00FFFF0100", ""), ("00FFFF0200", ""), ("00FF040100", "1204"),
    ])
  func fine(request: String, extra: String) throws {
    #expect(try found(request, extra) == [])
  }

  @Test(
    "Anything else is said",
    arguments: [
      (
        "00FFFF0000", "88B4",
        "the poll asks for nothing more (request code 00), 2 bytes follow PMm"
      ),
      (
        "0012FC0100", "88B4", "the poll is for system 12FC, the answer names system 88B4"
      ),
      (
        "00FFFF0200", "88B4",
        """
        request code 02 asks for the communication performance, whose first byte is 00; 88B4 looks \
        like a system code
        """
      ),
      ("00FFFF0100", "88", "request code 01 is answered by 2 bytes, 1 follow PMm"),
    ])
  func wrong(request: String, extra: String, message: String) throws {
    #expect(
      try found(request, extra) == ["error malformed-command 2:18 answer: \(message)"])
  }
}
