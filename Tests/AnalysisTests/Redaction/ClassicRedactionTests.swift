import Bytes
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

/// MIFARE Classic. Both conversations are what `Tests/Twins/classic.py redaction` prints, which has a
/// Crypto1 of its own: frames and parity bits.
@Suite struct ClassicRedactionTests {
  /// Keys A0A1A2A3A4A5 and B0B1B2B3B4B5, UID A1B2C3D4; key A of sector 1 becomes 112233445566, key B
  /// 665544332211. Block 8 holds that key A and the UID.
  private static let before = """
    > 26 0
    < 0400 01
    > 9320 10
    < A1B2C3D404 01110
    > 9370A1B2C3D40477FB 100111010
    < 08B6DD 001
    > 6004D13D 1010
    < 01200145 0000
    > A1907D70A9E5379E 00011110
    < DBE3F4DC 1001
    > 587371F5 1101
    < 0A
    > 6093B6EA96B2505D28A13379A0B42EF50808 001010100011011000
    < 03
    > DCA7501D 1101
    < 838A59B1 1010
    > E6155E2ECBE0A3D7 11100111
    < B3AF86E3 0101
    > 140122C3 0010
    < F52CA6DC6FED89697DC41E01DECAEFFD438F 111101011010100110
    > 1B9F2400 0011
    """

  /// Keys EEEEEEEEEEEE and EEEEEEEEEE04, UID 0F000001; the keys are EEEEEEEEEE02 and EEEEEEEEEE03.
  private static let after = """
    > 26 0
    < 0400 01
    > 9320 10
    < 0F0000010E 11100
    > 93700F0000010EC643 101110010
    < 08B6DD 001
    > 6004D13D 1010
    < 01200145 0000
    > 8DABB7B160BCCFA3 10100101
    < B2CB4957 1111
    > 465F1C6B 1001
    < 02
    > 4EBAAC08580020DA13091A223224F4CFF6F7 111111010111111111
    < 0F
    > EEE31832 1111
    < 44AB8FAC 0001
    > E9666D727997A2B0 00101000
    < A433C2DB 0101
    > DEF72DF2 0100
    < 55165A078703598E0F21EDC947B57D39438C 110000100000110010
    > E1918404 0010
    """

  private static let keys: [UInt64] = [0xB0B1_B2B3_B4B5, 0xA0A1_A2A3_A4A5]

  @Test func isEncipheredAnewAsIfTheKeysHadBeenOthers() throws {
    let redacted = try script(Self.before).redacted(ids: true, classicKeys: Self.keys)
    #expect(text(redacted.batch) == Self.after)
    #expect(redacted.report.classicKeys == ["EEEEEEEEEEEE", "EEEEEEEEEE04"])
    #expect(redacted.report.enciphered == 13 && redacted.report.blanked == 0)
    #expect(redacted.report.left == 0)
    // What is written into the trailer, and the UID: the sessions' own keys stand nowhere.
    #expect(redacted.report.rows.map { "\($0.kind) \($0.values)" } == ["key 2", "id 1"])
  }

  @Test func theStoryIsTheSame() throws {
    let redacted = try script(Self.before).redacted(ids: true, classicKeys: Self.keys)
    let told = [
      commands(script(Self.before).batch, Self.keys),
      commands(redacted.batch, [0xEEEE_EEEE_EEEE, 0xEEEE_EEEE_EE04]),
    ]
    #expect(told[0].map { $0.prefix(4) } == ["6004", "A007", "6108", "3008", "5000"])
    #expect(told[1].map { $0.prefix(4) } == told[0].map { $0.prefix(4) })
    #expect(told[1][1] == "A007EEEEEEEEEE02FF078069EEEEEEEEEE03")
  }

  @Test func whatWasRedactedStays() throws {
    for (ids, keys) in [(true, Self.keys), (false, Self.keys), (true, []), (false, [Self.keys[1]])]
    {
      let once = try script(Self.before).redacted(ids: ids, classicKeys: keys)
      let twice = try Script(once.batch).redacted(ids: ids)
      #expect(text(twice.batch) == text(once.batch), "\(ids) \(keys)")
      #expect(twice.report.changedFrames == 0)
    }
  }

