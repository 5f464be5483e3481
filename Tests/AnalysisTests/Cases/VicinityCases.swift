import BuiltInGrammars
import Bytes
import GrammarLanguage
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about ISO/IEC 15693 cards and MIFARE Classic.
///
/// C28, C30 and C33 are no captures: their facts are what `decode` says of the pasted bytes. So that
/// their flags are findings too, they are frames here, with the CRC that the reader's chip adds.
extension Case {
  static let vicinity: [Case] = [
    Case(
      "C28", "Extended block read with the UID in display order", link: .nfcV,
      // CRC of ISO/IEC 13239 behind it; then another frame, so that the silence is one.
      [
        (.toCard, "2233E00251001122334408003200" + crc("2233E00251001122334408003200"), false),
        (.toCard, "260100F60A", false),
      ],
      facts: [
        Fact("flags 22: high data rate, addressed") { told in
          request(told.command(0))?.flags == 0x22 && request(told.command(0))?.isSlow == false
        },
        Fact("33: Extended Read Multiple Blocks") { told in
          request(told.command(0))?.code == 0x33 && request(told.command(0))?.readsBlocks == true
        },
        Fact(
          "UID field on air is LSB first: must be 44 33 22 11 00 51 02 E0; here E0 comes first"
        ) { told in
          pasted("2233E00251001122334408003200")?.faults.map(\.offset) == [2]
            && told.findings.contains { $0.id == .uidReversed }
        },
        Fact("first block 0008 (LSB first); count field 0032 -> 51 blocks (value + 1)") { told in
          let blocks = blocks(told.command(0))
          return blocks?.first == 8 && blocks?.count == 51
        },
        Fact("no CRC in host-side frames: the controller adds it") { _ in
          pasted("2233E00251001122334408003200")?.notes.contains { $0.hasPrefix("no CRC") } == true
        },
      ]),
    Case(
      "C30", "System Info without DSFID/AFI decoded at fixed offsets", link: .nfcV,
      [
        (.toCard, "022B" + crc("022B"), false),
        (.fromCard, "00044433221100A407E0FF07" + crc("00044433221100A407E0FF07"), false),
      ],
      facts: [
        Fact(
          "flags 00; info flags 04: bit 2 only -> memory size; DSFID, AFI, IC reference absent"
        ) { told in
          let found = information(told.answer(0))
          return found != nil && found?.dsfid == nil && found?.family == nil
            && found?.reference == nil
        },
        Fact("UID E0 07 A4 00 11 22 33 44") { told in
          information(told.answer(0)).map { Hex.text($0.uid.bytes) } == "E007A40011223344"
        },
        Fact("memory FF 07 -> 256 blocks of 8 bytes") { told in
          let memory = information(told.answer(0))?.memory
          return memory?.blocks == 256 && memory?.size == 8
        },
      ]),
    Case(
      "C32", "Sniffed SLIX frames where a request was lost", link: .nfcV,
      [
        (.toCard, "222344332211000104E01407650B", false), (.fromCard, "00C327B373", false),
        (.toCard, "22B30444332211000104E001D62A6E0D4D", false),
        (.toCard, "360100006AA1", false), (.fromCard, "000144332211000104E00ECB", false),
      ],
      facts: [
        Fact("22 23 UID 14 07: Read Multiple blocks 20..27 -> expects 33 bytes + CRC") { told in
          let blocks = blocks(told.command(0))
          return blocks?.first == 20 && blocks?.count == 8
        },
        Fact(
          "00 C3 27: flags + 2 bytes = shape of Get Random Number (NXP B2), whose request is missing"
        ) { told in
          told.answer(0) == "00C327" && told.findings.contains { $0.id == .personalData }
        },
        Fact(
          "22 B3 04 UID 01 xxxxxxxx: NXP Set Password, password id 01 (xor-masked with the random number)"
        ) { told in
          let sent = request(told.command(1))
          return sent?.code == 0xB3 && sent?.maker == 0x04
            && sent.map { Hex.text($0.uid.bytes) } == "E004010011223344"
            && told.command(1).dropFirst(22).prefix(2) == "01"
        },
        Fact("no answer to B3 captured") { told in told.exchanges[1].outcome == .unanswered },
        Fact(
          "36 01 00 00: Inventory, AFI flag set, AFI 00, mask length 0; answer flags 00 DSFID 01 UID"
        ) { told in
          told.name(ofFrame: 4) == .iso15693Command && request("36010000")?.hasFamily == true
            && told.story.entries.contains { entry in
              guard case .step(let step, _) = entry,
                case .activation(let activation) = step.content
              else { return false }
              return Hex.text(told.story.bytes[activation.answer.range]) == "000144332211000104E0"
            }
        },
      ]),
    Case(
      "C33", "Reader-kit host packets sent as tag commands", link: .apdu,
      [(.toCard, "FFCA000000", false), (.fromCard, "6700", false)],
      facts: [
        Fact(
          "1-2 are host packets of a TI evaluation kit: 01 SOF, length, 00 03 04, 18 = request mode, then the real ISO 15693 bytes, 00 00"
        ) { _ in
          ["010A00030418002B0000", "010C00030418002301020000"].allSatisfy { hex in
            pasted(hex)?.notes.contains { $0.contains("TRF79xx") } == true
          }
        },
        Fact("real content of 1: flags 00, 2B Get System Information") { _ in
          name(pasted("010A00030418002B0000")) == "GET_SYSTEM_INFORMATION"
        },
        Fact("real content of 2: flags 00, 23 Read Multiple, first 01, count 02 (= 3 blocks)") {
          _ in
          name(pasted("010C00030418002301020000")) == "READ_MULTIPLE"
            && pasted("010C00030418002301020000")?.notes.contains {
              $0.hasPrefix("blocks 1 to 3, 3 of them")
            } == true
        },
        Fact("3 is a PC/SC pseudo APDU (get UID): answered by a reader, never by a tag") { told in
          told.command(0) == "FFCA000000"
        },
      ]),
    Case(
      "C67", "Encrypted MIFARE frames labelled unknown",
      [
        (.toCard, "52", false), (.fromCard, "0400", false), (.toCard, "9320", false),
        (.fromCard, "DEADBEEF22", false), (.toCard, "9370DEADBEEF22B99C", false),
        (.fromCard, "08", true), (.toCard, "6000F57B", false), (.fromCard, "007691A8", false),
        (.toCard, "F775145FD171510B", false), (.fromCard, "CD78CF1A", false),
        (.toCard, "B5B6A88C", false),
        (.fromCard, "698F300D460004544FB5BBBEB62F0E18265E", false),
      ],
      facts: [
        Fact("WUPA, ATQA 0004, anticollision UID + BCC 22, SELECT with CRC ok, SAK 08") { told in
          told.name(ofFrame: 1) == .wupa && told.name(ofFrame: 5) == .select
            && told.findings.isEmpty
            && told.story.entries.contains { entry in
              if case .visit(let visit) = entry { visit.atqa == 0x0004 } else { false }
            }
        },
        Fact("60 00 F5 7B: AUTH key A block 0 (CRC ok)") { told in
          told.command(0).hasPrefix("6000") && told.exchanges[0].authentication == .first
        },
        Fact(
          "00 76 91 A8: card nonce; next 8 bytes = encrypted reader nonce + answer; next 4 = encrypted card answer"
        ) { told in
          told.command(0) == "6000F775145FD171510B" && told.answer(0) == "007691A8CD78CF1A"
        },
        Fact(
          "from here everything is Crypto1: 4-byte reader frames (command + CRC), 18-byte card frames (16 + CRC)"
        ) { told in
          told.exchanges.dropFirst().allSatisfy(\.isEncrypted)
            && told.name(ofFrame: 11) == .ciphertext && told.name(ofFrame: 12) == .ciphertext
        },
        Fact("parity \"errors\" are expected because parity is encrypted too") { told in
          told.findings.isEmpty
        },
      ]),
  ]

