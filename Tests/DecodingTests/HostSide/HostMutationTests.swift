import Bytes
import GrammarLanguage
import Testing
import TraceFormat

@testable import Decoding

/// Every byte of what hosts, readers and controllers say is cut and flipped: nothing traps, and what is told
/// stays inside what was captured.
@Suite struct HostMutationTests {
  /// Conversations with everything that a layer looks at.
  static let talks: [(name: String, link: Link, text: String)] = [
    (
      "NCI: activation, data in two packets, deactivation", .nci,
      """
      < 61052201020400FF01090400041122334401200000000E0D78778403665257453250524F4D
      > 10000400A40000
      > 000003023F00
      < 0000029000
      < 600603010001
      < 6106020302
      """
    ),
    (
      "NCI: FeliCa and a peer", .nci,
      """
      < 61051D01010302FF01120110012E11223344556600F100000001430002010100
      > 0000060600FFFF0000
      < 61051701030502FF0100020202100F01020304050607080900000046666D
      < 0000020000
      """
    ),
    (
      "CCID: power, an APDU, one in parts", .ccid,
      """
      > 62000000000000000000
      < 80060000000000000000003B8180018080
      > 6F050000000001000000FFCA000000
      < 8009000000000100000004A1B2C3D4E5F69000
      > 6F04000000000200010000D60000
      < 80000000000002000010
      > 6F030000000003000200021122
      < 80020000000003000000029000
      """
    ),
    (
      "GSMTAP: a SIM's APDU", .gsmtap,
      "> 02040400000000000000000000000000A0A40000023F009F16"
    ),
    (
      "LLCP: CONNECT, SNEP PUT in two parts, DISC", .llcp,
      """
      > 0001 1120 060F75726E3A6E66633A736E3A736E6570
      < 0000 8184
      > 0001 132000 1002000000061122
      < 0000 834401
      > 0001 132010 33445566
      < 0000 0000
      > 0001 1140
      """
    ),
    (
      "PN532: polls, a card, an exchange, as a card", .pn532,
      """
      > D44A0100
      < D54B010103442007 04A1B2C3D4E5F6 0578807002
      > 0000FF0AF6D4400190AA0000010000B000
      < 0000FF00FF00
      < D5410091AF
      > D44A0101 00FFFF0000
      < D54B01011201 0102030405060708 1122334455667788
      > D442 0600FFFF0000
      < D543 00
      < D58D251ED400001122334455667788990000
      < D587000000
      """
    ),
    (
      "APDUs that are for the reader's chip", .apdu,
      """
      > FF00000004D44A0100
      < D54B010100040804A1B2C3D49000
      > FF000000 07 D4400130 040000
      < D54100 000102030405060708090A0B0C0D0E0F9000
      > FFCA000000
      < 04A1B2C39000
      """
    ),
  ]

  @Test("Cut or flipped at every byte", arguments: talks.indices)
  func survives(index: Int) {
    let (_, link, text) = Self.talks[index]
    let lines = text.split(separator: "\n").map { line -> (mark: Substring, bytes: [UInt8]) in
      let words = line.split(separator: " ")
      return (words[0], Hex.bytes(words.dropFirst().joined()) ?? [])
    }
    #expect(lines.allSatisfy { !$0.bytes.isEmpty })
    for number in lines.indices {
      for place in lines[number].bytes.indices {
        var cut = lines
        cut[number].bytes.removeSubrange(place...)
        check(cut, link)
        for mask in [0x01, 0x80, 0xFF] as [UInt8] {
          var flipped = lines
          flipped[number].bytes[place] ^= mask
          check(flipped, link)
        }
      }
    }
  }

  /// What each of these frames is taken for by `decode`, whatever is cut or flipped in it.
  @Test("Pasted, each stays inside its bytes", arguments: talks.indices)
  func pastes(index: Int) throws {
    let reader = PasteReader(try Lexicon(builtInAnd: []))
    let kinds: [PastedReading.Kind] = [.pn532, .nci, .frame, .felica]
    for line in Self.talks[index].text.split(separator: "\n") {
      let bytes = Hex.bytes(line.split(separator: " ").dropFirst().joined()) ?? []
      for place in bytes.indices {
        var flipped = bytes
        flipped[place] ^= 0xFF
        for changed in [Array(bytes[..<place]), flipped] {
          for kind in kinds {
            if let reading = reader.read(changed, as: kind) {
              check(reading, within: changed.count)
            }
          }
        }
      }
    }
  }

  private func check(_ lines: [(mark: Substring, bytes: [UInt8])], _ link: Link) {
    let text = lines.map { "\($0.mark) \(Hex.text($0.bytes))" }.joined(separator: "\n")
    let derived = Derived(text, link: link)
    let story = derived.story
    for step in story.steps {
      guard (1...lines.count).contains(step.frames.lowerBound),
        (1...lines.count).contains(step.frames.upperBound)
      else {
        Issue.record("a step of frames \(step.frames): \(text)")
        return
      }
    }
    for defect in story.defects where defect.place.derived == 0 {
      let frame = defect.place.frame
      guard (1...lines.count).contains(frame),
        defect.place.bytes.lowerBound <= lines[frame - 1].bytes.count
      else {
        Issue.record("a defect at \(defect.place): \(text)")
        return
      }
    }
  }

  private func check(_ reading: PastedReading, within count: Int) {
    let isInside =
      reading.tree.nodes.allSatisfy { $0.place.range.upperBound <= count }
      && reading.faults.allSatisfy { (0...count).contains($0.offset) }
    #expect(isInside)
    for inner in reading.inner { check(inner, within: count) }
  }
}