  /// Neither the proofs nor anything behind them stays: each would give the key away.
  @Test func withoutKeysNoCiphertextStays() throws {
    let redacted = try script(Self.before).redacted()
    #expect(redacted.report.blanked == 13 && redacted.report.enciphered == 0)
    let (old, new) = (lines(Self.before), lines(text(redacted.batch)))
    #expect(old.prefix(8) == new.prefix(8))
    for (one, other) in zip(old, new).dropFirst(8) { #expect(one != other) }
    #expect(new[8] == "> EEEEEEEEEEEEEEEE 11111111")
    #expect(new[9] == "< EEEEEE02 1110")
    #expect(new[11] == "< 0E")
    #expect(redacted.exchanges.before == redacted.exchanges.after)
    #expect(redacted.findings.before == redacted.findings.after)
  }

  /// Without the second key, what is behind the nested authentication is blanked; its command, which
  /// the first key enciphers, is not.
  @Test func aKeyThatIsMissing() throws {
    let redacted = try script(Self.before).redacted(classicKeys: [Self.keys[1]])
    #expect(redacted.report.enciphered == 7 && redacted.report.blanked == 6)
    #expect(redacted.report.classicKeys == ["EEEEEEEEEEEE"])
    let story = commands(redacted.batch, [0xEEEE_EEEE_EEEE])
    #expect(story[2].hasPrefix("6108"))
  }

  /// A key that every chip is sold with is no secret.
  @Test func aFactoryKeyStays() throws {
    // C67: UID DEADBEEF, nT 007691A8.
    let session = """
      > 26 0
      < 0400 01
      > 9320 10
      < DEADBEEF22 10101
      > 9370DEADBEEF22FB34 100101100
      < 08B6DD 001
      > 6000F57B 1110
      < 007691A8 1000
      > F775145FD171510B 00000000
      < CD78CF1A 0000
      """
    let redacted = try script(session).redacted(classicKeys: [0xFFFF_FFFF_FFFF])
    #expect(redacted.report.classicKeys == ["FFFFFFFFFFFF"])
    #expect(redacted.frame(9, withCRC: true) == "F775145FD171510B")
  }

  @Test func aFrameThatIsDamagedIsBlanked() throws {
    // A bit of the block that is read: nothing behind it can be deciphered.
    let damaged = Self.before.replacing("F52CA6", with: "F52DA6")
    let redacted = try script(damaged).redacted(classicKeys: Self.keys)
    #expect(redacted.report.blanked == 2)
    #expect(!text(redacted.batch).contains("2DA6DC6F"))
  }

  @Test("No frame that is cut or changed makes it trap, or stays", arguments: 8..<21)
  func mutated(frame: Int) throws {
    var changed = script(Self.before).batch
    for place in changed.frames[frame].bytes.range {
      changed.bytes[place] ^= 1 << UInt8(place % 8)
      let redacted = try Script(changed).redacted(ids: true, classicKeys: Self.keys)
      #expect(redacted.batch.frames.count == 21)
      for number in [9, 17] {
        let proof = Array(changed.bytes[changed.frames[number - 1].bytes.range])
        #expect(redacted.frame(number, withCRC: true) != Hex.text(proof))
      }
      changed.bytes[place] ^= 1 << UInt8(place % 8)
    }
    if changed.frames[frame].bytes.length > 1 {
      changed.frames[frame].bytes.length -= 1
      _ = try Script(changed).redacted(classicKeys: Self.keys)
    }
  }

  private func script(_ text: String) -> Script {
    var batch = FrameBatch()
    for line in lines(text) {
      let words = line.split(separator: " ")
      var frame = Frame(
        number: batch.frames.count + 1, time: Int64(batch.frames.count) * 5_000_000, link: .nfcA,
        direction: words[0] == ">" ? .toCard : .fromCard)
      let bytes = Hex.bytes(String(words[1])) ?? []
      frame.bytes = batch.store(bytes.span)
      if words.count > 2 {
        var bits = [UInt8](repeating: 0, count: (words[2].count + 7) / 8)
        for (place, bit) in words[2].enumerated() where bit == "1" {
          bits[place / 8] |= 0x80 >> UInt8(place % 8)
        }
        frame.parity = batch.store(bits.span)
      }
      batch.frames.append(frame)
    }
    return Script(batch)
  }

  private func text(_ batch: FrameBatch) -> String {
    batch.frames.map { frame in
      let bytes = batch.copy(of: frame.bytes)
      let parity = batch.copy(of: frame.parity)
      let bits = bytes.indices.prefix(frame.parity.isEmpty ? 0 : bytes.count).map {
        parity[$0 / 8] & 0x80 >> UInt8($0 % 8) == 0 ? "0" : "1"
      }
      let sign = frame.direction == .toCard ? ">" : "<"
      return "\(sign) \(Hex.text(bytes))" + (bits.isEmpty ? "" : " \(bits.joined())")
    }.joined(separator: "\n")
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  private func commands(_ batch: FrameBatch, _ keys: [UInt64]) -> [String] {
    var options = Decoder.Options()
    options.classicKeys = keys
    var decoder = Decoder(options: options)
    var story = Story()
    decoder.decode(batch, into: &story)
    decoder.finish(into: &story)
    return story.entries.compactMap { entry in
      guard case .step(let step, _) = entry, case .exchange(let exchange) = step.content else {
        return nil
      }
      return Hex.text([UInt8](copying: story.bytes.span.extracting(exchange.command.range)))
    }
  }
}
