import Bytes
import Tags
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about what FeliCa cards hold.
extension Case {
  private static let idm = "012E112233445566"

  static let felicaMemories: [Case] = [
    Case(
      "C24", "FeliCa Lite handover + WSC with a stray length prefix", link: .nfcF,
      [
        (.toCard, packet("0012FC0100"), false),
        (.fromCard, packet("01" + idm + "00F1000000014300" + "12FC"), false),
      ]
        + reads([
          "100401000D0000000000010000700093", "91020A487312D102046163010130005A",
          "1745016170706C69636174696F6E2F76", "6E642E7766612E777363304300104A00",
          "0110100E003010260001011045000931", "3233343536373839100300020020100F",
          "00020008102700043132333410200006", "AABBCCDDEEFF1049000600372A000120",
        ]),
      facts: [
        Fact(
          """
          block 0: Ver 1.0, Nbr 4, Nbw 1, Nmaxb 000D, WriteF 00, RWFlag 01, Ln 000070 (112), checksum \
          0093 = sum of bytes 0..13
          """
        ) { told in
          guard let block = told.attributes else { return false }
          return block.version == 0x10 && block.blocksPerRead == 4 && block.blocksPerWrite == 1
            && block.blocks == 0x0D && block.writeFlag == 0 && block.accessFlag == 1
            && block.length == 112 && block.checksum == 0x93 && block.isSound
        },
        Fact(
          """
          91 02 0A "Hs": version 1.2, inner D1 02 04 "ac": CPS 01 active, carrier ref "0", 0 aux
          """
        ) { told in
          guard case .handover(let handover) = told.stored.records.first,
            let carrier = handover.carriers.first
          else { return false }
          return handover.version == 0x12 && carrier.powerState == 1
            && carrier.carrier == Array("0".utf8) && carrier.auxiliary.isEmpty
        },
        Fact("5A 17 45 01: ME SR IL TNF=2, application/vnd.wfa.wsc, id \"0\", payload 69") { told in
          told.records.count == 2 && told.records[1].nameFormat == .mime
            && told.records[1].typeText == "application/vnd.wfa.wsc"
            && told.records[1].id == Array("0".utf8) && told.records[1].payload.count == 69
        },
        Fact(
          """
          payload begins 43 00 = 67 little-endian = bytes that follow: a Bluetooth-OOB style prefix \
          that WSC does not have
          """
        ) { told in
          told.messages(.ndefWiFi).first?.hasPrefix(
            "record 2: 4300 in front of the attributes is a length that Wi-Fi has not") == true
        },
        Fact(
          """
          after the prefix: 104A=10; 100E(48): 1026=01, 1045="123456789", 1003=0020 WPA2-PSK, \
          100F=0008 AES, 1027="1234", 1020=AA:BB:CC:DD:EE:FF; 1049 WFA 00372A: Version2 = 20
          """
        ) { told in
          guard case .wifi(let wifi) = told.stored.records.last,
            let network = wifi.credentials.first
          else { return false }
          return wifi.attributes.map(\.type) == [0x104A, 0x100E, 0x1049]
            && wifi.attributes.first?.value == [0x10] && network.ssid == Array("123456789".utf8)
            && network.authentication == 0x0020 && network.encryption == 0x0008
            && network.key == Array("1234".utf8)
            && network.address == [0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF]
            && wifi.attributes.last?.value == [0x00, 0x37, 0x2A, 0x00, 0x01, 0x20]
        },
      ]),
    Case(
      "C57", "Dump full of 01 A6 blocks",
      dump: """
        Filetype: Flipper NFC device
        Version: 4
        Device type: FeliCa
        UID: 01 2E 11 22 33 44 55 66
        Data format version: 1
        Manufacture id: 01 2E 11 22 33 44 55 66
        Manufacture parameter: 00 F1 00 00 00 01 43 00
        Blocks total: 28
        Blocks read: 255

        """
          + (0..<28).map { "Block \($0): 01 A6" + String(repeating: " 00", count: 16) + "\n" }
          .joined(),
      facts: [
        Fact("first two bytes are Status Flag 1 and 2, not data") { told in
          told.contents.first?.image.isEmpty == true
            && told.messages(.memoryUnread) == [
              "no block was read: all 28 reads were refused, the first with 01 A6"
            ]
        },
        Fact("01 A6: error on element 1; A6h = illegal service code list") { told in
          told.notes(.memoryUnread).first
            == "A6: illegal service code list; 01: element 1 of the list"
        },
        Fact("the 16 zero bytes are padding of the file format") { told in
          told.notes(.memoryUnread).last
            == "the zeros behind the flags are the file's, not the card's"
        },
        Fact("header says 28 total but 255 read") { told in
          told.messages(.memoryCount) == ["the dump says of 28 blocks that 255 were read"]
        },
      ]),
  ]

  /// READs of four blocks each that bring these blocks.
  private static func reads(_ blocks: [String]) -> [(Direction, String, crc: Bool)] {
    stride(from: 0, to: blocks.count, by: 4).flatMap { start in
      let part = blocks[start..<min(start + 4, blocks.count)]
      let list = part.indices.map { "80" + Hex.text($0, digits: 2) }.joined()
      let count = Hex.text(part.count, digits: 2)
      return [
        (.toCard, packet("06" + idm + "010B00" + count + list), false),
        (.fromCard, packet("07" + idm + "0000" + count + part.joined()), false),
      ] as [(Direction, String, crc: Bool)]
    }
  }

  /// LEN in front and CRC_F behind.
  private static func packet(_ hex: String) -> String {
    let bytes = Hex.bytes(Hex.text(hex.count / 2 + 1, digits: 2) + hex) ?? []
    return Hex.text(bytes) + Hex.text(Checksum.crcF(bytes.span), digits: 4)
  }
}

extension Told {
  fileprivate var attributes: AttributeBlock? {
    contents.first.flatMap { part in
      part.image[0..<16].flatMap { AttributeBlock($0.span) }
    }
  }

  /// What the message in the card's memory says.
  fileprivate var stored: NDEFContents { outcomes.first?.message ?? NDEFContents() }

  fileprivate func notes(_ id: FindingID) -> [String] {
    findings.first { $0.id == id }?.notes ?? []
  }
}
