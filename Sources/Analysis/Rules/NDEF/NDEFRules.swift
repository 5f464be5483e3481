import Bytes
import Decoding
package import Tags

/// What is worth reporting about an NDEF message: what is wrong with it, and what it gives away.
///
/// Where the bytes of a message were captured, only its bearer knows: pages that were read, files,
/// blocks, PDUs. So it says the places of any range of them.
package struct NDEFRules {
  /// The visit, and the step whose row findings stand at.
  package var visit: Int
  package var step: Int
  package var half: Finding.Half
  /// Whether places name bytes, not only frames.
  package var namesBytes = true

  package init(visit: Int, step: Int, half: Finding.Half, namesBytes: Bool = true) {
    self.visit = visit
    self.step = step
    self.half = half
    self.namesBytes = namesBytes
  }

  /// Appends the findings on a message. `places` says where a range of its bytes was captured.
  package func check(
    _ contents: NDEFContents, into findings: inout [Finding],
    places: (Range<Int>) -> Places
  ) {
    for problem in contents.problems {
      guard let id = FindingID(problem.kind.topic) else { continue }
      var finding = Finding(
        id, severity: Severity(problem.kind.gravity), visit: visit, step: step, half: half,
        places: places(problem.bytes),
        message: "\(record(problem, in: contents))\(problem.kind.words)")
      finding.namesBytes = namesBytes
      finding.record = problem.bytes
      findings.append(finding)
    }
    checkPersonalData(contents, into: &findings, places: places)
  }

  /// Which record a problem is in, where there are several.
  private func record(_ problem: NDEFProblem, in contents: NDEFContents) -> String {
    contents.message.records.count > 1 ? "record \(problem.record + 1): " : ""
  }

  private func checkPersonalData(
    _ contents: NDEFContents, into findings: inout [Finding], places: (Range<Int>) -> Places
  ) {
    var kinds: PersonalKinds = []
    var evidence = Places()
    var first: Range<Int>?
    for (index, content) in contents.records.enumerated() {
      let found = PersonalKinds(content)
      guard !found.isEmpty else { continue }
      kinds.formUnion(found)
      let layout = contents.message.records[index].layout
      first = first ?? layout.record
      for payload in layout.payload {
        for place in places(payload) where !evidence.contains(place) { evidence.append(place) }
      }
    }
    guard !kinds.isEmpty, !evidence.isEmpty else { return }
    var finding = Finding(
      .personalData, visit: visit, step: step, half: half, places: evidence,
      message: Finding.Message(.personal(kinds)))
    finding.namesBytes = namesBytes
    finding.merge = Finding.Merge(.personalData, group: 0, amount: kinds.rawValue)
    finding.record = first
    findings.append(finding)
  }
}

extension FindingID {
  /// The finding for problems of a topic; none for what is no problem of the message.
  init?(_ topic: NDEFProblem.Topic) {
    guard let id = Self.id(for: topic) else { return nil }
    self = id
  }

  private static func id(for topic: NDEFProblem.Topic) -> FindingID? {
    switch topic {
    case .header: .ndefHeader
    case .chunk: .ndefChunk
    case .truncated: .ndefTruncated
    case .trailing: .ndefTrailingBytes
    case .typeName: .ndefType
    case .text: .ndefText
    case .uri: .ndefURI
    case .poster: .ndefSmartPoster
    case .signature: .ndefSignature
    case .handover: .ndefHandover
    case .wifi: .ndefWiFi
    case .bluetooth: .ndefBluetooth
    case .vCard: .ndefVCard
    case .device: .ndefDeviceInformation
    case .statusWords: .ndefStatusWords
    case .noRecord: .ndefNoRecord
    case .wasteful: .ndefWasteful
    case .limit: .ndefLimit
    case .capture: nil
    }
  }
}

extension Severity {
  fileprivate init(_ gravity: NDEFProblem.Gravity) {
    switch gravity {
    case .note: self = .note
    case .warning: self = .warning
    case .error: self = .error
    }
  }
}

extension PersonalKinds {
  /// What a record gives away.
  init(_ content: NDEFContent) {
    self = []
    switch content {
    case .bluetooth(let pairing):
      if pairing.address != nil { insert(.bluetoothAddress) }
      if pairing.name != nil { insert(.deviceName) }
    case .wifi(let wifi):
      if wifi.credentials.contains(where: { !($0.key ?? []).isEmpty }) { insert(.networkKey) }
    case .text(let text): if Self.holdsAddress(text.text) { insert(.deviceAddress) }
    case .vCard(let card): if card.name != nil { insert(.contact) }
    case .smartPoster(let poster):
      for content in poster.contents.records { formUnion(PersonalKinds(content)) }
    case .uri(let uri):
      if uri.uri.hasPrefix("tel:") || uri.uri.hasPrefix("mailto:") { insert(.contact) }
      if Self.namesSomebody(uri.uri) { insert(.account) }
    default: break
    }
  }

  /// Whether a URL's query has a parameter that tells one person or client from others.
  private static func namesSomebody(_ uri: String) -> Bool {
    guard let mark = uri.utf8.firstIndex(of: UInt8(ascii: "?")) else { return false }
    let query = uri[uri.index(after: mark)...]
    return query.split(whereSeparator: { $0 == "&" || $0 == ";" }).contains { parameter in
      guard let end = parameter.firstIndex(of: "=") else { return false }
      return identifiers.contains(parameter[..<end].lowercased())
    }
  }

  private static let identifiers: Set<String> = [
    "client_id", "user", "user_id", "userid", "username", "uid", "email", "phone", "token",
    "access_token", "session", "session_id", "sessionid", "sid", "password", "pwd",
  ]

  /// Whether a text has six or more bytes in hex with colons between them, as addresses are written.
  private static func holdsAddress(_ text: String) -> Bool {
    var digits = 0
    var pairs = 0
    for unit in text.utf8 {
      if Hex.value(unit) != nil {
        digits += 1
        if digits == 2 { pairs += 1 }
        if digits > 2 { pairs = 0 }
        if pairs >= 6, digits == 2 { return true }
      } else {
        if unit != UInt8(ascii: ":") || digits != 2 { pairs = 0 }
        digits = 0
      }
    }
    return false
  }
}
