import Bytes
import GrammarLanguage
import Tags
import TraceFormat

/// Makes NDEF records of words of the command line.
struct RecordMaker {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// What a record can be made of.
  enum Kind: String, CaseIterable {
    case uri, text, poster, mime, external, app, absolute, wifi, bluetooth, vcard, empty
  }

  /// The kinds and what they take, for the help.
  static let rows: [(name: String, help: String)] = [
    ("uri URI", "a URI, its beginning abbreviated"),
    ("text TEXT [LANGUAGE]", "a text; its language is en without one"),
    ("poster URI [TITLE [LANGUAGE]]", "a smart poster"),
    ("mime TYPE DATA", "data of a MIME type"),
    ("external DOMAIN:TYPE DATA", "data of a type of your own"),
    ("app PACKAGE", "the Android application to start"),
    ("absolute URI", "a URI as the type of its record"),
    ("wifi SSID [KEY]", "a Wi-Fi network"),
    ("bluetooth ADDRESS [NAME]", "a Bluetooth device to pair with"),
    ("vcard NAME [PHONE [MAIL]]", "a business card"),
    ("empty", "a record without anything"),
  ]

  /// The message of all records.
  func message() throws -> NDEFMessage {
    var records: [NDEFRecord] = []
    for words in arguments.operands.split(separator: "+", omittingEmptySubsequences: false) {
      records.append(try record(Array(words)))
    }
    let message = NDEFMessage(records)
    for record in records where !record.fits {
      throw Failure("a type or an id has more than 255 bytes")
    }
    return message
  }

  private func record(_ words: [String]) throws -> NDEFRecord {
    guard let word = words.first else { throw usage("a kind of record is missing") }
    guard let kind = Kind(rawValue: word) else {
      let guess = Spelling.nearest(to: word, among: Kind.allCases.map(\.rawValue))
      throw usage("\"\(word)\" is no kind of record\(guess.map { "; did you mean \($0)?" } ?? "")")
    }
    let rest = Array(words.dropFirst())
    guard kind.counts.contains(rest.count) else {
      let row = Self.rows.first { $0.name.hasPrefix(word) }
      throw usage("it is \"\(row?.name ?? word)\"")
    }
    var made = try record(kind, rest)
    if let id = arguments.value(.id), kind != .empty { made.id = Array(id.utf8) }
    return made
  }

  private func record(_ kind: Kind, _ words: [String]) throws -> NDEFRecord {
    let first = words.first ?? ""
    let second = words.count > 1 ? words[1] : nil
    switch kind {
    case .uri: return URIRecord(first).record
    case .text: return try text(first, second).record
    case .poster: return try poster(words)
    case .mime:
      guard TypeName.isMIME(Array(first.utf8)) else {
        throw usage("\"\(first)\" is no TYPE/SUBTYPE")
      }
      return NDEFRecord(.mime, type: Array(first.utf8), payload: try data(second ?? ""))
    case .external:
      guard TypeName.isExternal(Array(first.utf8)) else {
        throw usage("\"\(first)\" is no DOMAIN:TYPE")
      }
      return NDEFRecord(.external, type: Array(first.utf8), payload: try data(second ?? ""))
    case .app:
      guard TypeName.isPackage(Array(first.utf8)) else {
        throw usage("\"\(first)\" is no name of a package")
      }
      return NDEFRecord(
        .external, type: Array(TypeName.androidApplication.utf8), payload: Array(first.utf8))
    case .absolute:
      guard TypeName.hasScheme(Array(first.utf8)) else { throw usage("\"\(first)\" has no scheme") }
      return NDEFRecord(.absoluteURI, type: Array(first.utf8))
    case .wifi: return try network(first, key: second ?? "")
    case .bluetooth:
      guard let record = BluetoothPairing.record(address: first, name: second) else {
        throw usage("\"\(first)\" is no address such as 00:11:22:33:44:55, or the name is too long")
      }
      return record
    case .vcard:
      var properties = [VCard.Property("N", ";\(first);;;"), VCard.Property("FN", first)]
      if let second { properties.append(VCard.Property("TEL", second)) }
      if words.count > 2 { properties.append(VCard.Property("EMAIL", words[2])) }
      return VCard.record(properties)
    case .empty: return NDEFRecord(.empty)
    }
  }

  private func poster(_ words: [String]) throws -> NDEFRecord {
    var titles: [TextRecord] = []
    if words.count > 1 { titles.append(try text(words[1], words.count > 2 ? words[2] : nil)) }
    let action = arguments.value(.action).flatMap { ["do", "save", "edit"].firstIndex(of: $0) }
    let size = try arguments.value(.size).map { word in
      guard let size = UInt32(word) else {
        throw usage("\"\(word)\" is no number of bytes below 4294967296")
      }
      return size
    }
    let type = arguments.value(.type)
    if let type, !TypeName.isMIME(Array(type.utf8)) {
      throw usage("\"\(type)\" is no TYPE/SUBTYPE")
    }
    let icon = try arguments.value(.icon).map { file in
      let bytes = try Knowledge.bytes(of: file)
      guard let type = PictureType.name(of: bytes) else {
        throw Failure("\(file) is no picture that a poster's icon can be")
      }
      return (type: type, bytes: bytes)
    }
    return SmartPoster.record(
      words[0], titles: titles, action: action.map { UInt8($0) }, size: size, mediaType: type,
      icon: icon)
  }

  private func text(_ text: String, _ language: String?) throws -> TextRecord {
    let language = language ?? "en"
    guard TextRecord.isTag(Array(language.utf8)), language.utf8.count < 64 else {
      throw usage("\"\(language)\" is no language such as en or en-US")
    }
    return TextRecord(text, language: language, encoding: arguments.has(.utf16) ? .utf16 : .utf8)
  }

  private func network(_ ssid: String, key: String) throws -> NDEFRecord {
    guard (1...32).contains(ssid.utf8.count) else { throw usage("an SSID has 1 to 32 bytes") }
    let security = arguments.value(.security) ?? (key.isEmpty ? "open" : "wpa2")
    let isDigits = key.utf8.count == 64 && key.utf8.allSatisfy { Hex.value($0) != nil }
    guard security == "open" || (8...63).contains(key.utf8.count) || isDigits else {
      throw usage("a key has 8 to 63 characters, or 64 hex digits")
    }
    // Authentication and encryption: open without any, WPA with TKIP, WPA2 with AES.
    let (authentication, encryption): (UInt16, UInt16) =
      switch security {
      case "open": (0x0001, 0x0001)
      case "wpa": (0x0002, 0x0004)
      case "mixed": (0x0022, 0x000C)
      default: (0x0020, 0x0008)
      }
    return WiFiConfiguration.record(
      ssid: ssid, key: key, authentication: authentication, encryption: encryption)
  }

  /// Text, `@FILE`, or hex.
  private func data(_ text: String) throws -> [UInt8] {
    if text.hasPrefix("@") { return try Knowledge.bytes(of: String(text.dropFirst())) }
    guard arguments.has(.hex) else { return Array(text.utf8) }
    guard let bytes = Hex.bytes(text) else { throw usage("\"\(text)\" is no hex") }
    return bytes
  }

  private func usage(_ message: String) -> Failure { .usage(message, command: "encode") }
}

extension RecordMaker.Kind {
  /// How many words follow it.
  fileprivate var counts: ClosedRange<Int> {
    switch self {
    case .uri, .app, .absolute: 1...1
    case .text, .wifi, .bluetooth: 1...2
    case .poster, .vcard: 1...3
    case .mime, .external: 2...2
    case .empty: 0...0
    }
  }
}
