package import Foundation

/// Property lists as Xcode writes them.
package enum PropertyList {
  /// What stands under a key.
  package enum Value: Decodable {
    case text(String)
    case list([Value])
    /// Numbers, dates, dictionaries.
    case other

    package init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self = .text(text)
      } else if let list = try? decoder.singleValueContainer().decode([Value].self) {
        self = .list(list)
      } else {
        self = .other
      }
    }
  }

  /// A file that is no property list, or has no dictionary.
  package struct Unreadable: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// The keys at the top of a list in XML or binary.
  package static func dictionary(_ bytes: Data) throws(Unreadable) -> [String: Value] {
    do {
      return try PropertyListDecoder().decode([String: Value].self, from: bytes)
    } catch {
      throw Unreadable(description: "is no property list with keys")
    }
  }

  /// The texts of a list; a text alone is a list of one.
  static func strings(_ value: Value?) -> [String] {
    switch value {
    case .text(let text): [text]
    case .list(let list): list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    case .other, nil: []
    }
  }

  /// Keys that differ from a known one in case, white space or a letter or two.
  static func nearMisses(in keys: [String: Value], of known: [String]) -> [InfoPlist.NearMiss] {
    keys.keys.sorted().compactMap { written in
      guard !known.contains(written) else { return nil }
      let bare = simplified(written)
      guard let meant = known.first(where: { isNear(bare, simplified($0)) }) else { return nil }
      return InfoPlist.NearMiss(written: written, meant: meant)
    }
  }

  private static func simplified(_ key: String) -> [Character] {
    Array(key.lowercased().filter { !$0.isWhitespace })
  }

  /// Whether one becomes the other by changing, adding or leaving out at most two letters.
  private static func isNear(_ one: [Character], _ other: [Character]) -> Bool {
    guard abs(one.count - other.count) <= 2 else { return false }
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, opposite) in other.enumerated() {
        let change = diagonal + (letter == opposite ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[other.count] <= 2
  }
}

/// Hex as people write it into property lists.
package enum Hexadecimal {
  /// The bytes; nil for what is no hex. Both cases are taken.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }

  /// The digits of bytes, in capitals.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
    }.joined()
  }
}
