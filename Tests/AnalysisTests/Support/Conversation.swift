import Bytes
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Frames written down one after the other, decoded and analyzed.
struct Conversation {
  private var batch = FrameBatch()
  private let link: Link
  /// A frame every 5 ms.
  private var time: Int64 = 0

  init(link: Link = .iso14443) { self.link = link }

  /// Bytes to the card, or from it; `crc` appends a right CRC_A.
  mutating func add(_ direction: Direction, _ hex: String, crc: Bool = false) {
    var bytes = Hex.bytes(hex) ?? []
    if crc {
      let check = Checksum.crcA(bytes.span)
      bytes += [UInt8(check & 0xFF), UInt8(check >> 8)]
    }
    var frame = Frame(
      number: batch.frames.count + 1, time: time, link: link, direction: direction)
    frame.bytes = batch.store(bytes.span)
    batch.frames.append(frame)
    time += 5_000_000
  }

  /// What the capturing tool noted between frames.
  mutating func note(_ event: FrameEvent) {
    var frame = Frame(
      number: batch.frames.count + 1, time: time, link: link, direction: .none)
    frame.event = event
    batch.frames.append(frame)
    time += 5_000_000
  }

  /// Nothing, for some time.
  mutating func wait(milliseconds: Int64) { time += milliseconds * 1_000_000 }

  /// A card with a 7-byte UID and ISO-DEP (FSC 256, FWI 7), activated in 12 frames.
  mutating func activate() {
    for (direction, hex) in [
      (.toCard, "26"), (.fromCard, "4400"), (.toCard, "9320"), (.fromCard, "8804A1B29F"),
      (.toCard, "93708804A1B29F"), (.fromCard, "04"), (.toCard, "9520"),
      (.fromCard, "C3D4E5F604"), (.toCard, "9570C3D4E5F604"), (.fromCard, "20"),
      (.toCard, "E080"), (.fromCard, "0578807002"),
    ] as [(Direction, String)] {
      let isBare =
        hex == "26" || hex.count == 4 && hex != "E080" || hex.count == 10 && hex != "0578807002"
      add(direction, hex, crc: !isBare)
    }
  }

  /// The story of all frames, and what is said of it.
  func told() -> Told {
    var options = Decoder.Options()
    options.keepsFrames = true
    var decoder = Decoder(options: options)
    var story = Story()
    decoder.decode(batch, into: &story)
    decoder.finish(into: &story)
    var analyzer = Analyzer(lexicon: lexicon, secrets: secrets)
    analyzer.examine(story)
    return Told(story: story, findings: analyzer.findings, outcomes: analyzer.outcomes)
  }
}
