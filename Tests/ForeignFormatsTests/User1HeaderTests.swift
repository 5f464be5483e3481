import Bytes
import ForeignFormats
import Testing
import TraceFormat

@Suite struct User1HeaderTests {
  @Test func saysWhatAFrameIs() throws {
    var file = PcapFile(linkType: 148)
    // Link 5, ISO/IEC 15693, from the card, CRC taken off, 4 bits in the last byte.
    file.add(1, 0, "4E5401 05 02 00 01 04 0011")
    // An APDU to the card, of which two bytes were kept.
    file.add(2, 0, "4E5401 06 01 00 00 00 00A4", original: 15)
    // A comment.
    file.add(3, 0, "4E5401 06 00 06 00 00 6869")
    let reading = try Reading(file.bytes)
    #expect(
      reading.lines == [
        "1 1.000000000 nfcV fromCard 0011 crcStripped", "2 2.000000000 apdu toCard 00A4 cut:7",
        "3 3.000000000 apdu comment 6869",
      ])
    #expect(reading.frames.map(\.frame.lastBits) == [4, 0, 0])
    #expect(reading.description.label == "pcap, ISO 15693")
  }

  @Test(
    "What is not ours is kept whole",
    arguments: [
      "4E5402 05 02 00 00 00",  // version 2
      "4E5501 05 02 00 00 00",  // another mark
      "4E5401 0E 02 00 00 00",  // no such link
      "4E5401 05 04 00 00 00",  // no such direction
      "4E5401 05 02 07 00 00",  // no such event
      "4E5401 05 02 00 08 00",  // a flag that it does not hold
      "4E5401 05 02 00 00 80",  // eight and more bits
      "4E5401 05 02 00 00",  // seven bytes
      "",
    ])
  func foreign(digits: String) throws {
    var file = PcapFile(linkType: 148)
    file.add(1, 0, digits)
    let seen = try #require(try Reading(file.bytes).frames.first)
    #expect(seen.frame.link == .other)
    #expect(seen.frame.flags.isEmpty)
    #expect(seen.bytes == hex(digits))
  }

  /// The example of the article on captures of other tools.
  @Test func isWrittenAsTheArticleSays() throws {
    var frames = MadeFrames([(name: "", link: .apdu)])
    frames.add(.apdu, .toCard, "00B000000F")
    let written = try frames.written(with: PcapWriter()).bytes
    #expect(Hex.text(written.dropFirst(40)) == "4E54010601000000" + "00B000000F")
  }
}
