import Bytes
import Testing
import TraceFormat

@testable import ForeignFormats

@Suite struct FeliCaPacketTests {
  /// The IDm of the examples.
  private static let idm = "0123456789ABCDEF"

  @Test(
    "What a packet has of a FeliCa frame",
    arguments: [
      ("00 12FC 01 00", .data),  // Polling
      ("06 00 12FC 01 00", .lengthAndData),
      // Polling with its CRC_F, as the FeliCa capture of link type 264 has it.
      ("06 00 12FC 01 00 DE2C", .all),
      ("06 00 12FC 01 00 DE2D", nil),  // the CRC is wrong
      ("01 \(idm) 0120220427674EFF 12FC", .data),
      ("14 01 \(idm) 0120220427674EFF 12FC", .lengthAndData),
      ("06 \(idm) 01 0B00 01 8000", .data),
      ("10 06 \(idm) 01 0B00 01 8000", .lengthAndData),
      // The response of Search Service Code is as long as its code says, LEN or not.
      ("0B \(idm) FFFF", .data),
      ("0C 0B \(idm) FFFF", .lengthAndData),
      // As a card emulated by a phone has it, whose IDm begins with 02FE.
      ("0B 02FE000000000000 FFFF", .data),
      ("D5 01 0102", .data),  // ISO/IEC 18092
      ("00FA000F 02", nil),  // NFCGate's header
      ("30 04", nil), ("", nil), ("00", nil),
    ] as [(String, FeliCaPacket.Shape?)])
  func shape(digits: String, shape: FeliCaPacket.Shape?) {
    let packet = hex(digits)
    #expect(FeliCaPacket.shape(of: packet.span, whole: packet.count) == shape)
  }

  @Test(
    "USER0 holds FeliCa with and without LEN and CRC",
    arguments: [
      ("00 12FC 01 00", "1 1.000000000 nfcF toCard 060012FC0100 crcStripped"),
      (
        "06 00 12FC 01 00", "1 1.000000000 nfcF toCard 060012FC0100 crcStripped odd extra:HEAD"
      ),
      ("06 00 12FC 01 00 DE2C", "1 1.000000000 nfcF toCard 060012FC0100DE2C odd extra:HEAD"),
      (
        "0B \(idm) FFFF", "1 1.000000000 nfcF fromCard 0C0B\(idm)FFFF crcStripped"
      ),
      ("AA BB", "1 1.000000000 other unknown AABB"),
    ])
  func user0(digits: String, line: String) throws {
    var file = PcapFile(linkType: 147)
    file.add(1, 0, digits)
    let head = Hex.text(file.records[0].prefix(16))
    let reading = try Reading(file.bytes)
    #expect(reading.lines == [line.replacing("HEAD", with: head)])
    #expect(
      reading.description.label == (digits == "AA BB" ? "pcap, link type 147" : "pcap, FeliCa"))
  }

  @Test func aCutPacketGetsTheLengthThatItHad() throws {
    var file = PcapFile(linkType: 147)
    // Read Without Encryption of 16 bytes, 10 of them kept.
    file.add(1, 0, "06 \(Self.idm) 01", original: 16)
    #expect(
      try Reading(file.bytes).lines == [
        "1 1.000000000 nfcF toCard 1106\(Self.idm)01 crcStripped cut:17"
      ])
  }

  @Test func besideLinkType264InPcapngItIsWhatNFCGateSaysBeforehand() throws {
    var file = PcapngFile()
    file.section()
    file.interface(147)
    file.packet(0, 1, "0012FC0100")
    file.interface(264)
    file.packet(0, 2, "0012FC0100")
    #expect(
      try Reading(file.bytes).lines == [
        "1 0.000001000 nfcF toCard 060012FC0100 crcStripped",
        "2 0.000002000 other unknown 0012FC0100",
      ])
  }
}
