import Bytes
import Decoding
import Tags

/// The words of a visit's last row for what a tag holds: `Type 2 tag, 144 bytes (CC E1 10 12 00),
/// writable; NDEF message in 67 bytes, pages 4–21`.
enum TagWords {
  /// What is said of a tag in front of how its visit ended; `felica` is what is known of such a
  /// card, `application` names an AID of a MIFARE application directory.
  static func join(
    _ contents: TagContents, _ words: OutcomeWords, _ felica: FelicaOutcome? = nil,
    application: (UInt16) -> String?
  ) -> OutcomeWords {
    let isNamed = words.products.count == 1
    func line(isShort: Bool) -> String {
      // A MIFARE Plus and others have the same blocks.
      var line =
        isNamed && contents.kind == .classic ? words.products[0] : name(contents.kind)
      if contents.kind == .type3, let felica { line = felica.name(isShort: isShort) }
      if contents.isBare { line = "TLV blocks" }
      if isNamed, contents.kind == .type2 || contents.kind == .type5 {
        line += " (\(words.products[0]))"
      }
      if contents.kind == .type3, contents.header == nil, let felica, felica.isLite {
        line = felica.words(isShort: isShort)
        let written = contents.image.written
        if written > 0 {
          line += ", \(Words.count(written, "byte")) written\(isShort ? "" : " here")"
        }
      } else if let attributes = attributes(of: contents) {
        line += message(attributes, contents, isShort: isShort)
      } else {
        line += layout(contents, isShort: isShort)
        line += message(contents, isShort: isShort)
      }
      if !isShort, let sectors = contents.classic,
        let directory = SectorWords.directory(sectors, application)
      {
        line += "; " + directory
      }
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
    if contents.kind == .classic, let version = contents.version, !isShort {
      words += ", NDEF mapping \(version >> 4).\(version & 15)"
    }
    if let isWritable = contents.isWritable { words += isWritable ? ", writable" : ", read-only" }
    if let features = contents.features, !isShort { words += self.words(for: features) }
    if contents.image.written > 0 {
      words += ", \(contents.image.written) \(isShort ? "written" : "of them written here")"
    }
    return words
  }

  /// What a container says that the tag can do.
  private static func words(for features: TagContents.Features) -> String {
    var words = features.contains(.multipleBlocks) ? ", READ_MULTIPLE" : ""
    if features.contains(.lock) { words += ", LOCK_BLOCK" }
    if features.contains(.specialFrame) { words += ", writes with the option flag" }
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
    let image = contents.image
    let place = MemoryWords.units(message.span, unit: image.unit, word: image.word)
    let length = isShort ? "NDEF in \(message.length)" : "NDEF message in \(message.length) bytes"
    let seen = message.isWhole ? "" : ", \(message.bytes.count) seen"
    return "; \(length), \(place)\(seen)"
  }
}

// Type 3 tags.
extension TagWords {
  private static func attributes(of contents: TagContents) -> AttributeBlock? {
    guard contents.kind == .type3, let header = contents.header,
      let bytes = contents.image[header]
    else { return nil }
    return AttributeBlock(bytes.span)
  }

  /// An attribute block whose sum is wrong is not believed, but for what everybody takes it for.
  private static func message(
    _ attributes: AttributeBlock, _ contents: TagContents, isShort: Bool
  ) -> String {
    guard attributes.isSound else {
      return attributes.length == 0 ? ", says it is empty" : ", attribute block damaged"
    }
    let layout = layout(contents, isShort: isShort)
    if attributes.isBeingWritten { return layout + "; its update was not finished" }
    if attributes.length == 0 { return layout + "; no NDEF message" }
    return layout + message(contents, isShort: isShort)
  }
}

extension Conclusion {
  /// Leaves out what the words for a tag say already.
  mutating func leaveOut(what contents: TagContents) {
    plain = .nothing
    // What a FeliCa card is for is told by its blocks, whatever it refused last.
    if contents.kind == .type3, ending == .refused { ending = .whole }
    // D2760000850100 and …01, the NDEF application.
    if contents.kind == .type4 {
      applications.removeAll {
        $0.aid.count == 7 && $0.aid.high & ~0x0100 == 0xD276_0000_8501_0000 && $0.state == .selected
      }
    }
  }
}
