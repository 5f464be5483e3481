import Bytes
import Decoding
import Tags

/// The words of a visit's last row for what a tag holds: `Type 2 tag, 144 bytes (CC E1 10 12 00),
/// writable; NDEF message in 67 bytes, pages 4–21`.
enum TagWords {
  /// What is said of a tag in front of how its visit ended.
  static func join(_ contents: TagContents, _ words: OutcomeWords) -> OutcomeWords {
    let isNamed = words.products.count == 1
    func line(isShort: Bool) -> String {
      var line = contents.isBare ? "TLV blocks" : name(contents.kind)
      if isNamed, contents.kind == .type2 || contents.kind == .type5 {
        line += " (\(words.products[0]))"
      }
      line += layout(contents, isShort: isShort)
      line += message(contents, isShort: isShort)
      let end = isShort ? words.short : words.long
      return end.isEmpty ? line : line + "; " + end
    }
    return OutcomeWords(
      long: line(isShort: false), short: line(isShort: true), products: words.products)
  }

  private static func name(_ kind: TagContents.Kind) -> String {
    switch kind {
    case .type1: "Type 1 tag"
    case .type2: "Type 2 tag"
    case .type3: "Type 3 tag"
    case .type4: "Type 4 tag"
    case .type5: "Type 5 tag"
    case .classic: "MIFARE Classic"
    }
  }

  /// Version, size, where that is said, and whether it can be written.
  private static func layout(_ contents: TagContents, isShort: Bool) -> String {
    var words = ""
    if contents.kind == .type4, let version = contents.version {
      words +=
        isShort ? " v\(version >> 4).\(version & 15)" : ", mapping \(version >> 4).\(version & 15)"
    }
    if contents.kind == .type4, contents.isFormatted == true { words += ", \(contents.part)" }
    if let capacity = contents.capacity {
      words += ", \(Words.count(capacity, "byte"))"
      if contents.kind != .type4, !isShort, let header = contents.header,
        let bytes = contents.image[header], bytes.count <= 8
      {
        words += " (CC \(Words.spaced(bytes)))"
      }
    } else {
      words +=
        ", \(Words.count(contents.image.seen, "byte"))\(contents.isBare ? "" : " seen")"
    }
    if let isWritable = contents.isWritable { words += isWritable ? ", writable" : ", read-only" }
    if contents.image.written > 0 {
      words += ", \(contents.image.written) \(isShort ? "written" : "of them written here")"
    }
    return words
  }

  private static func message(_ contents: TagContents, isShort: Bool) -> String {
    guard let message = contents.messages.first else {
      if contents.isFormatted == false { return isShort ? "; no NDEF" : "; not laid out for NDEF" }
      guard contents.isFormatted == true else { return "" }
      if contents.remarks.contains(where: { $0.kind == .empty }) { return "; no NDEF message" }
      return contents.needs.isEmpty
        ? "; no NDEF message" : isShort ? "; NDEF not read" : "; NDEF message not read"
    }
    if message.length == 0 { return "; empty NDEF message" }
    let place = MemoryWords.units(message.span, unit: contents.image.unit)
    let length = isShort ? "NDEF in \(message.length)" : "NDEF message in \(message.length) bytes"
    let seen = message.isWhole ? "" : ", \(message.bytes.count) seen"
    return "; \(length), \(place)\(seen)"
  }
}

extension Conclusion {
  /// Leaves out what the words for a tag say already.
  mutating func leaveOut(what contents: TagContents) {
    plain = .nothing
    // D2760000850100 and …01, the NDEF application.
    if contents.kind == .type4 {
      applications.removeAll {
        $0.aid.count == 7 && $0.aid.high & ~0x0100 == 0xD276_0000_8501_0000 && $0.state == .selected
      }
    }
  }
}
