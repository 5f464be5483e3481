import Bytes
import GrammarLanguage
import Tags
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about NDEF messages. A message goes through as a peer sends it: adapter and flags, LLCP's I,
/// SNEP's PUT.
extension Case {
  init(_ id: String, _ title: String, message: String, facts: [Fact]) {
    let bytes = Hex.bytes(message) ?? []
    let length = Hex.text(UInt32(bytes.count), digits: 8)
    self.init(
      id, title, link: .llcp, [(.toCard, "0001" + "132000" + "1002" + length + message, false)],
      facts: facts)
  }

  static let messages: [Case] = [
    Case(
      "C04", "Message whose only record has ME clear", message: "9901050155610123456761",
      facts: [
        Fact("99h = MB=1 ME=0 CF=0 SR=1 IL=1 TNF=1") { told in
          told.fields.starts(with: [
            "begin=1", "end=0", "chunked=0", "short=1", "has_id=1", "tnf=1",
          ])
        },
        Fact("type length 1 \"U\", payload length 5, id length 1 \"a\"") { told in
          told.record(0).typeText == "U" && told.record(0).payload.count == 5
            && told.record(0).id == Array("a".utf8)
        },
        Fact("payload 01 23 45 67 61 -> prefix http://www. + \"#Ega\"") { told in
          told.content(0) == .uri(URIRecord("http://www.#Ega"))
        },
        Fact("all lengths fit exactly; message ends without an ME record") { told in
          told.peerMessage.message.problems.map(\.kind) == [.noEnd]
        },
      ]),
    Case(
      "C05", "Text record: status bit 7 set, length counts only the text, \"~\" in the language",
      message: "D1010D5485656E7E555348656C6C6F2C20576F726C6421",
      facts: [
        Fact("D1 01 0D 54: T record, payload 13") { told in
          told.record(0).typeText == "T" && told.record(0).payload.count == 13
        },
        Fact("status 85h: bit7=1 -> UTF-16, RFU bit6=0, language length 5") { told in
          told.fields.contains("encoding=1") && told.fields.contains("reserved=0")
            && told.fields.contains("language_length=5")
        },
        Fact("language \"en~US\" (7Eh instead of 2Dh)") { told in
          told.messages(.ndefText).contains("\"en~US\" is no language tag")
        },
        Fact("in-payload text = 48 65 6C 6C 6F 2C 20 = 7 bytes, odd -> cannot be UTF-16") { told in
          told.messages(.ndefText).contains(
            "UTF-16 needs an even number of bytes, the text has 7")
        },
        Fact("6 bytes 57 6F 72 6C 64 21 (\"World!\") lie after the ME record") { told in
          told.messages(.ndefTrailingBytes) == ["6 bytes behind the record with ME"]
        },
        Fact("intended: D1 01 13 54 05 65 6E 2D 55 53 + \"Hello, World!\" (payload 19)") { _ in
          Hex.text(
            NDEFMessage([TextRecord("Hello, World!", language: "en-US").record]).bytes
          ).hasPrefix("D101135405656E2D5553")
        },
      ]),
    Case(
      "C06", "Smart poster example bytes explained; custom scheme needs prefix 00",
      message: "D1021C53709101095402656E4C69626E666351010B55036C69626E66632E6F7267",
      facts: [
        Fact(
          "D1 02 1C 53 70: MB ME SR TNF=1, type \"Sp\", payload 28 = nested message"
        ) { told in
          told.record(0).typeText == "Sp" && told.record(0).payload.count == 28
            && told.poster?.contents.message.records.count == 2
        },
        Fact("91 01 09 54: MB SR, \"T\", 9 bytes: 02 \"en\" \"Libnfc\"") { told in
          told.poster?.contents.message.records.first == TextRecord("Libnfc").record
        },
        Fact("51 01 0B 55: ME SR, \"U\", 11 bytes: 03 -> http://, \"libnfc.org\"") { told in
          told.poster?.uri == "http://libnfc.org"
        },
        Fact("nested sizes 13+15 = 28 match") { told in
          told.poster?.contents.message.length == 28 && told.findings.isEmpty
        },
        Fact(
          "for the asker: D1 01 26 55 00 + 37 ASCII bytes (prefix 00: no abbreviation fits that scheme)"
        ) { _ in
          let uri = "scriptable:///run?" + String(repeating: "x", count: 19)
          return Hex.text(NDEFMessage([URIRecord(uri).record]).bytes).hasPrefix("D101265500")
        },
      ]),
    Case(
      "C08", "Status words 90 00 left inside a reassembled Type 4 NDEF message",
      message: """
        81010000001E5402696449443A2030303A31313A32323A33333A34343A35353A36363A3737010100000019540261\
        644D41433A2043323A30900031313A32323A33333A343401010000001F5402737753573A2052757576692046572\
        076332E33312E312B64656661756C7441010000001B549000740511FB2996FFFF0108FEB4FC2C7636C80FA4C200\
        11229000
        """,
      facts: [
        Fact(
          "4 records, all SR=0 (4-byte lengths 1E, 19, 1F, 1B), lengths consistent, 141 bytes"
        ) { told in
          told.peerMessage.message.records.map(\.payload.count) == [0x1E, 0x19, 0x1F, 0x1B]
            && told.peerMessage.message.length == 141 && told.peerMessage.message.problems.isEmpty
            && told.messages(.ndefWasteful).first?.hasPrefix("record 1: 4 lengths take 4 bytes")
              == true
        },
        Fact(
          """
          "90 00" at offsets 56, 114 and 139: chunk pitch 58, 58, 25+2 -> each READ BINARY answer \
          gave 56 data + SW, but the file offset was advanced by 58
          """
        ) { told in
          told.messages(.ndefStatusWords).first?.contains("every 58 bytes") == true
        },
        Fact(
          """
          so two file bytes per chunk are lost, not merely shifted ("E:" of the MAC, 02 64 of the \
          4th record)
          """
        ) { told in
          told.messages(.ndefStatusWords).first?.contains("bytes of the file are missing") == true
        },
        Fact("record 2: status 02 \"ad\", text contains bytes 90 00") { told in
          told.messages(.ndefText).contains(
            "record 2: the text is no UTF-8: 90 at byte 12 of the payload")
        },
        Fact(
          """
          record 4: status 90h read as UTF-16 with a 16-byte language code -> nonsense; original was \
          02 64 74 "dt" + binary payload
          """
        ) { told in
          told.messages(.ndefText).contains("record 4: the 16 bytes of the language are no text")
        },
      ]),
    Case(
      "C18", "Record with well-known TNF but an empty type",
      message: "D1001D02656E3431353432623537333333323263333430444644303230333030",
      facts: [
        Fact("D1: MB ME SR TNF=1; type length 0; payload 29") { told in
          told.record(0).type.isEmpty && told.record(0).payload.count == 29
            && told.messages(.ndefHeader) == ["TNF 1 (well-known type) with a type length of 0"]
        },
        Fact(
          "payload looks like a Text payload (02 \"en\" + ASCII) but the type \"T\" is missing"
        ) { told in
          told.messages(.ndefNoRecord).contains { $0.contains("type \"T\" was probably forgotten") }
        },
        Fact("text itself is hex digits: 41542b57... = \"AT+W32,4\" CR FD 02 03 00") { told in
          told.messages(.ndefNoRecord).contains { $0.contains("the hex digits of 13 bytes") }
        },
      ]),
    Case(
      "C19", "Decimal byte arrays of four records",
      message: """
        91010F5402656E48656C6C6F20576F726C642111010C5504666C75747465722E646576120A05746578742F706C61\
        696E48656C6C6F541206636F6D2E6578616D706C653A6D79747970656D7964617461
        """,
      facts: [
        Fact("T: 02 \"en\" \"Hello World!\"") { told in
          if case .text(let text) = told.content(0) {
            text.text == "Hello World!" && text.language == "en"
          } else {
            false
          }
        },
        Fact("U: 04 -> https://flutter.dev") { told in
          told.content(1) == .uri(URIRecord("https://flutter.dev"))
        },
        Fact("MIME text/plain: \"Hello\"") { told in told.content(2) == .media(text: "Hello") },
        Fact("External com.example:mytype: 6 bytes \"mydata\"") { told in
          told.content(3) == .external && told.record(3).typeText == "com.example:mytype"
            && told.record(3).payload == Array("mydata".utf8) && told.findings.isEmpty
        },
      ]),
    Case(
      "C23", "Wi-Fi credential payload from a phone app",
      message: """
        D217336170706C69636174696F6E2F766E642E7766612E777363100E002F10260001011045000453534944100300\
        020022100F000200081027000870617373776F726410200006FFFFFFFFFFFF
        """,
      facts: [
        Fact("100E len 2F(47): Credential") { told in
          told.wifi?.attributes.map(\.type) == [0x100E]
            && told.wifi?.attributes.first?.value.count == 47
        },
        Fact(
          """
          1026=01 network index; 1045="SSID"; 1003=0022 -> WPA-PSK + WPA2-PSK; 100F=0008 -> AES; \
          1027="password"; 1020=FF:FF:FF:FF:FF:FF
          """
        ) { told in
          let network = told.wifi?.credentials.first
          return network?.ssid == Array("SSID".utf8) && network?.authentication == 0x0022
            && network?.encryption == 0x0008 && network?.key == Array("password".utf8)
            && network?.address == [UInt8](repeating: 0xFF, count: 6)
        },
        Fact("inner sizes 5+8+6+6+12+10 = 47") { told in
          told.wifi?.credentials.first?.attributes.map { $0.value.count + 4 } == [
            5, 8, 6, 6, 12, 10,
          ]
        },
      ]),
  ]
}

