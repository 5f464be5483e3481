import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// Packets built by the NFC Forum's NCI tables, one of them from a public question.
@Suite struct NCITests {
  @Test("An activation is told as on air, down to the ATS")
  func activation() throws {
    let derived = Derived(
      "< 61052201020400FF01090400041122334401200000000E0D78778403665257453250524F4D", link: .nci)
    // BCC: 11 ^ 22 ^ 33 ^ 44 = 44.
    #expect(derived.bytes.prefix(5) == ["26", "0400", "9320", "1122334444", "93701122334444519C"])
    #expect(derived.bytes.last?.hasPrefix("0E78778403665257453250524F4D") == true)
    let visit = try #require(derived.story.visits.first)
    #expect(visit.atqa == 0x0004)
  }

  @Test("Data go through the interface in force: APDUs whole, frames without the status")
  func data() {
    let apdus = Derived(
      """
      < 61052201020400FF01090400041122334401200000000E0D78778403665257453250524F4D
      > 10000400A40000
      > 000003023F00
      < 000002 9000
      """, link: .nci)
    #expect(apdus.story.exchanges.map { apdus.story.hex($0.command) } == ["00A40000023F00"])
    let frames = Derived(
      "> 0000023004\n< 600603010001\n< 0000110102030405060708010203040506070800",
      link: .nci)
    #expect(frames.lines == ["1.1 > 3004", "3.1 < 01020304050607080102030405060708"])
  }

  /// RF_INTF_ACTIVATED_NTF of a Type 5 tag: frames, T5T (06), NFC-V (06), ten bytes of parameters.
  @Test("A Type 5 tag is told as on air, and its blocks as what they are")
  func vicinity() throws {
    let derived = Derived(
      """
      < 61051501010606FF010A 0000 55443322110104E0 06202000
      > 000003 022000
      < 000006 00E1400E01 00
      """, link: .nci)
    #expect(derived.bytes.suffix(2) == ["022000", "00E1400E01"])
    let visit = try #require(derived.story.visits.first)
    #expect(Hex.text(visit.identifier.bytes) == "E004011122334455")
    #expect(derived.story.exchanges.map(\.form) == [.iso15693])
  }

  @Test("A card that is gone ends the visit")
  func deactivation() {
    let story = Derived(
      """
      < 61052201020400FF01090400041122334401200000000E0D78778403665257453250524F4D
      < 6106020302
      """, link: .nci
    ).story
    #expect(story.ends.first?.reason == .lost)
  }

  @Test("A length that does not fit is said")
  func length() {
    #expect(
      Derived("< 0000110102", link: .nci).defects
        == [.hostFrame(.length(claimed: 17, present: 2))])
  }
}

/// PDUs built by the NFC Forum's LLCP and SNEP tables.
@Suite struct LLCPTests {
  @Test(
    "A PDU is its PTYPE, with addresses of six bits",
    arguments: [
      ("0000", .symmetry, 0, 0), ("0040010111", .parameters, 0, 0), ("1120", .connect, 32, 4),
      ("8184", .connectionComplete, 4, 32), ("132000", .information, 32, 4),
      ("834401", .receiveReady, 4, 32),
    ] as [(String, LLCPPacket.Kind, UInt8, UInt8)])
  func packets(hex: String, kind: LLCPPacket.Kind, source: UInt8, destination: UInt8) throws {
    let bytes = try #require(Hex.bytes(hex))
    let read = LLCPPacket(bytes.span)
    let packet = try #require(read)
    #expect(packet.kind == kind)
    #expect(packet.source == source)
    #expect(packet.destination == destination)
  }

  @Test("A message in parts over a named connection is put together")
  func message() throws {
    // SN 06, 15 bytes: urn:nfc:sn:snep. SAP 32 asks SAP 1 by name; SAP 16 answers.
    let story = Derived(
      """
      ? 0001 0520 060F 75726E3A6E66633A736E3A736E6570
      ? 0000 8190
      ? 0001 4320 00 10020000000D D10108550465
      ? 0000 4000
      ? 0000 8310 00 108000000000
      ? 0001 4320 11 78616D706C652E
      """, link: .llcp
    ).story
    let parts = story.steps.compactMap { step in
      if case .peer(let peer) = step.content { peer.message } else { nil }
    }
    #expect(parts.map(\.code) == [0x02, 0x80, 0x02])
    #expect(parts.first?.isWhole == false)
    let last = try #require(parts.last)
    #expect(last.isWhole)
    #expect(story.hex(last.information) == "D1010855046578616D706C652E")
  }

  @Test("Bytes of any kind are a PDU, an ATR_REQ or nothing")
  func anything() {
    for first in UInt8.min...UInt8.max {
      for length in 0...6 {
        let bytes = [0x00, 0x01, first, ~first, 0x06, 0xFF].prefix(length)
        let text = "? \(Hex.text(Array(bytes)))"
        #expect(Derived(text + "\n" + text, link: .llcp).story.frames.count >= 2)
      }
    }
  }
}
