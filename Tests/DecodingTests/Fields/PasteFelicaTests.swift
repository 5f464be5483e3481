import Bytes
import GrammarLanguage
import Testing

@testable import Decoding

@Suite struct PasteFelicaTests {
  private func reading(_ hex: String) throws -> PastedReading? {
    let reader = PasteReader(try Lexicon(builtInAnd: []))
    return reader.readings(of: try #require(Hex.bytes(hex))).first
  }

  @Test func theSyncCodeStandsInFrontOfTheFrame() throws {
    let reading = try #require(try reading("B24D0600FFFF01003A10"))
    #expect(reading.kind == .felica && !reading.isMalformed)
    #expect(reading.checksum?.isRight == true && reading.checksum?.bytes == 8..<10)
    #expect(reading.tree.nodes.first?.place.range == 2..<8)
  }

  @Test func aCommandWithoutItsLENIsToldWhatIsMissing() throws {
    let reading = try #require(try reading("02010203040506070801CDAB"))
    #expect(reading.kind == .felica)
    #expect(
      reading.faults.map(\.words) == [
        """
        LEN is missing: byte 0, 02, is the code of REQUEST SERVICE and counts none of the 12 bytes; \
        with 0D in front it is whole
        """
      ])
    #expect(try #require(try self.reading("0D02010203040506070801CDAB")).isMalformed == false)
  }

  @Test func aPMmIsTimes() throws {
    // Read 01: A 1, (1 + 2) × 302.0649 µs. Write 43: A 3, E 1, (1 + 4) × 4 × 302.0649 µs.
    let reading = try #require(try reading("1201012E11223344556600F1000000014300"))
    #expect(
      reading.notes == [
        "by PMm the card takes at the most: READ of one block 0.9 ms, WRITE of one block 6.0 ms"
      ])
  }

  @Test func anEchoHasNoDirection() throws {
    let reading = try #require(try reading("04F00001"))
    #expect(reading.notes.count == 1)
  }
}
