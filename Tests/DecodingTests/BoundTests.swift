import Testing
import TraceFormat

@testable import Decoding

/// What grows without end is told before the end.
@Suite struct BoundTests {
  @Test(
    "An exchange without end is told in parts",
    arguments: [
      // The same block again and again, with no answer, a damaged one, an S(WTX).
      (">a 0200B000000F\n", 140_000), (">a 0200B000000F\n< 021234\n", 2_000),
      ("<a F201\n>a F201\n", 70_000), ("< 021234\n", 3_000),
    ])
  func tellsInParts(lines: String, count: Int) throws {
    let talk = Talk(Talk.activated + ">a 0200B000000F\n" + String(repeating: lines, count: count))
    var decoder = Decoder(options: Decoder.Options())
    var story = Story()
    decoder.decode(talk.batch, into: &story)
    let last = story.entries.compactMap { entry in
      if case .step(let step, _) = entry { step.frames.upperBound } else { nil }
    }.max()
    // What still waits is no more than the bounds: 65,536 frames or 1,024 damages, two frames each.
    #expect(try #require(last) > talk.batch.frames.count - 66_000)
    #expect(story.defects.count + 1_025 >= story.frames.count)
  }

  @Test(
    "A damaged FeliCa command is one, whatever card spoke before", arguments: ["", "00", "0006"])
  func damagedFelicaIsNoBlock(bytes: String) {
    var talk = Talk(Talk.activated + "> \(bytes)\n<f 0C0702FE001122334455A200\n")
    talk.batch.frames[talk.batch.frames.count - 2].link = .nfcF
    talk.batch.frames[talk.batch.frames.count - 1].link = .nfcF
    #expect(talk.story().frames.isEmpty)
    #expect(talk.story().exchanges.map(\.form) == [.felica])
  }

  /// A frame that is stamped at its end begins before the least time there is.
  @Test func timesAtTheEndsOfTheirRangeAreTold() {
    var talk = Talk(Talk.activated + ">a 0200B000000F\n<a 029000\n>a C2\n<a C2\n")
    for turn in talk.batch.frames.indices {
      for index in talk.batch.frames.indices {
        talk.batch.frames[index].flags.insert(.stampedAtEnd)
        talk.batch.frames[index].time = index < turn ? .min : .max
      }
      #expect(talk.story().exchanges.count == 1)
    }
  }

  @Test func framesThatWaitAreBoundedInNumberAndBytes() {
    var notes = PendingNotes()
    var story = Story()
    let run = [UInt8](repeating: 0, count: 1 << 20)
    for number in 1...5 {
      let frame = Frame(number: number, time: 0, link: .nfcA, direction: .toCard)
      notes.add(frame, Reading(.raw), run.span)
      notes.give(before: 1, to: &story)
    }
    // Two go as soon as they have more than a mebibyte together; the fifth waits.
    #expect(story.frames.map(\.frame.number) == [1, 2, 3, 4])
    for number in 6...20_000 {
      let frame = Frame(number: number, time: 0, link: .nfcA, direction: .toCard)
      notes.add(frame, Reading(.raw), run.span.extracting(0..<1))
      notes.give(before: 1, to: &story)
    }
    // 8,192 frames wait at the most.
    #expect(story.frames.count >= 20_000 - 8_192)
  }
}
