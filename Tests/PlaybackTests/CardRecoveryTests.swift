import BuiltInGrammars
import Bytes
import GrammarLanguage
import Testing
import TraceFormat

@testable import Playback

/// Cards found in frames on air, in APDUs and in what a host says to a PN532.
@Suite struct CardRecoveryTests {
  /// A Type 4 tag: UID 04112233445566 in two levels, ATS, SELECT and READ BINARY.
  private static let type4 = """
    > 26
    < 4403
    > 9320
    < 88041122BF
    >- 937088041122BF
    <- 04
    > 9520
    < 3344556644
    >- 95703344556644
    <- 20
    >- E050
    <- 0575778102
    >- 0200A4000C02E103
    <- 029000
    >- 0300B0000002
    <- 03000F9000
    >- C2
    <- C2
    """

  @Test func findsACardOfTypeA() throws {
    let card = try #require(try cards(Self.type4, .nfcA).first)
    #expect(card.identifier == hex("04112233445566"))
    #expect(card.atqa == [0x44, 0x03])
    #expect(card.sak == 0x20)
    #expect(card.answer == hex("0575778102"))
    #expect(card.exchanges.map(\.command) == [hex("00A4000C02E103"), hex("00B0000002")])
    var chip = PN532(cards: [try #require(card.card)])
    #expect(chip.ask("4A 01 00") == "010103442007" + "04112233445566" + "0575778102")
    #expect(chip.ask("40 01 00A4000C02E103") == "009000")
    #expect(chip.ask("40 01 00B0000002") == "00000F9000")
    // What is not there: a file, an instruction, a class, an offset.
    #expect(chip.ask("40 01 00A4000C02E104") == "006A82")
    #expect(chip.ask("40 01 00CA000000") == "006D00")
    #expect(chip.ask("40 01 80A4000C02E103") == "006E00")
    #expect(chip.ask("40 01 00B0000F02") == "006B00")
  }

  /// ACK is Ah, a NAK 0h; what is silent stays silent.
  @Test func findsATag() throws {
    let text = """
      > 26
      < 4400
      > 9320
      < 8804A1B29F
      >- 93708804A1B29F
      <- 04
      > 9520
      < C3D4E5F604
      >- 9570C3D4E5F604
      <- 00
      >- 3004
      <- 0300FE00000000000000000000000000
      >- A20401020304
      < 0A
      >- 3004
      <- 01020304000000000000000000000000
      """
    let card = try #require(try cards(text, .nfcA).first)
    var chip = PN532(cards: [try #require(card.card)])
    #expect(chip.ask("4A 01 00") == "01010044000704A1B2C3D4E5F6")
    #expect(chip.ask("40 01 3004")?.hasPrefix("000300FE00") == true)
    #expect(chip.ask("40 01 A20401020304") == "00")
    #expect(chip.ask("40 01 3004")?.hasPrefix("0001020304") == true)
    #expect(chip.ask("40 01 A20501020304") == "01")
  }

  /// GET_VERSION of DESFire in its own form; what it does not know is 1C, illegal command.
  @Test func findsNativeCommands() throws {
    let text = """
      > 26
      < 4403
      > 9320
      < 88041122BF
      >- 937088041122BF
      <- 04
      > 9520
      < 3344556644
      >- 95703344556644
      <- 20
      >- E050
      <- 067577810280
      >- 0260
      <- 02AF04010101001A05
      """
    let card = try #require(try cards(text, .nfcA).first)
    var chip = PN532(cards: [try #require(card.card)])
    #expect(chip.ask("4A 01 00") != nil)
    #expect(chip.ask("40 01 60") == "00AF04010101001A05")
    #expect(chip.ask("40 01 BD02000000200000") == "001C")
    #expect(chip.ask("40 01 00A4040007D276000085010100") == "006E00")
  }

  /// LEN, code, IDm, PMm; a poll for the same system with a system code asked for.
  @Test func findsAFeliCaCard() throws {
    let text = """
      >- 0600FFFF0000
      <- 1201012E4A3B2C1D0E9F00F1000000014300
      >- 1006012E4A3B2C1D0E9F010B00018000
      <- 1D07012E4A3B2C1D0E9F000001100401000D000000000001000023 0047
      """
    let card = try #require(try cards(text, .nfcF).first)
    var chip = PN532(cards: [try #require(card.card)])
    #expect(chip.ask("4A 01 01 00FFFF0000") == "01011201012E4A3B2C1D0E9F00F1000000014300")
    #expect(
      chip.ask("40 01 1006012E4A3B2C1D0E9F010B00018000")?.hasPrefix("001D07012E4A3B2C1D0E9F0000")
        == true)
    #expect(chip.ask("40 01 1006012E4A3B2C1D0E9F010B00018001") == "000C07012E4A3B2C1D0E9F01A8")
    #expect(chip.ask("40 01 0A0C012E4A3B2C1D0E9F") == "01")
  }

  @Test func findsACardOfTypeB() throws {
    let text = """
      >- 050000
      <- 505AC3D2E100000000005171
      >- 1D5AC3D2E100080100
      <- 00
      >- 0200A4040000
      <- 029000
      """
    let card = try #require(try cards(text, .nfcB).first)
    var chip = PN532(cards: [try #require(card.card)])
    #expect(chip.ask("4A 01 03 00") == "0101505AC3D2E1000000000051710101")
    #expect(chip.ask("40 01 00A4040000") == "009000")
  }

  /// APDUs name no card: it gets a UID of its own. ATR 3B 85 80 01 and five historical bytes.
  @Test func findsAPDUs() throws {
    var frames = batch("> 00A4040000\n< 6A82\n", .apdu)
    var reset = batch("< 3B85800101020304050B", .atr)
    reset.frames[0].number = 1
    frames = reset.followed(by: frames)
    let card = try #require(try cards(frames).first)
    var chip = PN532(cards: [try #require(card.card)])
    #expect(chip.ask("4A 01 00") == "0101000420" + "04084E4643" + "0A788070020102030405")
    #expect(chip.ask("40 01 00A4040000") == "006A82")
  }

  /// What InListPassiveTarget and InDataExchange brought.
  @Test func findsWhatAHostSaw() throws {
    let text = """
      > D44A0100
      < D54B010103442007041122334455660575778102
      > D4400100A4000C02E103
      < D541009000
      > D44401
      < D54500
      """
    let card = try #require(try cards(text, .pn532).first)
    #expect(card.identifier == hex("04112233445566"))
    #expect(card.answer == hex("0575778102"))
    #expect(
      card.exchanges == [RecordedExchange(command: hex("00A4000C02E103"), answer: [0x90, 0])])
  }

  /// The next card comes when the field goes behind the last exchange of the one before.
  @Test func cardsComeInTurn() throws {
    let second = Self.type4.replacing("041122", with: "04AA22").replacing("22BF", with: "2204")
    let found = try cards(Self.type4 + "\noff\non\n" + second + "\noff", .nfcA)
    #expect(found.map(\.identifier) == [hex("04112233445566"), hex("04AA2233445566")])
    var chip = PN532(cards: [try #require(RecordedCard.sequence(found))])
    #expect(chip.ask("32 05 FF0102") == "")
    for (uid, isPlayed) in [("11", false), ("11", true), ("AA", true), ("11", false)] {
      #expect(chip.ask("4A 01 00")?.contains("04\(uid)2233445566") == true)
      if isPlayed {
        #expect(chip.ask("40 01 00A4000C02E103") == "009000")
        #expect(chip.ask("40 01 00B0000002") == "00000F9000")
      }
      #expect(chip.ask("32 01 00") == "")
    }
  }

  @Test func damageTrapsNothing() throws {
    let lexicon = try Self.lexicon.get()
    let text = Self.type4
    var chance = Xorshift(17)
    for _ in 0..<300 {
      var frames = batch(text, .nfcA)
      for _ in 0..<4 {
        frames.bytes[Int(chance.next() % UInt64(frames.bytes.count))] = UInt8(chance.next() & 0xFF)
      }
      let kept = Int(chance.next() % UInt64(frames.frames.count))
      frames.frames.removeLast(kept)
      var recovery = CardRecovery(lexicon)
      recovery.read(frames)
      guard let card = RecordedCard.sequence(recovery.finish()) else { continue }
      var chip = PN532(cards: [card])
      for command in ["4A0100", "400100A4000C02E103", "40013004", "320100", "4A0100"] {
        _ = chip.ask(command)
      }
    }
  }

  private func cards(_ text: String, _ link: Link) throws -> [RecordedCard] {
    try cards(batch(text, link))
  }

  private func cards(_ frames: FrameBatch) throws -> [RecordedCard] {
    var recovery = CardRecovery(try Self.lexicon.get())
    recovery.read(frames)
    return recovery.finish()
  }

  /// `>` to the card, `<` from it, `-` where hardware took the CRC off; `on` and `off` of the field.
  private func batch(_ text: String, _ link: Link) -> FrameBatch {
    var batch = FrameBatch()
    for (index, line) in text.split(separator: "\n").enumerated() {
      var frame = Frame(
        number: index + 1, time: Int64(index) * 1_000_000, link: link,
        direction: line.first == ">" ? .toCard : line.first == "<" ? .fromCard : .none)
      if line == "on" { frame.event = .fieldOn }
      if line == "off" { frame.event = .fieldOff }
      if line.dropFirst().first == "-" { frame.flags = .crcStripped }
      frame.bytes = batch.store(hex(String(line.drop { !$0.isWhitespace })).span)
      batch.frames.append(frame)
    }
    return batch
  }

  private static let lexicon = Result {
    try Lexicon(
      BuiltInGrammar.all.map { entry in
        GrammarFile(
          builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
      })
  }
}

extension FrameBatch {
  /// These frames, and then those of another batch.
  fileprivate func followed(by other: FrameBatch) -> FrameBatch {
    var whole = self
    for var frame in other.frames {
      frame.number = whole.frames.count + 1
      frame.time += 1_000_000 * Int64(whole.frames.count)
      frame.bytes = whole.store(other.bytes[frame.bytes.range].span)
      whole.frames.append(frame)
    }
    return whole
  }
}