extension Told {
  /// The message that a peer sent.
  fileprivate var peerMessage: NDEFContents {
    for case .step(let step, _) in story.entries {
      if case .peer(let peer) = step.content, let part = peer.message, part.hasMessage {
        return NDEFContents(reading: story.bytes.span.extracting(part.information.range))
      }
    }
    return NDEFContents()
  }

  fileprivate func record(_ index: Int) -> NDEFRecord { peerMessage.message.records[index] }

  fileprivate func content(_ index: Int) -> NDEFContent { peerMessage.records[index] }

  fileprivate var poster: SmartPoster? {
    if case .smartPoster(let poster) = content(0) { poster } else { nil }
  }

  fileprivate var wifi: WiFiConfiguration? {
    if case .wifi(let wifi) = content(0) { wifi } else { nil }
  }

  /// The bits of the first record's fields, `name=value`.
  fileprivate var fields: [String] {
    var tree = FieldTree()
    for case .step(let step, _) in story.entries {
      if case .peer(let peer) = step.content, let part = peer.message {
        NDEFDissector(lexicon)?.dissect(
          story.bytes.span.extracting(part.information.range), into: &tree)
      }
    }
    return tree.nodes.filter { $0.kind == .bits }.map {
      "\(lexicon.name(of: $0.label))=\($0.number)"
    }
  }
}
