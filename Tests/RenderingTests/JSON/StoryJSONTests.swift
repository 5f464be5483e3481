import Bytes
import Foundation
import Testing

@testable import Rendering

@Suite struct StoryJSONTests {
  @Test func everyObjectIsJSONAndBeginsWithItsType() throws {
    for line in try objects(StoryTextTests.long) {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let type = try #require(object?["type"] as? String)
      #expect(line.hasPrefix("{\"type\":\"\(type)\","))
    }
  }

  @Test func keysStandInTheOrderOfTheContract() throws {
    let lines = try objects(
      ScriptedReader.activated + ">a 0200A4040007A000000003101000\n<a 029000\noff\n")
    #expect(
      lines == [
        #"{"type":"trace","format":"nfctrace/1","file":"folder/capture.pcap","source":"pcap","#
          + #""link":"iso14443","start":"2023-11-14T22:13:20.000000Z"}"#,
        #"{"type":"visit","visit":1,"time":0.000000,"link":"nfc-a","protocol":"iso-dep","#
          + #""uid":"04A1B2C3D4E5F6","atqa":"0044","sak":"20","ats":"0578807002"}"#,
        #"{"type":"exchange","visit":1,"frames":[14,15],"time":0.013000,"latency":0.001000,"#
          + #""protocol":"iso7816","name":"SELECT","#
          + #""command":"00A4040007A000000003101000","response":"9000","status":"9000","#
          + #""meaning":"done","aid":"A0000000031010","#
          + #""application":"Visa","category":"payment"}"#,
        #"{"type":"finding","id":"payment-selected","severity":"note","category":"payment","#
          + #""visit":1,"frame":14,"bytes":[6,13],"message":"the reader selects A0000000031010 (Visa)"}"#,
        #"{"type":"visit-end","visit":1,"time":0.015000,"reason":"field-off","#
          + #""outcome":"Visa asked for and selected","activations":1,"exchanges":1,"frames":16}"#,
        #"{"type":"summary","file":"folder/capture.pcap","frames":16,"visits":1,"exchanges":1,"#
          + #""duration":0.015000,"first":1700000000.000000,"last":1700000000.015000,"#
          + #""findings":{"payment-selected":1}}"#,
      ])
  }

  @Test func aDocumentHoldsTheSameObjects() throws {
    let lines = try objects(StoryTextTests.payment)
    let document = try text(StoryTextTests.payment) { $0.isDocument = true }
    #expect(document == "[\n" + lines.joined(separator: ",\n") + "\n]\n")
  }

  @Test("What is written does not depend on how the frames arrive", arguments: [1, 3])
  func doesNotDependOnBatches(size: Int) throws {
    for details in [[.exchanges], [.frames], [.exchanges, .frames]] as [Set<JSONOptions.Detail>] {
      let whole = try text(StoryTextTests.long) { $0.details = details }
      #expect(try text(StoryTextTests.long, batchSize: size) { $0.details = details } == whole)
    }
  }

  @Test func whatEndsAVisitLateStandsBehindItsFrames() throws {
    // The other card's poll waits for its answers, while the frames before it are listed.
    let script =
      ScriptedReader.activated + ">a 0200B0000002\n<a 026A82\n> 26\n< 0400\n> 9320\n"
      + "< 1122334444\n>a 93701122334444\n<a 20\n"
    let whole = try text(script) { $0.details = [.exchanges, .frames] }
    #expect(try text(script, batchSize: 1) { $0.details = [.exchanges, .frames] } == whole)
    let lines = whole.split(separator: "\n")
    let end = try #require(lines.firstIndex { $0.contains(#""type":"visit-end""#) })
    #expect(lines[..<end].contains { $0.contains(#""frame":15,"#) })
  }

  @Test func framesHaveTheirVerdictsAndBits() throws {
    let lines = try objects("on\n> 26\n< 4400\n>a 5000\n< 930A\n") { $0.details = [.frames] }
    #expect(
      lines[1...4] == [
        #"{"type":"frame","frame":1,"visit":1,"time":0.000000,"name":"field on"}"#,
        #"{"type":"frame","frame":2,"visit":1,"time":0.001000,"direction":"to-card","#
          + #""link":"iso14443","bytes":"26","crc":"none","name":"REQA"}"#,
        #"{"type":"frame","frame":3,"visit":1,"time":0.002000,"direction":"from-card","#
          + #""link":"iso14443","bytes":"4400","crc":"none","name":"ATQA"}"#,
        #"{"type":"frame","frame":4,"visit":1,"time":0.003000,"direction":"to-card","#
          + #""link":"iso14443","bytes":"500057CD","crc":"ok","name":"HLTA"}"#,
      ])
  }

  @Test(
    "Text is escaped",
    arguments: [
      ("a\"b\\c", #""a\"b\\c""#), ("a\nb\u{1}", #""a\nb\u0001""#),
      ("\u{202E}x", #""\u202Ex""#), ("Zürich", #""Zürich""#), ("\u{E0001}", #""\uDB40\uDC01""#),
    ])
  func escapes(text: String, expected: String) {
    var out = ByteBuffer(capacity: 16)
    out.json(text: text)
    #expect(lines(of: out) == [expected])
  }

  @Test func bytesThatAreNoTextBecomeReplacementCharacters() {
    var out = ByteBuffer(capacity: 16)
    out.json(text: [0x41, 0xFF, 0xC3].span)
    #expect(lines(of: out) == [#""A\uFFFD\uFFFD""#])
  }

  @Test(
    "Moments in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (1_700_000_000, "2023-11-14T22:13:20Z"), (-1, "1969-12-31T23:59:59Z"),
      (4_102_444_799, "2099-12-31T23:59:59Z"),
    ] as [(Int64, String)])
  func moments(seconds: Int64, expected: String) {
    #expect(UTCTime(seconds * 1_000_000_000, digits: 0).text == expected)
  }

  private func text(
    _ script: String, batchSize: Int = 4096, _ change: (inout JSONOptions) -> Void = { _ in }
  ) throws -> String {
    var options = JSONOptions()
    change(&options)
    var renderer = StoryJSON(options, names: try Known.names(), secrets: try Known.secrets())
    return try tell(
      ScriptedReader(script, batchSize: batchSize), by: &renderer,
      keepsFrames: options.details.contains(.frames)
    ).text
  }

  private func objects(
    _ script: String, _ change: (inout JSONOptions) -> Void = { _ in }
  ) throws -> [String] {
    try text(script, change).split(separator: "\n").map(String.init)
  }
}
