import AppleRules
import Decoding
import Tags

/// Raises `ios-text-status`, `ios-text-raw`, `ios-uri-prefix` and `ios-background`: what an app, and
/// the phone without it, make of the records of a message.
enum PhoneRecord {
  static let statusManual = """
    A Text record begins with a status byte and a language, which an app must not show.

    NFCNDEFPayload.payload is the whole payload. Read as UTF-8 it has odd characters in front of the \
    text; wellKnownTypeTextPayload() takes them off. A note of what the two would give.
    """

  static let rawManual = """
    A Text record was written without its status byte and language.

    Bit 6 of the status byte is always 0; here it is 1, as in a payload that begins with a letter. \
    wellKnownTypeTextPayload() gives no text for it, and other readers take its first letters for a \
    language. Such records come of NFCNDEFPayload(format:type:identifier:payload:) with the text \
    alone.
    """

  static let prefixManual = """
    A URI record begins with a byte that stands for the beginning of the URI.

    Read as UTF-8, or with the first three bytes taken off, the payload lacks its https:// or has a \
    character too many. wellKnownTypeURIPayload() gives the whole URI. A note of what the two would \
    give.
    """

  static let backgroundManual = """
    What happens when the tag is held to an iPhone while no app reads.

    From iPhone XS and XR on, the first record that is a URI decides: https and http open the app \
    that has the domain among its associated ones, otherwise Safari; mailto, sms, tel, facetime, \
    facetime-audio, maps and HomeKit's X-HM open the system's app. Other schemes, application \
    records and types of one's own do nothing: such a message is only read inside a session, and \
    the finding is a warning. A third party says that only the first record is looked at, so the URI \
    is best put first. The phone must be in use, unlocked once since it was started, not in airplane \
    mode, without a session, Wallet or the camera at work.
    """

  /// `isDoubtful`: whether it is not certain that the phone reads such a tag at all.
  static func check(
    _ message: NDEFContents, isWhole: Bool, isDoubtful: Bool, visit: Int, at places: Places,
    into lint: inout PhoneLint
  ) {
    for (record, content) in zip(message.message.records, message.records) {
      if record.isWellKnown("T") { checkText(record, content, visit, places, into: &lint) }
      if record.isWellKnown("U") { checkURI(record, content, visit, places, into: &lint) }
    }
    let uris = message.records.map { content in
      if case .uri(let uri) = content { uri.uri } else { nil as String? }
    }
    // Nothing is said of records that were not seen.
    if !isWhole, !uris.contains(where: { $0 != nil }) { return }
    if isWhole, message.problems.contains(where: Self.breaks) {
      lint.add(
        .iosBackground, severity: .warning,
        "\(background) no notification, for the message is malformed", change: "write it anew",
        visit: visit, at: places)
      return
    }
    checkBackground(message, uris, isDoubtful, visit, places, into: &lint)
  }

  private static func checkText(
    _ record: NDEFRecord, _ content: NDEFContent, _ visit: Int, _ places: Places,
    into lint: inout PhoneLint
  ) {
    guard let status = record.payload.first, case .text(let text) = content else { return }
    if status & 0x40 != 0 {
      lint.add(
        .iosTextRaw,
        "the Text record begins with \(Hexadecimal.text([status])), which is no status byte: it was "
          + "written as text alone, and wellKnownTypeTextPayload() gives none",
        change: "write it with wellKnownTypeTextPayload(string:locale:)", visit: visit, at: places)
      return
    }
    lint.add(
      .iosTextStatus,
      "the text is \(quoted(text.text)); its payload read as UTF-8 is \(quoted(raw(record.payload)))",
      change: "read it with wellKnownTypeTextPayload()", visit: visit, at: places)
  }

