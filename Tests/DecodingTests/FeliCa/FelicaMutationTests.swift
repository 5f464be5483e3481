import Bytes
import Tags
import Testing
import TraceFormat

@testable import Decoding

/// Every cut and every flipped byte of a conversation with a card is decoded, with or without its CRC.
@Suite struct FelicaMutationTests {
  private static let frames: [(Direction, String)] = [
    (.toCard, "0600FFFF0100"), (.fromCard, "14010123456789ABCDEF0120220427674EFF12FC"),
    (.toCard, "10060123456789ABCDEF010B00018000"),
    (.fromCard, "1D070123456789ABCDEF00000110040100010000000000010000050038"),
    (.toCard, "1706" + "0123456789ABCDEF" + "020B000F09" + "03" + "8000" + "010100" + "8102"),
    (.fromCard, "0C070123456789ABCDEF02A6"),
    (.toCard, "20080123456789ABCDEF01090001800100112233445566778899AABBCCDDEEFF"),
    (.fromCard, "0C090123456789ABCDEF0000"), (.toCard, "0F020123456789ABCDEF020B000009"),
    (.fromCard, "0F030123456789ABCDEF020000FFFF"),
    (.toCard, "17100123456789ABCDEF01000001881100000000000000FF"), (.toCard, "04F00001"),
    (.toCard, "06D40A000000"),
  ]

  private func decode(_ changed: Int, _ bytes: [UInt8], crc: Bool) throws -> Story {
    let batch = try batch(changed, bytes, crc: crc)
    // Whatever was moved, memory holds no more than that.
    let contents = CardMemory.seen(in: batch).memory.contents
    #expect(contents.reduce(0) { $0 + $1.image.seen } <= 8 * 16)
    for part in contents {
      for message in part.messages { #expect(message.bytes.count <= part.image.seen) }
    }
    var decoder = Decoder(options: Decoder.Options())
    var story = Story()
    decoder.decode(batch, into: &story)
    decoder.finish(into: &story)
    return story
  }

  private func batch(_ changed: Int, _ bytes: [UInt8], crc: Bool) throws -> FrameBatch {
    var batch = FrameBatch()
    for (index, entry) in Self.frames.enumerated() {
      var frame = Frame(
        number: index + 1, time: Int64(index) * 5_000_000, link: .nfcF, direction: entry.0)
      var data = index == changed ? bytes : try #require(Hex.bytes(entry.1))
      if crc {
        let check = Checksum.crcF(data.span)
        data += [UInt8(check >> 8), UInt8(check & 0xFF)]
      } else {
        frame.flags = .crcStripped
      }
      frame.bytes = batch.store(data.span)
      batch.frames.append(frame)
    }
    return batch
  }

  @Test("Cut at every byte, and each byte flipped", arguments: frames.indices)
  func mutated(which: Int) throws {
    let bytes = try #require(Hex.bytes(Self.frames[which].1))
    for crc in [true, false] {
      for length in bytes.indices {
        let story = try decode(which, Array(bytes[..<length]), crc: crc)
        #expect(story.frameCount >= Self.frames.count - 1)
      }
      for index in bytes.indices {
        for mask in [0x01, 0x80, 0xFF] as [UInt8] {
          var flipped = bytes
          flipped[index] ^= mask
          let story = try decode(which, flipped, crc: crc)
          #expect(story.frameCount >= Self.frames.count - 1)
        }
      }
    }
  }
}

extension Story {
  /// How many frames its steps speak of.
  fileprivate var frameCount: Int { steps.reduce(0) { $0 + $1.frames.count } }
}
