/// What a driven reader does with each card, as it is handed to the process that drives it.
package struct ReadingPlan: Equatable, Sendable {
  package enum Purpose: Equatable, Sendable {
    /// Reads what the card is for.
    case ndef
    /// Sends these APDUs.
    case apdus([[UInt8]])
    /// Polls for a FeliCa system, and reads blocks of a service.
    case felica(FelicaQuery)
    /// Only selects it.
    case nothing
  }

  /// The reader's connection string; nil for the first there is.
  package var reader: String?
  /// After how many cards it ends; nil for never.
  package var cards: Int?
  package var purpose: Purpose

  package init(reader: String?, cards: Int?, purpose: Purpose) {
    self.reader = reader
    self.cards = cards
    self.purpose = purpose
  }
}

/// A system of a FeliCa card, and what of it is read: `0003`, `12FC:000B`, `12FC:000B:0-3`.
package struct FelicaQuery: Equatable, Sendable {
  package let system: UInt16
  package var service: UInt16?
  package var blocks = 0..<1

  /// Reads it as it is typed; nil where it is none.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, let system = Self.code(parts[0]) else { return nil }
    self.system = system
    if parts.count > 1 {
      guard let service = Self.code(parts[1]) else { return nil }
      self.service = service
    }
    if parts.count > 2 {
      let ends = parts[2].split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count <= 2, let first = ends.first.flatMap({ Int($0) }),
        let last = ends.last.flatMap({ Int($0) }), first >= 0, last >= first, last <= 0xFFFF
      else { return nil }
      blocks = first..<last + 1
    }
  }

  private static func code(_ text: Substring) -> UInt16? {
    text.count == 4 ? UInt16(text, radix: 16) : nil
  }

  /// As it is typed.
  var text: String {
    let hex = { (value: UInt16) in
      String(repeating: "0", count: 4 - String(value, radix: 16).count) + String(value, radix: 16)
    }
    guard let service else { return hex(system) }
    return "\(hex(system)):\(hex(service)):\(blocks.lowerBound)-\(blocks.upperBound - 1)"
  }
}

/// As words of a command line, because the process that drives the reader is started with them.
extension ReadingPlan {
  package var words: [String] {
    let purpose =
      switch purpose {
      case .ndef: ["ndef", ""]
      case .nothing: ["nothing", ""]
      case .felica(let query): ["felica", query.text]
      case .apdus(let list):
        [
          "apdus",
          list.map { $0.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined() }
            .joined(separator: ","),
        ]
      }
    return [reader ?? "", cards.map { "\($0)" } ?? ""] + purpose
  }

  package init?(words: [String]) {
    guard words.count == 4 else { return nil }
    reader = words[0].isEmpty ? nil : words[0]
    cards = Int(words[1])
    switch words[2] {
    case "ndef": purpose = .ndef
    case "nothing": purpose = .nothing
    case "felica":
      guard let query = FelicaQuery(words[3]) else { return nil }
      purpose = .felica(query)
    case "apdus":
      let list = words[3].split(separator: ",").map { Self.bytes($0) }
      guard !list.contains(nil) else { return nil }
      purpose = .apdus(list.compactMap(\.self))
    default: return nil
    }
  }

  /// An APDU from its hex digits, spaces between them or not; nil where they are none.
  package static func bytes(_ text: Substring) -> [UInt8]? {
    let digits = text.filter { $0 != " " && $0 != "\t" }
    guard digits.utf8.count >= 2, digits.utf8.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    var high: Int?
    for character in digits {
      guard let digit = character.hexDigitValue else { return nil }
      if let first = high {
        bytes.append(UInt8(first << 4 | digit))
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }
}
