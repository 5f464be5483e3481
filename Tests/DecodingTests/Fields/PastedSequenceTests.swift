import Bytes
import Testing
import TraceFormat

@testable import Decoding

@Suite struct PastedSequenceTests {
  @Test func takesLinesWithChecksumsForFrames() throws {
    // READ RECORD and SELECT of a transit card, with PCB and CRC_A as posted.
    let story = try story(
      """
      > 0300B201140009CB
      < 036A824F75
      > 0200A40900002A73
      < 02851700020000001010000001030000009595952127300020009000EA30
      > 0300A4000002000200A5C8
      < 036A824F75
      """)
    #expect(story.link == .iso14443)
    let exchanges = story.story.exchanges
    #expect(exchanges.map(\.status) == [0x6A82, 0x9000, 0x6A82])
    #expect(exchanges.map { story.story.hex($0.command) }.first == "00B2011400")
    // 85 17 and 23 bytes.
    #expect(exchanges[1].answer.count == 2 + 23 + 2)
    #expect(story.story.defects.isEmpty)
  }

  @Test(
    "Lines between a host and its reader are told by their frames",
    arguments: [
      (
        "> 0000FF05FBD440013000BB00\n< 0000FF00FF00\n< 0000FF03FDD54113D700", Link.pn532
      ),
      ("> D44A0100\n< D54B00", .pn532),
      ("> 6F05000000000100000000A4000000\n< 80020000000001000000 6A82", .ccid),
      ("> 0000023004\n< 600603010001", .nci),
    ])
  func takesHostLines(text: String, link: Link) throws { #expect(try story(text).link == link) }

  @Test func takesOthersForAPDUsAndJoinsThem() throws {
    let story = try story(
      """
      > 00A40904043F00D003
      < 6127
      > 00C0000027
      < 62258002000C8201018302D0038801E0A1128C077BFFFFFFFFFF009C077BFFFFFFFFFF008A01059000
      > 00B000000C
      < 5A0A802500000000000000009000
      """)
    #expect(story.link == .apdu)
    #expect(story.story.exchanges.count == 2)
    #expect(story.story.exchanges[0].joins == .getResponse)
    // 6127 announces 39 bytes, 62 25 and 37 more; SW1-SW2 stand behind them.
    #expect(story.story.exchanges[0].answer.count == 39 + 2)
  }

  @Test func takesSignedDecimals() throws {
    let story = try story(
      """
      > 00A4040005F22222222200
      < {106, -126}
      """)
    #expect(story.story.exchanges.first?.status == 0x6A82)
  }

  @Test func knowsFeliCaAndShortFrames() throws {
    // A poll for any system with CRC_F, and with one bit of it wrong.
    #expect(try story("> 0600FFFF00000921").link == .nfcF)
    #expect(try story("> 0600FFFF00000920").link == .apdu)
    let activation = try story(
      """
      > 26
      < 4400
      > 9320
      < 8804A81D31
      > 500057CD
      """)
    #expect(activation.link == .apdu)
    let whole = try story(
      """
      > 26
      < 0400
      > 9320
      < 08DFBFF29A
      > 500057CD
      """)
    #expect(whole.link == .iso14443)
  }

  private func story(_ text: String) throws -> (link: Link, story: Story) {
    guard case .sequence(let lines) = try PastedText(text) else { return (.other, Story()) }
    let link = PastedSequence.link(of: lines)
    var decoder = Decoder(options: Decoder.Options())
    var story = Story()
    decoder.decode(PastedSequence.batch(of: lines, link: link), into: &story)
    decoder.finish(into: &story)
    return (link, story)
  }
}
