import ForeignFormats
import Testing
import TraceFormat

@Suite struct NetworkLayerTests {
  /// UDP from port 40000 to 4729, then GSMTAP version 2 with four words of header.
  private static let udp = "9C40 1279 0018 0000 02040400 00000000 00000000 00000000"
  private static let ip4 = "4500002C 00000000 40110000 7F000001 7F000001"
  private static let ip6 = "60000000 0018 11 40" + String(repeating: "00", count: 32)

  @Test(
    "GSMTAP is found behind every kind of network header",
    arguments: [
      (1, "000000000000 000000000000 0800" + ip4 + udp),
      (1, "000000000000 000000000000 86DD" + ip6 + udp),
      (1, "000000000000 000000000000 8100 0005 0800" + ip4 + udp),
      (101, ip4 + udp), (228, ip4 + udp), (229, ip6 + udp), (0, "02000000" + ip4 + udp),
      (113, "0000 0304 0006 0000000000000000 0800" + ip4 + udp),
      (276, "0800 0000 00000001 0304 00 06 0000000000000000" + ip4 + udp),
      // Four bytes of IP options.
      (101, "46" + ip4.dropFirst(2) + "01010101" + udp),
    ] as [(UInt32, String)])
  func gsmtap(linkType: UInt32, digits: String) throws {
    #expect(try link(of: digits, in: linkType) == .gsmtap)
  }

  @Test(
    "Anything else is a packet of its link type",
    arguments: [
      (101, ip4 + udp.replacing("1279", with: "0035")),  // DNS
      (101, ip4.replacing("4011", with: "4006") + udp),  // TCP
      (101, "4500002C 00000001 40110000 7F000001 7F000001" + udp),  // a later fragment
      (101, ip4 + udp.replacing("0204", with: "0104")),  // GSMTAP version 1
      (101, ip4 + "9C40 1279 0018 0000 02"),  // cut
      (1, "000000000000 000000000000 8100 8100 8100"),
      (1, "0000"), (101, "44"), (101, "11"), (1, ""),
    ] as [(UInt32, String)])
  func other(linkType: UInt32, digits: String) throws {
    #expect(try link(of: digits, in: linkType) == .other)
  }

  private func link(of digits: String, in linkType: UInt32) throws -> Link? {
    var file = PcapFile(linkType: linkType)
    file.add(1, 0, digits)
    return try Reading(file.bytes).frames.first?.frame.link
  }
}
