import AppleRules
import Bytes
import TraceFormat

@testable import Analysis
@testable import Decoding

/// What `lint` is given: an app's files, and a conversation in lines.
struct PhoneInput: Sendable {
  var applications: [String]?
  var systems: [String] = []
  var plist: [PropertyList.Entry]?
  var formats: [String]?
  var target: Int?
  var link: Link = .apdu
  var lines: [String] = []

  /// An app that lists these, and APDUs.
  static func apdus(_ lines: [String], listing applications: [String]? = nil) -> PhoneInput {
    PhoneInput(applications: applications, lines: lines)
  }

  /// Frames of NFC-A; `+` stands for the right CRC_A.
  static func typeA(_ lines: [String]) -> PhoneInput { PhoneInput(link: .iso14443, lines: lines) }

  /// A Type 2 tag with a UID of ours, whose pages from 3 on are read.
  static func tag(_ memory: String) -> PhoneInput {
    let digits = Array(memory)
    var lines = activation
    for start in stride(from: 0, to: digits.count, by: 32) {
      let part = String(digits[start..<min(start + 32, digits.count)])
      lines.append(">30" + Hex.text([UInt8(3 + start / 8)]) + "+")
      lines.append("<" + part + String(repeating: "0", count: 32 - part.count) + "+")
    }
    return typeA(lines)
  }

  /// A tag with a CC for 144 bytes and one record, short form: its header, type and payload.
  static func tag(record header: String, _ type: String, _ payload: String) -> PhoneInput {
    let size = Hex.text([UInt8(payload.count / 2)])
    let message = header + "01" + size + type + payload
    return tag("E1101200" + "03" + Hex.text([UInt8(message.count / 2)]) + message + "FE")
  }

  /// FeliCa's frames from LEN on; the CRC is added.
  static func felica(_ lines: [String], listing systems: [String]) -> PhoneInput {
    PhoneInput(applications: [], systems: systems, link: .nfcF, lines: lines)
  }

  static func vicinity(_ lines: [String]) -> PhoneInput { PhoneInput(link: .nfcV, lines: lines) }

  static let activation = [
    ">26", "<4400", ">9320", "<88041122BF", ">937088041122BF+", "<04+", ">9520", "<3344556644",
    ">95703344556644+", "<00+",
  ]

  /// The same after HLTA, or after a NAK: WUPA wakes it.
  static let waking: [String] = [">52"] + Array(activation.dropFirst())

  /// What is found.
  func found() -> [AppFinding] {
    var facts = AppFacts()
    if let plist {
      facts.info = InfoPlist(plist)
    } else if let applications {
      facts.info = InfoPlist(
        usageDescription: "To read tags.", selectIdentifiers: applications, systemCodes: systems)
    }
    facts.entitlements = formats.map { Entitlements(formats: $0) }
    facts.deploymentTarget = target
    var lint = PhoneLint(facts)
    guard !lines.isEmpty else { return lint.found }
    lint.open("visit.trace")
    let told = conversation.told()
    lint.examine(told.story, findings: told.findings, outcomes: told.outcomes)
    return lint.found
  }

  private var conversation: Conversation {
    var conversation = Conversation(link: link)
    for line in lines {
      let text = String(line.dropFirst()).filter { $0 != "+" }
      switch line.first {
      case ">": conversation.add(.toCard, whole(text), crc: line.hasSuffix("+"))
      case "<": conversation.add(.fromCard, whole(text), crc: line.hasSuffix("+"))
      case "!": conversation.note(text == "on" ? .fieldOn : .fieldOff)
      default: conversation.wait(milliseconds: Int64(text) ?? 0)
      }
    }
    return conversation
  }

  /// The bytes with the CRC that the link has.
  private func whole(_ hex: String) -> String {
    let bytes = Hex.bytes(hex) ?? []
    switch link {
    case .nfcF: return hex + Hex.text(Checksum.crcF(bytes.span), digits: 4)
    case .nfcV:
      let crc = Checksum.crcB(bytes.span)
      return hex + Hex.text([UInt8(crc & 0xFF), UInt8(crc >> 8)])
    default: return hex
    }
  }
}
