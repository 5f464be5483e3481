import Bytes
import GrammarLanguage
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about blocks on air.
extension Case {
  static let blocks: [Case] = [
    // Of C38 only the PCBs are public. The commands and data around them are made up.
    Case(
      "C38", "R(ACK) with the wrong block number makes the card repeat", activated: true,
      [
        (.toCard, "0200B0000002", true), (.fromCard, "0201029000", true),
        (.toCard, "0300B0000041", true), (.fromCard, "13112233", true), (.toCard, "A3", true),
        (.fromCard, "13112233", true), (.toCard, "A2", true), (.fromCard, "02449000", true),
      ],
      facts: [
        Fact("13 = I-block, chaining bit 10h set, no CID/NAD, block 1") { told in
          told.name(ofFrame: 16) == .iBlockChained && BlockHeader(pcb: 0x13)?.length == 1
        },
        Fact(
          "A3 = R(ACK) block 1 = same number as the card's last block -> card must retransmit (rule 11)"
        ) { told in
          told.name(ofFrame: 17) == .rAck
            && told.messages(.isoDepBlockNumber) == [
              """
              R(ACK) 1 carries the number of the block just received: it asks to send that block \
              again
              """
            ]
        },
        Fact("A2 = R(ACK) block 0 -> card sends the next block (02, no chaining: last)") { told in
          told.name(ofFrame: 19) == .rAck && told.name(ofFrame: 20) == .iBlock
            && told.exchanges[1].answerBlocks == 2 && told.answer(1) == "112233449000"
        },
        Fact("bit 20h is never set in an I-block, so testing it cannot detect chaining") { _ in
          BlockHeader(pcb: 0x33) == nil
        },
      ]),
    Case(
      "C39", "APDU trace of a transit card over ISO-DEP with CRC",
      [
        (.toCard, "0300B201140009CB", false), (.fromCard, "036A824F75", false),
        (.toCard, "0200A40900002A73", false),
        (.fromCard, "02851700020000001010000001030000009595952127300020009000EA30", false),
        (.toCard, "0300A4000002000200A5C8", false), (.fromCard, "036A824F75", false),
      ],
      facts: [
        Fact("PCB 03/02: I-blocks, block number toggles; CRC_A valid on all 6") { told in
          told.story.frames.map(\.name) == Array(repeating: .iBlock, count: 6)
            && told.story.frames.allSatisfy { $0.crc == .good }
            && told.findings.allSatisfy { $0.category != .malformed }
        },
        Fact("00 B2 01 14 00: READ RECORD 1, P2 14h -> SFI 2; 6A82 file not found") { told in
          told.command(0) == "00B2011400" && told.exchanges[0].status == 0x6A82
            && told.messages(.fileNotFound).first == "no file with SFI 2 in the current DF"
        },
        Fact("00 A4 09 00 00: SELECT P1=09 (case 2, Le 00): 85 17 + 23 bytes, 9000") { told in
          let command = told.apdu(1)
          let answer = told.answer(1)
          return command.p1 == 9 && command.shape == .case2Short && command.expected == 256
            && answer.hasPrefix("8517") && answer.count / 2 == 2 + 23 + 2
            && told.exchanges[1].status == 0x9000
        },
        Fact("00 A4 00 00 02 0002 00: SELECT FID 0002; 6A82") { told in
          told.command(2) == "00A4000002000200" && told.exchanges[2].status == 0x6A82
            && told.messages(.fileNotFound).last == "no file 0002"
        },
      ]),
    Case(
      "C41", "ATS printed together with its CRC",
      [(.toCard, "E080", true), (.fromCard, "0875778102637264A1F4", false)],
      facts: [
        Fact("TL 08") { $0.ats == "0875778102637264" },
        Fact("T0 75: TA1 TB1 TC1 present, FSCI 5 -> FSC 64") { $0.parameters?.fsc == 64 },
        Fact("TA1 77: 106..848 kbps both ways, different rates allowed") {
          $0.parameters?.rates == 0x77
        },
        // 256 × 16 / 13.56 MHz × 2^8 = 77.329 ms, and × 2^1 = 0.604 ms.
        Fact("TB1 81: FWI 8 (77.3 ms), SFGI 1 (0.6 ms)") { told in
          told.parameters.map { $0.fwt / 1000 } == 77_328
            && told.parameters.map { $0.sfgt / 1000 } == 604
        },
        Fact("TC1 02: CID supported, NAD not") { told in
          told.parameters?.cidSupported == true && told.parameters?.nadSupported == false
        },
        Fact("historical 63 72 64 = \"crd\"") { told in
          told.parameters.map { Array(told.story.bytes[$0.historical.range]) }
            == Array("crd".utf8)
        },
        Fact("A1 F4 = CRC_A, valid") { told in
          told.story.frames.last?.crc == .good && told.findings.isEmpty
        },
      ]),
    Case(
      "C44", "S(WTX) taken for a protocol error", activated: true,
      [
        (.toCard, "0280A8000002830000", true), (.fromCard, "F2019140", false),
        (.toCard, "F2019140", false), (.fromCard, "029000", true),
      ],
      facts: [
        Fact("F2 = S-block WTX, no CID; 01: power level 0, WTXM 1") { told in
          told.name(ofFrame: 14) == .sWTX && told.exchanges[0].waitingExtensions == 1
            && told.exchanges[0].extensionAsked == told.parameters?.fwt
        },
        Fact("reader must answer F2 01; next wait is FWT*WTXM (temporary)") { told in
          told.findings.isEmpty && told.exchanges[0].extensionFrame == 14
        },
        Fact("WTXM 1..59; 0 and 60..63 RFU") { _ in
          [(0x00, 0x00), (0x3C, 0x3C), (0x3F, 0x3F), (0x02, 0x01)].allSatisfy {
            !extensions(asked: $0, granted: $1).isEmpty
          }
            && [(0x01, 0x01), (0x3B, 0x3B)].allSatisfy {
              extensions(asked: $0, granted: $1).isEmpty
            }
        },
        Fact("then the card sends the delayed I-block") { told in
          told.name(ofFrame: 16) == .iBlock && told.exchanges.count == 1
            && told.exchanges[0].status == 0x9000
        },
      ]),
  ]

  /// What is said when a card asks for an extension and the reader grants this one.
  static func extensions(asked: UInt8, granted: UInt8) -> [Finding] {
    var conversation = Conversation()
    conversation.activate()
    conversation.add(.toCard, "0280A8000002830000", crc: true)
    conversation.add(.fromCard, "F2" + Hex.text(asked, digits: 2), crc: true)
    conversation.add(.toCard, "F2" + Hex.text(granted, digits: 2), crc: true)
    conversation.add(.fromCard, "029000", crc: true)
    return conversation.told().findings.filter { $0.id == .isoDepWaitingTime }
  }
}
