import Bytes

/// A text and its language (NFC Forum, Text record type, "T").
///
///     UTF-16 | 0 | length of the language (6 bits) | language | text
package struct TextRecord: Equatable, Sendable {
  package var text: String
  package var language: String
  package var encoding: Encoding
  /// Where the text stands in the payload.
  package var place: Range<Int> = 0..<0
  /// Whether the payload was written without its status byte, so that all of it is the text.
  package var lacksStatus = false

  package init(_ text: String, language: String = "en", encoding: Encoding = .utf8) {
    self.text = text
    self.language = language
    self.encoding = encoding
  }

  /// How the text is written down.
  package enum Encoding: String, Equatable, Sendable, CaseIterable {
    case utf8 = "UTF-8"
    case utf16 = "UTF-16"
  }

  /// What is wrong with a text.
  package enum Fault: Equatable, Sendable {
    /// Not even the status byte is there.
    case noStatus
    /// The payload is text from its first byte on.
    case statusForgotten
    case reservedBit
    case languageOverrun(claimed: Int, available: Int)
    case noLanguage
    case languageNotText(length: Int)
    case badLanguage(String)
    case oddUTF16(count: Int)
    case notUTF16(offset: Int)
    case notUTF8(offset: Int, byte: UInt8)
    /// UTF-16 is claimed, and the bytes are plain ASCII.
    case asciiAsUTF16
    /// The text is nothing but the hex digits of bytes.
    case hexDigits(bytes: Int)
  }
}

extension TextRecord {
  /// Reads a payload as far as it is one.
  package init(reading payload: [UInt8], faults: inout PayloadFaults) {
    self.init("")
    guard let status = payload.first else {
      faults.note(.text(.noStatus), 0..<0)
      return
    }
    encoding = status & 0x80 == 0 ? .utf8 : .utf16
    let claimed = Int(status & 0x3F)
    let end = 1 + min(claimed, payload.count - 1)
    let code = Array(payload[1..<end])
    if Self.isTextAlone(payload) {
      self = TextRecord(String(decoding: payload, as: UTF8.self), language: "")
      place = 0..<payload.count
      lacksStatus = true
      faults.note(.text(.statusForgotten), 0..<1)
      return
    }
    if status & 0x40 != 0 { faults.note(.text(.reservedBit), 0..<1) }
    if claimed > code.count {
      faults.note(.text(.languageOverrun(claimed: claimed, available: code.count)), 0..<1)
    }
    readLanguage(code, faults: &faults)
    place = end..<payload.count
    readText(Array(payload[end...]), at: end, faults: &faults)
  }

  /// The payload as the NFC Forum writes it; UTF-16 with its byte order mark, most significant byte
  /// first. At most 63 bytes of language fit.
  package var payload: [UInt8] {
    let code = Array(language.utf8.prefix(0x3F))
    var bytes = [UInt8(code.count) | (encoding == .utf16 ? 0x80 : 0)] + code
    switch encoding {
    case .utf8: bytes += Array(text.utf8)
    case .utf16:
      bytes += [0xFE, 0xFF]
      for unit in text.utf16 { bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    }
    return bytes
  }

  /// The record.
  package var record: NDEFRecord { NDEFRecord(.wellKnown, type: [0x54], payload: payload) }

  private mutating func readLanguage(_ code: [UInt8], faults: inout PayloadFaults) {
    let range = 1..<1 + code.count
    guard code.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      // Control characters are told as what they are; bytes of no character in hex.
      language =
        code.allSatisfy { $0 < 0x80 } ? String(decoding: code, as: UTF8.self) : Hex.text(code)
      faults.note(.text(.languageNotText(length: code.count)), range)
      return
    }
    language = String(decoding: code, as: UTF8.self)
    if code.isEmpty {
      faults.note(.text(.noLanguage), 0..<1)
    } else if !Self.isTag(code) {
      faults.note(.text(.badLanguage(language)), range)
    }
  }

  private mutating func readText(_ bytes: [UInt8], at start: Int, faults: inout PayloadFaults) {
    switch encoding {
    case .utf8:
      text = String(decoding: bytes, as: UTF8.self)
      if let wrong = UTF8Text.firstFault(in: bytes) {
        faults.note(
          .text(.notUTF8(offset: start + wrong, byte: bytes[wrong])),
          start + wrong..<start + wrong + 1)
      }
    case .utf16: readUTF16(bytes, at: start, faults: &faults)
    }
    if bytes.count >= 8, bytes.count.isMultiple(of: 2), encoding == .utf8,
      bytes.allSatisfy({ Hex.value($0) != nil })
    {
      faults.note(.text(.hexDigits(bytes: bytes.count / 2)), start..<start + bytes.count)
    }
  }

  /// Without a byte order mark the most significant byte comes first (RFC 2781).
  private mutating func readUTF16(_ bytes: [UInt8], at start: Int, faults: inout PayloadFaults) {
    let all = start..<start + bytes.count
    let isMarkedLittle = bytes.starts(with: [0xFF, 0xFE])
    var at = isMarkedLittle || bytes.starts(with: [0xFE, 0xFF]) ? 2 : 0
    let hasMark = at == 2
    var units: [UInt16] = []
    while at + 1 < bytes.count {
      let (high, low) = isMarkedLittle ? (bytes[at + 1], bytes[at]) : (bytes[at], bytes[at + 1])
      units.append(UInt16(high) << 8 | UInt16(low))
      at += 2
    }
    text = String(decoding: units, as: UTF16.self)
    let isOdd = !bytes.count.isMultiple(of: 2)
    if isOdd { faults.note(.text(.oddUTF16(count: bytes.count)), all) }
    if let wrong = UTF8Text.firstLoneSurrogate(in: units) {
      let offset = start + (hasMark ? 2 : 0) + 2 * wrong
      faults.note(.text(.notUTF16(offset: offset)), offset..<offset + 2)
    }
    if !bytes.isEmpty, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      text = String(decoding: bytes, as: UTF8.self)
      faults.note(.text(.asciiAsUTF16), all)
    }
  }

  /// Whether a language is a tag of RFC 5646: letters, then subtags of letters and digits.
  package static func isTag(_ code: [UInt8]) -> Bool {
    let parts = code.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      guard (1...8).contains(part.count), part.allSatisfy(UTF8Text.isAlphanumeric) else {
        return false
      }
      if index == 0, part.contains(where: { $0 <= UInt8(ascii: "9") }) { return false }
    }
    return true
  }

  /// Whether a payload is text from its first byte on: then that byte is a character, and as a
  /// status byte it sets a bit that has to be 0 or claims a language that is none.
  private static func isTextAlone(_ payload: [UInt8]) -> Bool {
    guard payload.count >= 3, payload[0] >= 0x20, payload[0] < 0x7F, UTF8Text.isPrintable(payload)
    else { return false }
    let length = Int(payload[0] & 0x3F)
    guard length > 0, length < payload.count else { return true }
    let code = Array(payload[1..<1 + length])
    // Languages have two or three letters; longer first parts are not in use.
    return !isTag(code) || code.prefix { $0 != UInt8(ascii: "-") }.count > 3
  }
}
