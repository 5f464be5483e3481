import Decoding
import Testing

@testable import Playback

/// The chip, asked as libnfc and nfcpy ask it.
@Suite struct PN532Tests {
  private func chip(_ card: String) throws -> PN532 {
    PN532(cards: [try BuiltInCard.fresh(card)])
  }

  @Test func opens() throws {
    var chip = try chip("type4")
    #expect(chip.ask("00 00 6C69626E6663") == "006C69626E6663")
    #expect(chip.ask("02") == "32010607")
    #expect(chip.ask("14 01") == "")
    #expect(chip.ask("12 14") == "")
    #expect(chip.ask("06 6302 6303 630D") == "808000")
    #expect(chip.ask("16 F0") == "00")
  }

  /// Number, target, ATQA high byte first, SAK, UID with its length, ATS with its length.
  @Test func listsACardOfTypeA() throws {
    var chip = try chip("type4")
    #expect(chip.ask("32 05 FF0102") == "")
    #expect(chip.ask("4A 01 00") == "01010344200704112233445566" + "0575778102")
    #expect(chip.ask("04") == "00010101000000" + "80")
  }

  @Test func listsByUIDWhatWasHalted() throws {
    var chip = try chip("ntag213")
    #expect(chip.ask("32 05 FF0100") == "")
    #expect(chip.ask("4A 01 00") != "00")
    #expect(chip.ask("44 01") == "00")
    // REQA does not wake it; a UID is asked for with WUPA.
    #expect(chip.ask("4A 01 00") == "00")
    #expect(chip.ask("4A 01 00 8804A1B2 C3D4E5F6") == "010100440007" + "04A1B2C3D4E5F6")
    #expect(chip.ask("4A 01 00 8804A1B2 C3D4E5F7") == "00")
  }

  /// ISO/IEC 14443-3: anticollision and SELECT as bytes with their CRC_A, which another program
  /// (nfc-anticol) computed: 937088041122BFB3F9 → 04DA17, 95703344556644ECA3 → 20FC70, E050BCA5.
  @Test func selectsByHand() throws {
    var chip = try chip("type4")
    #expect(chip.ask("08 6302 00 6303 00") == "")
    #expect(chip.ask("08 633D 07") == "")
    #expect(chip.ask("42 26") == "004403")
    #expect(chip.ask("08 633D 00") == "")
    #expect(chip.ask("42 9320") == "0088041122BF")
    #expect(chip.ask("42 937088041122BFB3F9") == "0004DA17")
    #expect(chip.ask("42 9520") == "003344556644")
    #expect(chip.ask("42 95703344556644ECA3") == "0020FC70")
    #expect(chip.ask("42 E050BCA5")?.hasPrefix("000575778102") == true)
    // A wrong CRC is answered by silence.
    #expect(chip.ask("42 C2E0B5") == "01")
    #expect(chip.ask("42 C2E0B4") == "00C2E0B4")
  }

  /// NVB 2Bh: two bytes and three bits were sent. 88h is sent 00010001: behind its first three bits
  /// come 10001, and with those of the second byte 1 0001 | 001: 0x91.
  @Test func anticollidesAtAnyBit() throws {
    var card = try BuiltInCard.fresh("type4")
    _ = card.receive(.bits(0x26, count: 7))
    let answer = card.receive(AirFrame(.nfcA, bytes: [0x93, 0x23, 0x00], lastBits: 3))
    #expect(answer?.bytes.first == 0x91)
    // Five bytes are 40 bits; three of them were known.
    #expect(answer?.bytes.count == 5 && answer?.lastBits == 5)
    #expect(card.receive(AirFrame(.nfcA, bytes: [0x93, 0x23, 0x01], lastBits: 3)) == nil)
  }

  /// What libnfc's timed calls do: the FIFO is filled and sent by registers.
  @Test func sendsByRegisters() throws {
    var chip = try chip("ntag213")
    #expect(chip.ask("08 6302 00 6303 00 6331 0C 633A 80 6339 26 633D 87") == "")
    #expect(chip.ask("06 633A 6339 6339 633A") == "02440000")
    // The timer counts down from FFFFh while 1172 = 494h cycles pass.
    #expect(chip.ask("06 631E 631F") == "FB6B")
  }

  @Test func tagsAcknowledgeAndRefuse() throws {
    var chip = try chip("ntag213")
    #expect(chip.ask("4A 01 00") != nil)
    #expect(chip.ask("40 01 A2 05 01020304") == "00")
    #expect(chip.ask("40 01 30 05")?.hasPrefix("0001020304") == true)
    #expect(chip.ask("40 01 30 FF") == "01")
    // GET_VERSION looks like AUTHENTICATE to the chip.
    #expect(chip.ask("4A 01 00") != nil)
    #expect(chip.ask("40 01 60") == "14")
    #expect(chip.ask("40 01 30 00") == "27")
  }

