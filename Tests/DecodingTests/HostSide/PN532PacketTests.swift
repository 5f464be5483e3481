import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// Frames as NXP's UM0701-02 prints them, and such as people sent to forums.
@Suite struct PN532PacketTests {
  @Test(
    "A frame is what its length and its checks say",
    arguments: [
      ("D44A0100", .data, 0..<4),
      ("0000FF05FBD440013000BB00", .data, 5..<10),
      ("00FF05FBD440013000BB00", .data, 4..<9),
      ("5555000000000000FF02FED402 2A00", .data, 11..<13),
      ("0000FFFFFF0003FDD440012B00", .none, 8..<11),
      ("0000FFFFFF0003FDD44001EB00", .data, 8..<11),
      ("0000FF00FF00", .acknowledge, 0..<0),
      ("0000FFFF0000", .negativeAcknowledge, 0..<0),
      ("0000FF01FF7F8100", .applicationError, 5..<6),
      ("000000000000", .none, 0..<0),
      ("", .none, 0..<0),
    ] as [(String, PN532Packet.Kind, Range<Int>)])
  func kinds(hex: String, kind: PN532Packet.Kind, data: Range<Int>) throws {
    let bytes = try #require(Hex.bytes(hex))
    let packet = PN532Packet(bytes.span)
    #expect(packet.kind == kind)
    #expect(packet.data == data)
  }

  @Test(
    "What is wrong is said with its place",
    arguments: [
      ("0000FF05FCD440013000BB00", .hostFrame(.lengthCheck(found: 0xFC, computed: 0xFB)), 4..<5),
      ("0000FF05FBD440013000BC00", .hostFrame(.dataCheck(found: 0xBC, computed: 0xBB)), 10..<11),
      ("000000000000", .hostFrame(.noStart), 0..<6),
      // 33 bytes and DCS behind the first five, of which 22 are there.
      (
        "0000FF21DFD58D251ED40000112233445566778899000000",
        .cutByCapture(original: 38, captured: 24), 24..<24
      ),
    ] as [(String, Defect.Kind, Range<Int>)])
  func faults(hex: String, kind: Defect.Kind, place: Range<Int>) throws {
    let bytes = try #require(Hex.bytes(hex))
    let fault = try #require(PN532Packet(bytes.span).fault)
    #expect(fault.kind == kind)
    #expect(fault.bytes == place)
  }

  @Test("Cut or flipped anywhere, a conversation is still told")
  func mutations() {
    let lines = [
      "> 0000FF04FCD44A0100E100", "< 0000FF00FF00",
      "< 0000FF14ECD54B01010344200704112233445566067577810280A600",
      "> D4400100A4040007D276000085010100", "< D54100 6F00 9000",
      "> D48C0504000102032000000000000000000000000000000000000000000000000000000000000000",
      "< D58D08E080", "> D408 63310C 633A80 633930 633904 633D80", "< D509", "> D406 6339 633A",
      "< D507 DE00", "> D46001022010", "< D5610120 0C 01 0344 20 04 04112233 03757702",
    ]
    for index in lines.indices {
      let text = lines[index].filter { $0 != " " }
      let bytes = Hex.bytes(String(text.dropFirst())) ?? []
      for at in bytes.indices {
        for change in [0x01, 0x80, 0xFF, -1] {
          var changed = bytes
          if change < 0 { changed = Array(bytes[..<at]) } else { changed[at] ^= UInt8(change) }
          var all = lines
          all[index] = "\(lines[index].first ?? ">") \(Hex.text(changed))"
          let story = Derived(all.joined(separator: "\n")).story
          #expect(story.frames.count >= lines.count)
        }
      }
    }
  }
}
