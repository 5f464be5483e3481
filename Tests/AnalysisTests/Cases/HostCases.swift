import Bytes
import GrammarLanguage
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about what passes between a host and its reader.
extension Case {
  static let host: [Case] = [
    Case(
      "C45", "RF_INTF_ACTIVATED_NTF unpacked", link: .nci,
      [
        (
          .fromCard, "61052201020400FF01090400041122334401200000000E0D78778403665257453250524F4D",
          false
        )
      ],
      facts: [
        Fact("61 05: NTF, GID 1, OID 5; length 22h = 34") { told in
          told.name(ofFrame: 1) == .nciNotification
            && packet("610522") == NCIPacket.notification(group: 1, operation: 5, claimed: 34)
        },
        Fact(
          "discovery id 01, interface 02 ISO-DEP, protocol 04 ISO-DEP, technology 00 (A passive poll), max payload FF, credits 01"
        ) { told in
          told.derived.contains("26") && told.parameters != nil
        },
        Fact("9 bytes NFC-A: SENS_RES 0400, NFCID1 4 bytes, SEL_RES 20") { told in
          // BCC: 11 ^ 22 ^ 33 ^ 44 = 44.
          told.derived.contains("0400") && told.derived.contains("1122334444")
            && told.derived.contains { $0.hasPrefix("20") && $0.count == 6 }
        },
        Fact("bit rates 00/00; 14 bytes of activation: RATS response length 0D") { told in
          told.ats.map { $0.count / 2 } == 0x0D + 1
        },
        Fact(
          "T0 78 (TL is not in NCI): TA TB TC, FSCI 8 -> 256; TA 77; TB 84: FWI 8 77 ms, SFGI 4 -> 4.8 ms; TC 03: NAD + CID; historical \"fRWE2PROM\""
        ) { told in
          // 256 × 16 / 13.56 MHz × 2^8 and × 2^4, in microseconds.
          guard let parameters = told.parameters else { return false }
          return parameters.fsc == 256 && parameters.rates == 0x77
            && parameters.fwt / 1000 == 77_328 && parameters.sfgt / 1000 == 4_833
            && parameters.nadSupported && parameters.cidSupported
            && Array(told.story.bytes[parameters.historical.range]) == Array("fRWE2PROM".utf8)
        },
      ]),
    Case(
      "C48", "Type 2 reads inside NCI data packets", link: .nci,
      [
        (.toCard, "0000023004", false), (.fromCard, "600603010001", false),
        (.fromCard, "000011031DD1011955016E78702E636F6D2F6400", false),
        (.toCard, "0000023008", false), (.fromCard, "600603010001", false),
        (.fromCard, "000011656D6F626F6172642F4F4D35353738FE00", false),
        (.toCard, "0000023000", false), (.fromCard, "600603010001", false),
        (.fromCard, "000011041122BF3344556644480000E1106D0000", false),
        (.toCard, "00000230E0", false), (.fromCard, "600603010001", false),
        (.fromCard, "0000110000000000000000000000BD040000FF00", false),
      ],
      facts: [
        Fact("00 00 02: data packet, connection 0, 2 bytes: 30 04 = READ page 4") { told in
          told.name(ofFrame: 1) == .nciData && told.command(0) == "3004"
        },
        Fact("60 06 03 01 00 01: CORE_CONN_CREDITS_NTF, connection 0, 1 credit") { told in
          told.name(ofFrame: 2) == .nciNotification
            && packet("600603") == NCIPacket.notification(group: 0, operation: 6, claimed: 3)
        },
        Fact("00 00 11: 17 bytes = 16 tag bytes + 1 status byte 00 (frame RF interface)") { told in
          told.exchanges.allSatisfy { $0.form == .type2 && $0.answer.count == 16 }
        },
        Fact("CC E1 10 6D 00: 872 bytes (NTAG216); 03 1D: 29 bytes") { told in
          told.answer(2).hasSuffix("E1106D00") && 0x6D * 8 == 872
            && told.answer(0).hasPrefix("031D") && 0x1D == 29
        },
        Fact("URI 01 -> http://www.nxp.com/demoboard/OM5578") { told in
          let uri = Hex.bytes(told.answer(0) + told.answer(1)).map { $0[7..<31] } ?? []
          return Array(uri) == Array("nxp.com/demoboard/OM5578".utf8)
        },
        Fact("pages E2.. = 00 00 00 BD (dynamic lock), E3 = 04 00 00 FF (AUTH0 FF)") { told in
          told.command(3) == "30E0" && told.answer(3).hasSuffix("000000BD040000FF")
        },
      ]),
    Case(
      "C49", "MIFARE Classic read without authentication: PN532 status 13h", link: .pn532,
      [
        (.toCard, "0000FF05FBD440013000BB00", false), (.fromCard, "0000FF00FF00", false),
        (.fromCard, "0000FF03FDD54113D700", false),
      ],
      facts: [
        Fact(
          "00 00 FF 05 FB: LEN 5, LCS ok; D4 40 InDataExchange, target 1, 30 00 READ block 0; DCS BB ok"
        ) { told in
          told.name(ofFrame: 1) == .chipCommand && told.command(0) == "3000"
            && told.findings.allSatisfy { $0.id != .malformedHostFrame }
        },
        Fact("00 00 FF 00 FF 00: ACK") { $0.name(ofFrame: 2) == .chipACK },
        Fact(
          "D5 41 13: status 13h = data format does not match (unexpected or short RF frame); DCS D7 ok"
        ) { told in
          told.messages(.readerStatus) == ["PN532 status 13h: data format does not match"]
        },
      ]),
    Case(
      "C51", "Reply of zeros on a UART after a long command", link: .pn532,
      [
        (.toCard, "0000FF0AF6D4400190AA0000010000B000", false),
        (.fromCard, "0000FF00FF00", false),
        (.fromCard, "0000FF15EBD541008DB1F047075D4523806A42139043118091AFC600", false),
        (
          .toCard,
          "0000FF29D7D4400190AF0000206AC1FD0C479BEAA30EE8B3CD0E8C0D46A0274801CE609C4EF0854A479EC1EA6F00A000",
          false
        ),
        (.fromCard, "000000000000", false),
      ],
      facts: [
        Fact("frames 1, 3, 4: LEN, LCS, DCS all valid") { told in
          told.findings.filter { $0.id == .malformedHostFrame }.flatMap(\.places).map(\.frame) == [
            5
          ]
        },
        Fact(
          "90 AA 00 00 01 00 00: DESFire wrapped Authenticate AES key 0; answer 16 bytes + 91 AF"
        ) { told in
          told.command(0) == "90AA0000010000"
            && told.answer(0) == "8DB1F047075D4523806A421390431180"
            && told.exchanges[0].joins.contains(.additionalFrame)
        },
        Fact("90 AF 00 00 20 + 32 bytes + 00: well formed") { told in
          // Frame 4 is the second step's, and nobody answered it.
          let silent = told.findings.filter { $0.id == .unansweredCommand }
          return told.exchanges[0].parts == 2 && told.messages(.malformedAPDU).isEmpty
            && silent.flatMap(\.places).map(\.frame) == [4]
            && told.messages(.unansweredCommand).first?.contains("step 2") == true
        },
        Fact("last RX has no 00 FF start code: not a PN532 frame (UART overrun / reset)") { told in
          told.messages(.malformedHostFrame).first?.contains("the start code 00 FF is missing")
            == true
        },
      ]),
    Case(
      "C52", "Waiting for CONNECT but the phone sends SYMM", link: .pn532,
      [
        (.fromCard, "0000FF21DFD58D251ED40000112233445566778899000000", false),
        (.fromCard, "0000FF05FBD587000000A400", false),
      ],
      facts: [
        Fact(
          "D5 8D 25: activated, 424 kbps, DEP, active mode; initiator command 1E D4 00 = ATR_REQ + NFCID3i ..."
        ) { told in
          // Mode 0010 0101: bit rate 2 (424 kbit/s), DEP, framing 1 (active).
          told.derived.first?.hasPrefix("1ED40000112233445566778899") == true
            && told.peers.first.map { $0.packet == nil && $0.isToTarget } == true
            && told.peers.first?.activation == PeerActivation(rate: 424, isActive: true)
        },
        Fact("D5 87 00: TgGetData ok, payload 00 00") { $0.derived.last == "0000" },
        Fact(
          "00 00 = LLCP SYMM (DSAP 0, PTYPE 0, SSAP 0): link is up, peer has nothing to send"
        ) { told in
          guard let packet = told.peers.last?.packet else { return false }
          return packet.kind == .symmetry && packet.destination == 0 && packet.source == 0
        },
        Fact("answer with SYMM or your own CONNECT; phone connects only when it wants to beam") {
          $0.findings.allSatisfy { $0.severity == .note }
        },
      ]),
  ]

  private static func packet(_ hex: String) -> NCIPacket? {
    let bytes = Hex.bytes(hex) ?? []
    return NCIPacket(bytes.span)
  }
}

extension NCIPacket {
  /// The header of a notification whose payload is not there.
  fileprivate static func notification(group: UInt8, operation: UInt8, claimed: Int) -> Self? {
    let bytes: [UInt8] = [0x60, 0x00, 0x00]
    var packet = NCIPacket(bytes.span)
    packet?.group = group
    packet?.operation = operation
    packet?.claimed = claimed
    return packet
  }
}

extension Told {
  /// The bytes of the frames that follow from captured ones.
  fileprivate var derived: [String] {
    story.frames.filter { $0.frame.derived != 0 }.map {
      Hex.text(story.frameBytes[$0.frame.bytes.range])
    }
  }

  /// What peers said.
  fileprivate var peers: [PeerStep] {
    story.entries.compactMap { entry in
      guard case .step(let step, _) = entry, case .peer(let peer) = step.content else { return nil }
      return peer
    }
  }
}
