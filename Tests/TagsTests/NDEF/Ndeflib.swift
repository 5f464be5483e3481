import Bytes
import Foundation

@testable import Tags

/// ndeflib in a process of its own: lines go in, lines come out.
enum Ndeflib {
  /// What it says of one message.
  struct Answer: Decodable {
    var hex: String?
    var raw: [[String]]?
    var values: [[String]]?
    var why: String?
  }

  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  /// What it says of messages, in their order.
  static func read(_ messages: [[UInt8]]) throws -> [Answer] {
    try ask(messages.map { Hex.text($0) }.joined(separator: "\n") + "\n")
  }

  /// Messages that it makes.
  static func make(_ count: Int, seed: Int) throws -> [Answer] {
    try ask("make \(count) \(seed)\n")
  }

  private static func ask(_ lines: String) throws -> [Answer] {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(
      "ndeflib-\(UUID().uuidString)")
    try Data(lines.utf8).write(to: scratch)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = root.appendingPathComponent(".venv/bin/python")
    process.arguments = [
      root.appendingPathComponent("Tests/TagsTests/NDEF/ndeflib_peer.py").path
    ]
    process.standardInput = try FileHandle(forReadingFrom: scratch)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let decoder = JSONDecoder()
    return try said.split(separator: 10).map { try decoder.decode(Answer.self, from: Data($0)) }
  }

  /// A record as ndeflib's names and bytes say it.
  static func raw(_ record: NDEFRecord) -> [String] {
    let type = String(decoding: record.type, as: UTF8.self)
    let name =
      switch record.nameFormat {
      case .empty: ""
      case .wellKnown: "urn:nfc:wkt:\(type)"
      case .mime, .absoluteURI: type
      case .external: "urn:nfc:ext:\(type)"
      case .unknown: "unknown"
      case .unchanged: "unchanged"
      case .reserved: "reserved"
      }
    return [name, Hex.text(record.id).lowercased(), Hex.text(record.payload).lowercased()]
  }

  /// The last structure of each type, as its dictionary keeps them.
  static func structures(of pairing: BluetoothPairing) -> [String] {
    var last: [UInt8: [UInt8]] = [:]
    for structure in pairing.structures { last[structure.type] = structure.data }
    return last.map { "\(Hex.text($0.key, digits: 2)):\(Hex.text($0.value).lowercased())" }.sorted()
  }

  static func value(_ poster: SmartPoster) -> [String] {
    var titles: [[String]] = []
    var action = ""
    var size = "None"
    var type = "None"
    var icons = 0
    for (record, content) in zip(poster.contents.message.records, poster.contents.records) {
      switch content {
      case .text(let title): titles.append([title.language, title.text])
      case .action(let found) where action.isEmpty:
        action = found == .perform ? "exec" : found == .save ? "save" : "edit"
      case .size(let found) where size == "None": size = String(found)
      case .mediaType(let found) where type == "None": type = found
      default:
        let name = record.typeText
        if record.nameFormat == .mime, name.hasPrefix("image/") || name.hasPrefix("video/") {
          icons += 1
        }
      }
    }
    return [
      "smart-poster", poster.uri ?? "", json(titles), action, size, type, String(icons),
    ]
  }

  /// As Python writes it: everything beyond ASCII escaped.
  private static func json(_ titles: [[String]]) -> String {
    let rows = titles.map { row in "[\(row.map(quoted).joined(separator: ","))]" }
    return "[\(rows.joined(separator: ","))]"
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: out += "\\\""
      case 0x5C: out += "\\\\"
      case 0x0A: out += "\\n"
      case 0x0D: out += "\\r"
      case 0x09: out += "\\t"
      case 0x08: out += "\\b"
      case 0x0C: out += "\\f"
      case 0x20...0x7E: out.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default: out += "\\u\(Hex.text(unit, digits: 4).lowercased())"
      }
    }
    return out + "\""
  }

  private static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }()

  /// nfcpy brings ndeflib with it.
  private static var folder: URL { root.appendingPathComponent(".venv/nfcpy") }
}
