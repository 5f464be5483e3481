import Testing
import TraceFormat

@testable import Analysis

/// Recordings that were damaged at random: comparing them ends, and both ways round give the same
/// verdict.
@Suite struct HostileComparisonTests {
  /// A repeatable stream of numbers (xorshift).
  private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(sides))
    }
  }

  @Test(
    "Damaged recordings are compared",
    arguments: Recording.names)
  func damaged(name: String) throws {
    let recording = try Recording(named: name)
    var options = ComparisonOptions()
    options.showsVarying = true
    options.comparesTransport = true
    options.tolerance = .absolute(1_000_000)
    for seed in 1...15 {
      var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
      let one = damaged(recording, &dice)
      let other = damaged(recording, &dice)
      let forth = try verdict(one, other, options)
      let back = try verdict(other, one, options)
      #expect(forth.isSame == back.isSame, "seed \(seed)")
      #expect(try verdict(one, one, options).isSame)
    }
  }

  private func damaged(_ recording: Recording, _ dice: inout Dice) -> Recording {
    var damaged = recording
    for _ in 0...dice.roll(6) where !damaged.frames.isEmpty {
      let index = dice.roll(damaged.frames.count)
      switch dice.roll(4) {
      case 0: damaged.frames.remove(at: index)
      case 1: damaged.frames.insert(damaged.frames[index], at: dice.roll(damaged.frames.count))
      case 2:
        let count = damaged.frames[index].bytes.count
        damaged.frames[index].bytes.removeLast(dice.roll(count + 1))
      default:
        damaged.change(index) { bytes in
          if !bytes.isEmpty { bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256)) }
        }
      }
    }
    return damaged
  }

  private func verdict(
    _ old: Recording, _ new: Recording, _ options: ComparisonOptions
  ) throws -> ComparisonFacts {
    var nobody = Nobody()
    return try TraceComparison(lexicon, options).compare(
      old.compared("old"), new.compared("new"), into: &nobody
    ) { _ throws(TraceError) in }
  }
}

/// Hears of everything and keeps nothing.
private struct Nobody: ComparisonSink {
  mutating func open(_ old: ComparedSide, _ new: ComparedSide) {}
  mutating func take(_ piece: ComparisonPiece) {}
  mutating func close(_ facts: ComparisonFacts) {}
}