  /// The two bytes that follow a frame of ISO/IEC 15693, as hex.
  private static func crc(_ hex: String) -> String {
    let bytes = Hex.bytes(hex) ?? []
    let crc = Checksum.crcB(bytes.span)
    return Hex.text([UInt8(crc & 0xFF), UInt8(crc >> 8)])
  }

  private static func request(_ hex: String) -> VicinityRequest? {
    let bytes = Hex.bytes(hex) ?? []
    return VicinityRequest(bytes.span)
  }

  private static func blocks(_ hex: String) -> (first: Int, count: Int)? {
    let bytes = Hex.bytes(hex) ?? []
    return VicinityRequest(bytes.span)?.blocks(of: bytes.span)
  }

  private static func information(_ hex: String) -> SystemInformation? {
    let bytes = Hex.bytes(hex) ?? []
    return SystemInformation(bytes.span)
  }

  /// What `decode` takes the bytes for, in the reading that fits best.
  private static func pasted(_ hex: String) -> PastedReading? {
    guard let lexicon = try? Lexicon(builtIn) else { return nil }
    let reading = PasteReader(lexicon).readings(of: Hex.bytes(hex) ?? []).first
    return reading?.kind == .iso15693 ? reading : nil
  }

  private static func name(_ reading: PastedReading?) -> String? {
    guard let lexicon = try? Lexicon(builtIn), let node = reading?.tree.nodes.first else {
      return nil
    }
    return lexicon.name(of: node.label)
  }

  private static let builtIn = BuiltInGrammar.all.map { entry in
    GrammarFile(
      builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
  }
}