  private static func checkURI(
    _ record: NDEFRecord, _ content: NDEFContent, _ visit: Int, _ places: Places,
    into lint: inout PhoneLint
  ) {
    guard !record.payload.isEmpty, case .uri(let uri) = content else { return }
    lint.add(
      .iosURIPrefix,
      "the URI is \(quoted(uri.uri)); its payload read as UTF-8 is \(quoted(raw(record.payload)))",
      change: "read it with wellKnownTypeURIPayload()", visit: visit, at: places)
  }

  private static let background = "held to a phone while no app reads:"

  /// Whether a problem keeps a message from being taken apart into records.
  private static func breaks(_ problem: NDEFProblem) -> Bool {
    switch problem.kind.topic {
    case .header, .chunk, .truncated: problem.kind.gravity == .error
    default: false
    }
  }

  private static func checkBackground(
    _ message: NDEFContents, _ uris: [String?], _ isDoubtful: Bool, _ visit: Int,
    _ places: Places, into lint: inout PhoneLint
  ) {
    switch verdict(message, uris) {
    case .opens(let uri, let opener):
      var notes: [String] = []
      if isDoubtful {
        notes.append(
          "That an iPhone reads the message of a MIFARE Classic at all, one report alone says")
      }
      if uris.first == .some(nil) {
        notes.append(
          "The URI is not the first record; put it first, for readers that look no further")
      }
      let opened: String
      switch opener {
      case .system(let scheme):
        opened = "the system's app for \(scheme == "x-hm" ? "HomeKit (X-HM)" : scheme)"
      case .universalLink: opened = Self.opened(by: uri, lint.app, &notes)
      }
      lint.add(
        .iosBackground, "\(background) a notification opens \(quoted(uri)) in \(opened)",
        notes: notes,
        visit: visit, at: places)
    case .nothing(let reason):
      lint.add(
        .iosBackground, severity: .warning,
        "\(background) no notification, for \(reason); it is only read inside an app's session",
        change: "put a URI record with an https link in front", visit: visit, at: places)
    }
  }

  /// What the first URI record leads to, and where there is none, what stands in its place.
  private static func verdict(
    _ message: NDEFContents, _ uris: [String?]
  ) -> BackgroundReading {
    guard let index = uris.firstIndex(where: { $0 != nil }), let uri = uris[index] else {
      for content in message.records {
        switch content {
        case .smartPoster:
          return .nothing(
            because:
              "the URI is inside a smart poster, and background reading looks for a URI record "
              + "of its own")
        case .absoluteURI:
          return .nothing(
            because:
              "the URI is the type of a record (TNF 3), and background reading looks for a URI "
              + "record (type U)")
        default: continue
        }
      }
      return BackgroundReading.verdict(uris: [])
    }
    let payload = message.message.records[index].payload.dropFirst()
    guard String(decoding: payload, as: UTF8.self).utf8.elementsEqual(payload) else {
      return .nothing(because: "\(quoted(uri)) is not UTF-8, and so no URL")
    }
    return BackgroundReading.verdict(uris: [uri])
  }

  /// Who opens a link: the app, if the link's domain is among its associated ones.
  private static func opened(by uri: String, _ app: AppFacts, _ notes: inout [String]) -> String {
    guard let entitlements = app.entitlements else {
      return "the app that has its domain among its associated ones, otherwise Safari"
    }
    let host = BackgroundReading.host(of: uri) ?? ""
    let isOurs = entitlements.domains.contains { domain in
      let domain = domain.lowercased()
      return domain == host || domain.hasPrefix("*.") && host.hasSuffix(domain.dropFirst())
    }
    if isOurs { return "this app" }
    notes.append("applinks:\(host) is not among the associated domains of the entitlements")
    return "Safari"
  }

  private static func raw(_ payload: [UInt8]) -> String {
    String(decoding: payload.prefix(80), as: UTF8.self)
  }

  /// The first 80 characters, in quotation marks.
  private static func quoted(_ text: String) -> String {
    let head = text.prefix(80)
    return "\"" + head + (head.endIndex == text.endIndex ? "" : "…") + "\""
  }
}
