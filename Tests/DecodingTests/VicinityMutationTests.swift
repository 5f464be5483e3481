import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// Conversations cut and flipped at every byte: whatever comes, nothing traps and every frame is told.
@Suite struct VicinityMutationTests {
  private static let talks: [(String, Link)] = [
    (
      ">b 060100\n>\n<b 000088776655440104E0\n>\n<b 000011223344550702E0\n"
        + ">b 222B88776655440104E0\n<b 000F88776655440104E000001B0301\n>b 42230003\n"
        + "<b 0000112233440055667788000000000001AABBCCDD\n>b 62218877665544 0104E003AABBCCDD\n>\n<b 00\n"
        + ">b 22B2048877665544 0104E0\n<b 00C327\n>b 22B3048877665544 0104E00111223344\n<b 010F\n",
      .nfcV
    ),
    (
      "> 0A\n<\n> 0C\n< 73A20560FF5F021C9CF2\n> 8173A20560FF5F021C\n< 98132D00FBFF12E05352\n"
        + "> 0C05DE64\n< FFFFFFFFFFFFFFFFEAF5\n> 8802\n< FFFFFFFFF7FFFFFF\n> 05D9936418DD3A2429\n"
        + "< 5047EF4A\n> 8702FFFFFFFFF6FFFFFF4D9D7FEE\n< F6FFFFFFFFFFFFFFE959\n", .nfcV
    ),
    (
      ">b 0600\n<b 5C\n>b 0E5C\n<b 5C\n>b 0B\n<b 44332211002302D0\n>b 0807\n<b FFFFFFFF\n"
        + ">b 090711223344\n>b 0F\n", .iso14443
    ),
    (
      "> 26\n< 0400\n> 9320\n< 1122334444\n> 93701122334444519C\n< 08B6DD\n> 6004D13D\n< 01200145\n"
        + "> 996F261437B67772\n< 025A63F8\n> D7119E24\n< A1FC5686486954218CAF3E8BD34D4984776A\n"
        + "> 22C48126\n< 83060075\n> AAC80BCFD74AE196\n< 570FA454\n> A28657D4\n", .iso14443
    ),
  ]

  @Test("A conversation damaged at any byte is told to its end", arguments: talks.indices)
  func isToldToItsEnd(index: Int) {
    let (text, link) = Self.talks[index]
    let whole = Talk(text, link: link).batch
    for frame in whole.frames.indices {
      let count = whole.frames[frame].bytes.count
      for byte in 0..<count {
        for mask in [0x01, 0x80, 0xFF] as [UInt8] {
          var batch = whole
          batch.bytes[Int(whole.frames[frame].bytes.start) + byte] ^= mask
          check(batch)
        }
        var batch = whole
        batch.frames[frame].bytes = Extent(
          start: whole.frames[frame].bytes.start, length: UInt32(byte))
        check(batch)
      }
      var batch = whole
      batch.frames.remove(at: frame)
      for index in batch.frames.indices { batch.frames[index].number = index + 1 }
      check(batch)
    }
  }

  private func check(_ batch: FrameBatch) {
    var options = Decoder.Options()
    options.classicKeys = [0xA0A1_A2A3_A4A5]
    var decoder = Decoder(options: options)
    var story = Story()
    decoder.decode(batch, into: &story)
    decoder.finish(into: &story)
    // Every frame is in a step, and every visit that began has ended.
    let told = Set(story.steps.flatMap(\.frames))
    #expect(told.isSuperset(of: batch.frames.map(\.number)))
    #expect(story.visits.count == story.ends.count)
  }
}
