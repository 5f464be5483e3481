/// An electronic business card (RFC 6350; before it RFC 2426): lines of `NAME;PARAMETERS:VALUE`.
package struct VCard: Equatable, Sendable {
  /// The properties in order, names in capitals, without `BEGIN` and `END`.
  package var properties: [Property] = []

  /// One line, folded ones joined.
  package struct Property: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What is wrong with a card.
  package enum Fault: Equatable, Sendable {
    case noBegin
    case noEnd
    case notUTF8(offset: Int)
    case noName
  }

  private static let propertyLimit = 256

  /// The first value of a property that says something.
  package func value(_ name: String) -> String? {
    properties.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// Reads a payload as far as it is one.
  package init(reading payload: [UInt8], faults: inout PayloadFaults) {
    if let wrong = UTF8Text.firstFault(in: payload) {
      faults.note(.vCard(.notUTF8(offset: wrong)), wrong..<wrong + 1)
    }
    var lines: [[UInt8]] = []
    for line in payload.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      // A line that begins with a blank goes on with the one before.
      if line.first == 0x20 || line.first == 9, !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else if lines.count < Self.propertyLimit {
        lines.append(Array(line))
      }
    }
    var hasBegin = false
    var hasEnd = false
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      var name = String(
        decoding: line[..<colon].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self
      ).uppercased()
      // `item1.TEL` is TEL of a group.
      if let dot = name.lastIndex(of: ".") { name = String(name[name.index(after: dot)...]) }
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
      switch (name, value.uppercased()) {
      case ("BEGIN", "VCARD"): hasBegin = true
      case ("END", "VCARD"): hasEnd = true
      default: properties.append(Property(name, value))
      }
    }
    if !hasBegin { faults.note(.vCard(.noBegin), 0..<min(1, payload.count)) }
    if !hasEnd { faults.note(.vCard(.noEnd), payload.count..<payload.count) }
    if value("FN") == nil, value("N") == nil {
      faults.note(.vCard(.noName), 0..<payload.count)
    }
  }

  /// A card's name: `FN`, or what `N` gives.
  package var name: String? {
    value("FN")
      ?? value("N")?.split(separator: ";").prefix(2).reversed().joined(separator: " ")
  }

  /// A record with a card of version 3.0.
  package static func record(_ properties: [Property]) -> NDEFRecord {
    var text = "BEGIN:VCARD\r\nVERSION:3.0\r\n"
    for property in properties { text += "\(property.name):\(escaped(property.value))\r\n" }
    text += "END:VCARD\r\n"
    return NDEFRecord(.mime, type: Array("text/vcard".utf8), payload: Array(text.utf8))
  }

  private static func escaped(_ value: String) -> String {
    value.reduce(into: "") { text, character in
      switch character {
      case "\\", ",": text += "\\\(character)"
      case "\n", "\r", "\r\n": text += "\\n"
      default: text.append(character)
      }
    }
  }
}