  /// A command of 71 bytes goes out in two blocks (FSC 64), an answer of 258 comes in five (FSD 64).
  @Test func chainsBothWays() throws {
    var chip = try chip("type4")
    #expect(chip.ask("4A 01 00") != nil)
    #expect(chip.ask("40 01 00A4040007D276000085010100") == "009000")
    #expect(chip.ask("40 01 00A4000C02E104") == "009000")
    let data = String(repeating: "5A", count: 66)
    #expect(chip.ask("40 01 00D6001042" + data) == "009000")
    let read = chip.ask("40 01 00B0000000") ?? ""
    #expect(read.count == 2 * (1 + 256 + 2))
    #expect(read.contains(data) && read.hasSuffix("9000"))
  }

  /// b7 of the target's number holds back a command until its last part.
  @Test func takesACommandInParts() throws {
    var chip = try chip("type4")
    #expect(chip.ask("4A 01 00") != nil)
    #expect(chip.ask("40 41 00A40400") == "00")
    #expect(chip.ask("40 01 07D276000085010100") == "009000")
  }

  /// LEN 12h, 01, IDm, PMm, and the system code that was asked for.
  @Test func pollsForFeliCa() throws {
    var chip = try chip("felica-lite-s")
    let card = "012E4A3B2C1D0E9F00F1000000014300"
    #expect(chip.ask("4A 01 01 00FFFF0100") == "0101" + "1401\(card)12FC")
    #expect(chip.ask("4A 01 01 0088B40000") == "0101" + "1201\(card)")
    #expect(chip.ask("40 01 10 06 012E4A3B2C1D0E9F 01 0B00 01 8000")?.hasPrefix("001D07") == true)
    #expect(
      chip.ask("40 01 10 06 012E4A3B2C1D0E9F 01 0B00 01 8020") == "000C07012E4A3B2C1D0E9F01A8")
    #expect(chip.ask("40 01 10 06 012E4A3B2C1D0E9E 01 0B00 01 8000") == "01")
  }

  /// FeliCa Lite-S: a block is written through service 0009h, and read back.
  @Test func writesFeliCaBlocks() throws {
    var chip = try chip("felica-lite-s")
    let block = "00112233445566778899AABBCCDDEEFF"
    #expect(chip.ask("4A 01 01 00FFFF0100") != nil)
    #expect(
      chip.ask("40 01 20 08 012E4A3B2C1D0E9F 01 0900 01 8005" + block)
        == "000C09012E4A3B2C1D0E9F0000")
    #expect(
      chip.ask("40 01 10 06 012E4A3B2C1D0E9F 01 0B00 01 8005")
        == "001D07012E4A3B2C1D0E9F000001" + block)
  }

  @Test func findsNothingWithoutACard() {
    var chip = PN532(cards: [])
    #expect(chip.ask("32 05 FF0100") == "")
    #expect(chip.ask("4A 01 00") == "00")
    #expect(chip.ask("60 01 02 20 10 03 11") == "00")
    #expect(chip.perform(0x60, [0xFF, 0x02, 0x20]) == .pending)
    #expect(chip.perform(0x77, []) == .syntaxError)
  }

  /// Whatever a host sends, on whatever card.
  @Test("Chance traps nothing", arguments: BuiltInCard.all.map(\.name))
  func bearsChance(card: String) throws {
    var chip = try chip(card)
    var chance = Xorshift(UInt64(card.utf8.count) * 7919)
    let codes: [UInt8] = [
      0x00, 0x06, 0x08, 0x12, 0x32, 0x40, 0x42, 0x44, 0x4A, 0x60, 0x86, 0x8C, 0x8E, 0x52,
    ]
    for round in 0..<20_000 {
      let bytes = chance.bytes(upTo: 40)
      let isKnown = round % 8 != 0
      let code = isKnown ? codes[Int(chance.next() % 14)] : UInt8(chance.next() & 0xFF)
      _ = chip.perform(code, round % 16 == 3 ? [0x01, 0x00] : bytes)
    }
  }

  @Test("Chance on the air traps nothing", arguments: BuiltInCard.all.map(\.name))
  func cardsBearChance(name: String) throws {
    var card = try BuiltInCard.fresh(name)
    let technology = card.technology
    var chance = Xorshift(UInt64(name.utf8.count) * 104_729)
    var device = CouplingDevice([card])
    for round in 0..<5_000 {
      if round % 64 == 0 {
        _ = device.selectTypeA()
        _ = device.requestAnswerToSelect(parameter: UInt8(round >> 6 & 0xFF))
        _ = device.requestTypeB(family: 0)
      }
      let bytes = chance.bytes(upTo: 24)
      let bits = Int(chance.next() % 8) + 1
      _ = device.send(
        round % 2 == 0 || bytes.isEmpty
          ? AirFrame(technology, bytes: bytes, lastBits: bits)
          : AirFrame(technology, payload: [0x02] + bytes))
    }
    card.losePower()
  }
}
