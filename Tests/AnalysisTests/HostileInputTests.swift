import Bytes
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Bytes that nobody sends in good faith: nothing traps, and all evidence lies in its frame.
@Suite struct HostileInputTests {
  /// A conversation that most rules have something to say of, one frame an entry; commands and
  /// answers in turn.
  private static let frames = [
    "26", "4400", "9320", "8804A1B29F", "93708804A1B29F", "04", "9520", "C3D4E5F604",
    "9570C3D4E5F604", "20", "E080", "0578807002", "0200A404000E325041592E5359532E444446303100",
    "026F31840E325041592E5359532E4444463031A51FBF0C1C610C4F07A0000000031010870101610C4F07A000000004"
      + "10108701029000", "0300A4040007A000000003101000", "136F0A8407A0000000", "A2",
    "020310109000",
    "0280A8000002830000", "F201", "F201", "026986", "0300B2010C00",
    "0370165A0847617390010100105F2009544553542F434152449000", "0200A4000C02E103", "029000",
    "0300B000000F", "03000F20003B00340406E10400320000" + "9000", "0200D6000041" + "AA", "026A82",
    "0300200080082412345FFFFFFFFF", "0363C2", "0200200080082412345FFFFFFFFF", "0263C1",
    "03002C0300", "036D00", "B2", "A3", "C2", "C2",
  ]

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

  @Test("Damaged conversations are told", arguments: 1...40)
  func damaged(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<25 {
      var conversation = Conversation(link: [.iso14443, .nfcA, .apdu, .nfcB][dice.roll(4)])
      for (index, hex) in Self.frames.enumerated() where dice.roll(12) > 0 {
        var bytes = try #require(Hex.bytes(hex))
        for _ in 0..<dice.roll(3) where !bytes.isEmpty {
          bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256))
        }
        if dice.roll(8) == 0 { bytes.removeLast(dice.roll(bytes.count + 1)) }
        let direction: Direction = (dice.roll(20) == 0) != (index % 2 == 0) ? .toCard : .fromCard
        conversation.add(direction, Hex.text(bytes), crc: dice.roll(10) > 0 && bytes.count > 2)
      }
      check(conversation)
    }
  }

  private func check(_ conversation: Conversation) {
    let told = conversation.told()
    var lengths: [Int: Int] = [:]
    for note in told.story.frames { lengths[note.frame.number] = note.frame.bytes.count }
    for finding in told.findings {
      #expect(!finding.places.isEmpty)
      for place in finding.places {
        guard let length = lengths[place.frame] else {
          Issue.record("no frame \(place.frame): \(line(finding))")
          continue
        }
        #expect(place.bytes.upperBound <= length, "\(line(finding))")
      }
    }
    for finding in told.findings { _ = Finding.merged([finding, finding]) }
  }
}
