import Bytes
import GrammarLanguage
import Testing
import TraceFormat

@testable import Decoding

@Suite struct FrameMasksTests {
  /// READ RECORD in frame 1; the answer's PAN lies in two blocks, frames 2 and 3:
  /// 70 0A 5A 08 47617390 | 01010010 9000.
  private static let made = HandMadeExchange(
    command: ["0200B2010C00FFFF"], answer: ["12700A5A0847617390FFFF", "03010100109000FFFF"])

  @Test func mapsASecretToTheFramesThatCarryIt() {
    var masks = masks(of: Self.made, frames: 1...3)
    let first = runs(&masks, frame: 2, "12700A5A0847617390FFFF")
    let second = runs(&masks, frame: 3, "03010100109000FFFF")
    #expect(first.map(\.bytes) == [5..<9])
    #expect(second.map(\.bytes) == [1..<5])
    // 4761 7390 0101 0010: six digits shown, six hidden, four shown.
    #expect(
      (0..<8).map { first[0].shows(nibble: $0) } == [
        true, true, true, true, true, true, false, false,
      ])
    #expect(
      (0..<8).map { second[0].shows(nibble: $0) } == [
        false, false, false, false, true, true, true, true,
      ])
    #expect(runs(&masks, frame: 1, "0200B2010C00FFFF") == [])
  }

  @Test func masksACopyThatDoesNotCount() {
    // Frame 3 is the first copy of the second block, with a wrong CRC; frame 5 the one that counts.
    var made = Self.made
    made.story.segments[2].frame = 5
    var masks = masks(of: made, frames: 1...5)
    #expect(runs(&masks, frame: 3, "03010100109000AAAA", crc: .bad).map(\.bytes) == [1..<5])
    #expect(runs(&masks, frame: 3, "03010100", crc: .bad).map(\.bytes) == [1..<4])
  }

  @Test func searchesDamagedFramesOnly() {
    var masks = FrameMasks()
    let frame = "02700A5A084761739001010010"
    #expect(runs(&masks, frame: 9, frame, crc: .bad).map(\.bytes) == [5..<13])
    #expect(runs(&masks, frame: 9, frame, crc: .good) == [])
    #expect(runs(&masks, frame: 9, frame, crc: .none, name: .cut).map(\.bytes) == [5..<13])
  }

  @Test func forgetsWhatWasListed() {
    var masks = masks(of: Self.made, frames: 1...3)
    masks.forget(through: 2)
    #expect(runs(&masks, frame: 2, "12700A5A0847617390FFFF").count == 1)
    masks.forget(through: 3)
    #expect(runs(&masks, frame: 2, "12700A5A0847617390FFFF").count == 0)
  }

  @Test func forgetsWhateverTheOrderItWasAddedIn() {
    var masks = FrameMasks()
    masks.hide(frame: 8, from: 1, .pin, .command)
    // Added later and listed earlier.
    masks.hide(frame: 4, from: 2, .pin, .command)
    masks.hide(frame: 6, from: 3, .pin, .command)
    #expect(runs(&masks, frame: 4, "0102030405").map(\.bytes.lowerBound) == [2])
    masks.forget(through: 4)
    #expect(runs(&masks, frame: 4, "0102030405") == [])
    #expect(runs(&masks, frame: 6, "0102030405").map(\.bytes.lowerBound) == [3])
    masks.forget(through: 7)
    #expect(runs(&masks, frame: 6, "0102030405") == [])
    #expect(runs(&masks, frame: 8, "0102030405").map(\.bytes.lowerBound) == [1])
  }

  @Test func searchesTheFramesThatItWasTold() {
    var masks = FrameMasks()
    let frame = "02700A5A084761739001010010"
    masks.search(frame: 9)
    masks.search(frame: 5)
    #expect(runs(&masks, frame: 5, frame).map(\.bytes) == [5..<13])
    masks.forget(through: 5)
    #expect(runs(&masks, frame: 7, frame) == [])
    #expect(runs(&masks, frame: 9, frame).map(\.bytes) == [5..<13])
    masks.forget(through: 9)
    #expect(runs(&masks, frame: 9, frame) == [])
  }

  private func masks(of made: HandMadeExchange, frames: ClosedRange<Int>) -> FrameMasks {
    var masks = FrameMasks()
    var secrets: [Secret] = []
    SecretFinderTests.finder.find(
      in: made.exchange, bytes: made.story.bytes.span, into: &secrets)
    masks.add(
      secrets.span, of: made.exchange, frames: frames, segments: made.story.segments.span)
    return masks
  }

  private func runs(
    _ masks: inout FrameMasks, frame: Int, _ hex: String, crc: FrameNote.CRCVerdict = .good,
    name: FrameName = .iBlock
  ) -> [FrameMasks.Run] {
    let direction: Direction = frame == 1 ? .toCard : .fromCard
    let note = FrameNote(
      frame: Frame(number: frame, time: 0, link: .nfcA, direction: direction), visit: 1, crc: crc,
      name: name)
    var found: [FrameMasks.Run] = []
    let bytes = Hex.bytes(hex) ?? []
    masks.find(
      in: note, bytes: bytes.span, by: SecretFinderTests.finder, into: &found)
    return found
  }
}
