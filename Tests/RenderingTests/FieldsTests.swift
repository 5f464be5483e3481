import Foundation
import Testing

@testable import Rendering

/// The exchange of OUTPUT.md: SELECT of the PPSE in frame 14, its answer in frame 15.
@Suite struct FieldsTests {
  @Test func fieldsStandBelowTheBytesTheyAreIn() throws {
    let lines = try story(Self.script) { $0.showsFields = true }
    let start = try #require(lines.firstIndex { $0.contains("> 00A40400") })
    let rest = lines[start...]
    #expect(rest.first == "      > 00A404000E325041592E5359532E444446303100")
    #expect(
      rest.contains(
        "      < 6F2A840E325041592E5359532E4444463031A518BF0C1561134F07A00000000310108701019F0A0400"
          + "0101019000"))
    // A path has 22 columns, a value with its meaning 50, then frame and byte.
    #expect(
      rest.contains(
        "      = 6F.84                 325041592E5359532E4444463031 \"PPSE\""
          + "               15:5"))
    #expect(
      rest.contains(
        "      = 6F.A5.BF0C.61.4F      A0000000031010 \"Visa\""
          + "                             15:28"))
    #expect(
      rest.contains(
        "      = status                9000 \"done\""
          + "                                       15:45"))
  }

  @Test func fieldsAreATreeInJSON() throws {
    let exchange = try #require(
      try objects([.fields]).first { $0["type"] as? String == "exchange" })
    let fields = try #require(exchange["fields"] as? [[String: Any]])
    let template = try #require(fields.first { $0["path"] as? String == "6F" })
    let children = try #require(template["children"] as? [[String: Any]])
    #expect(children.map { $0["path"] as? String } == ["6F.84", "6F.A5"])
    #expect(children[0]["bytes"] as? String == "325041592E5359532E4444463031")
    let ins = try #require(fields.first { $0["path"] as? String == "ins" })
    #expect(ins["value"] as? Int == 0xA4)
  }

  @Test func framesHaveTheFieldsOfTheHalfTheyComplete() throws {
    let frames = try objects([.frames, .fields]).filter { $0["type"] as? String == "frame" }
    let paths = frames.map { frame in
      (frame["fields"] as? [[String: Any]])?.compactMap { $0["path"] as? String } ?? []
    }
    #expect(frames.count == 15)
    #expect(paths[13].contains("ins"))
    #expect(paths[14].contains("status"))
    #expect(paths[0].isEmpty)
  }

  @Test func aSecretsFieldIsMaskedAndHasNoMeaning() throws {
    let lines = try story(
      ScriptedReader.activated + ">a 0200B2010C00\n<a 0270105A0847617390010100105F24032412319000\n"
    ) { $0.showsFields = true }
    let number = try #require(lines.first { $0.contains("= 70.5A ") })
    #expect(number.contains("476173······0010"))
    #expect(!number.contains("\""))
    let date = try #require(lines.first { $0.contains("= 70.5F24 ") })
    #expect(date.contains("······") && !date.contains("2024"))
  }

  private static let script =
    ScriptedReader.activated + """
      >a 0200A404000E325041592E5359532E444446303100
      <a 026F2A840E325041592E5359532E4444463031A518BF0C1561134F07A00000000310108701019F0A04000101019000

      """

  private func objects(_ details: Set<JSONOptions.Detail>) throws -> [[String: Any]] {
    var options = JSONOptions()
    options.details = details
    var renderer = StoryJSON(options, names: try Known.names(), secrets: try Known.secrets())
    let text = try tell(
      ScriptedReader(Self.script), by: &renderer, keepsFrames: details.contains(.frames)
    ).text
    return try text.split(separator: "\n").compactMap { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
  }
}
