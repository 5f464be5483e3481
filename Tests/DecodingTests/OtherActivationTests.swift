import Bytes
import Testing

@testable import Decoding

/// Activation of what is no Type A card: Type B (ISO/IEC 14443-3) and FeliCa (JIS X 6319-4).
@Suite struct OtherActivationTests {
  @Test func typeBIsActivated() throws {
    let story = Talk(
      """
      >b 050000
      <b 5011223344 00000000 008171
      >b 1D11223344 00080100
      <b 00
      >b 02 00A4040000
      <b 02 9000
      >b C2
      <b C2
      """
    ).story()
    #expect(story.visits.map(\.technology) == [.nfcB])
    #expect(story.visits.first.map { Hex.text($0.identifier.bytes) } == "11223344")
    #expect(story.exchanges.map(\.status) == [0x9000])
    #expect(story.defects.isEmpty)
  }

  @Test func anATTRIBHasNoHistoricalBytes() {
    let story = Talk(
      """
      > 26
      < 0400
      >a 93700102030404
      <a 20
      >a E080
      <a 0B78807002803180660000
      >b 1D0102030400080100
      <b 00
      """
    ).story()
    let historical = story.steps.compactMap { step -> [UInt8]? in
      guard case .protocolActivation(let activation) = step.content,
        let bytes = activation.parameters?.historical
      else { return nil }
      return bytes.range.upperBound <= story.bytes.count ? Array(story.bytes[bytes.range]) : nil
    }
    #expect(historical == [[0x80, 0x31, 0x80, 0x66, 0x00, 0x00], []])
  }

  @Test func felicaIsToldByLengthAndCRC() throws {
    let story = Talk(
      """
      >f 0600FFFF0100
      <f 14010123456789ABCDEF0120220427674EFF12FC
      >f 10060123456789ABCDEF010B00018063
      <f 0C070123456789ABCDEF01A8
      """
    ).story()
    #expect(story.visits.map(\.technology) == [.nfcF])
    #expect(story.visits.first.map { Hex.text($0.identifier.bytes) } == "0123456789ABCDEF")
    #expect(story.exchanges.map(\.form) == [.felica])
  }

  @Test func aSecondCardInALaterTimeSlotIsACardOfItsOwn() {
    let story = Talk(
      """
      >f 0600FFFF0101
      <f 14010123456789ABCDEF0120220427674EFF12FC
      <f 14010223456789ABCD000120220427674EFF12FC
      >f 10060123456789ABCDEF010B00018000
      <f 0C070123456789ABCDEF01A8
      >f 10060223456789ABCD00010B00018000
      <f 0C070223456789ABCD0001A8
      """
    ).story()
    #expect(story.defects.isEmpty)
    #expect(
      Set(story.visits.map { Hex.text($0.identifier.bytes) })
        == ["0123456789ABCDEF", "0223456789ABCD00"])
    #expect(story.exchanges.count == 2)
    let visits = story.steps.compactMap { step -> Int? in
      if case .exchange = step.content { step.visit } else { nil }
    }
    let owners = visits.map { number in
      story.visits.first { $0.number == number }.map { Hex.text($0.identifier.bytes) }
    }
    #expect(owners == ["0123456789ABCDEF", "0223456789ABCD00"])
  }
}
