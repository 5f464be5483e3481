import Bytes
import GrammarLanguage
import Tags
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Cases about FeliCa.
extension Case {
  private static let card = "012E112233445566"

  static let felica: [Case] = [
    Case(
      "C56", "Polling with request codes 0, 1, 2",
      [
        (.toCard, "B24D0600FFFF00000921", false),
        (.fromCard, "B24D1201012E11223344556600F1000000014300FB82", false),
        (.toCard, "B24D0600FFFF01003A10", false),
        (.fromCard, "B24D1401012E11223344556600F100000001430088B4B635", false),
        (.toCard, "B24D0600FFFF02006F43", false),
      ],
      facts: [
        Fact(
          "06 00: Polling, system code FFFF wildcard, request 00 / 01 / 02, time slot 00"
        ) { told in
          told.polls.map(\.request) == ["0600FFFF0000", "0600FFFF0100"]
            && lexicon.grammar("felica").flatMap { $0.system(0xFFFF).map($0.string) }
              == "any system"
        },
        Fact("LEN 12h = 18: IDm + PMm") { told in
          told.polls[0].answer == "1201" + card + "00F1000000014300"
        },
        Fact(
          "request 01: LEN 14h = 20: extra 88 B4 = system code of FeliCa Lite(-S) NDEF/Lite area"
        ) { told in
          told.polls[1].answer.hasSuffix("88B4")
            && lexicon.grammar("felica").flatMap { $0.system(0x88B4).map($0.string) }
              == "FeliCa Lite and Lite-S"
        },
        Fact("request 02 asks for communication performance (2 bytes), not a system code") { _ in
          felicaWord("PollingRequest", 0x02) == "communication performance"
        },
        Fact("PMm 00 F1: Lite-S") { _ in
          felicaWord("ICType", 0xF1) == "FeliCa Lite-S (RC-S966)"
        },
      ]),
    Case(
      "C60", "NfcF.transceive without the length byte", link: .nfcF,
      [
        (.toCard, felica("02010203040506070801CDAB"), false),
        (.toCard, felica("0D02010203040506070801CDAB"), false),
      ],
      facts: [
        Fact("wrong: first byte 02 would be LEN 2, packet has 12 bytes") { told in
          told.messages(.malformedCommand) == [
            """
            LEN is missing: byte 0 is the command's code, 02, and counts none of the 12 bytes; it \
            must be 0D in front of them
            """
          ]
        },
        Fact(
          "right: 0D = 13, 02 Request Service, IDm, 1 node, CD AB little-endian = ABCDh"
        ) { told in
          told.command(1) == "0D02010203040506070801CDAB" && told.command(0) == told.command(1)
        },
      ]),
    Case(
      "C62", "One transit history block", link: .nfcF,
      [
        (.toCard, felica("1006" + card + "010F09018000"), false),
        (
          .fromCard, felica("1D07" + card + "000001" + "160100020E8101020105E80300008000"), false
        ),
      ],
      facts: [
        Fact("16: gate; 01: fare payment; 00 02") { told in
          told.trip?.terminal == 0x16 && felicaWord("Terminal", 0x16) == "gate"
            && felicaWord("Process", 0x01) == "fare paid"
        },
        Fact("0E81: 0000111 0100 00001 = 2007-04-01 (7/4/5 bits, big-endian)") { told in
          told.trip.map { [$0.year, $0.month, $0.day] } == [2007, 4, 1]
        },
        Fact("entry line 01 station 02; exit line 01 station 05") { told in
          told.trip?.places
            == .stations(
              entry: TransitEntry.Stop(line: 1, station: 2),
              exit: TransitEntry.Stop(line: 1, station: 5))
        },
        Fact("E8 03 little-endian = 1000 yen") { $0.trip?.balance == 1000 },
        Fact(
          "00 00 80: sequence 128 (bytes 12-14); 00: region (byte 15) - not one 4-byte field"
        ) { $0.trip?.sequence == 128 && $0.trip?.region == 0 },
      ]),
    Case(
      "C63", "Echo command: same code both ways",
      [
        (.toCard, "B24D04F000013982", false), (.fromCard, "B24D04F000013982", false),
      ],
      facts: [
        Fact("LEN 04, F0 00 Echo, data 01") { told in
          told.command(0) == "04F00001" && told.exchanges.map(\.form) == [.felica]
        },
        Fact("response normally = command code + 1; Echo returns the packet unchanged") { told in
          told.answer(0) == told.command(0) && told.messages(.malformedCommand) == []
            && FelicaCode.answer(to: FelicaCode.read) == 0x07
        },
        Fact("CRC valid") { told in
          told.story.frames.allSatisfy { $0.crc == .good } && told.messages(.crcMismatch) == []
        },
      ]),
  ]

  /// What an emulator is told that answers request code 02 by a system code.
  static func wrongPerformance() -> [Finding] {
    var conversation = Conversation(link: .nfcF)
    conversation.add(.toCard, felica("0600FFFF0200"))
    conversation.add(.fromCard, felica("1401" + card + "00F1000000014300" + "88B4"))
    return conversation.told().findings
  }

  /// Bytes from LEN on with a right CRC_F.
  private static func felica(_ hex: String) -> String {
    let bytes = Hex.bytes(hex) ?? []
    return hex + Hex.text(Checksum.crcF(bytes.span), digits: 4)
  }

  /// The name of a value in one of FeliCa's lists.
  private static func felicaWord(_ list: String, _ value: UInt64) -> String? {
    guard let grammar = lexicon.grammar("felica"),
      let values = grammar.enumeration(named: list)
    else { return nil }
    var meanings = grammar.meanings(of: value, in: values)
    guard let meaning = meanings.next() else { return nil }
    var buffer = ByteBuffer(capacity: 32)
    grammar.append(meaning, to: &buffer)
    return buffer.string()
  }
}

extension Told {
  /// The polls that were answered, in hex.
  fileprivate var polls: [(request: String, answer: String)] {
    story.entries.compactMap { entry in
      guard case .step(let step, _) = entry, case .activation(let activation) = step.content else {
        return nil
      }
      return (
        Hex.text(story.bytes[activation.request.range]),
        Hex.text(story.bytes[activation.answer.range])
      )
    }
  }

  /// The entry of a history that the first exchange brought.
  fileprivate var trip: TransitEntry? {
    let answer = story.bytes.span.extracting(exchanges[0].answer.range)
    return answer.count >= 29 ? TransitEntry(answer.extracting(13..<29)) : nil
  }
}
