package import GrammarLanguage
package import Tags

/// One line of an NDEF message as text tells it.
package struct NDEFLine: Equatable, Sendable {
  /// The record's number, counted from 1, on the line that begins it.
  package var number: Int?
  /// 0 for what stands behind the number, 1 for what stands below, more for what is inside that.
  package var depth: Int
  /// Untrusted: whoever writes it down escapes it (`CardText`).
  package var text: String
  /// The record's bytes in the message: findings about them belong to this line.
  package var bytes: Range<Int>
}

/// Tells NDEF messages in lines: one a record, and below it what its payload says.
///
///     1  application/vnd.bluetooth.ep.oob, id "0", 30 bytes
///        Bluetooth 00:02:0E:00:08:8F, name "Bose QuietComfort 35"
package struct NDEFLines: Sendable {
  let names: NDEFNames
  private let showsSecrets: Bool
  /// Which kinds of secrets were not shown.
  package private(set) var hidden: [SecretKind] = []
  private var lines: [NDEFLine] = []

  /// The most lines that one message is told in.
  private static let limit = 200

  /// Secrets are shown or replaced by `·`, digit for digit.
  package init(_ lexicon: Lexicon, showsSecrets: Bool) {
    names = NDEFNames(lexicon)
    self.showsSecrets = showsSecrets
  }

  /// The lines of a message.
  package mutating func lines(of contents: NDEFContents) -> [NDEFLine] {
    lines.removeAll(keepingCapacity: true)
    add(contents, depth: 0, place: nil)
    let left = contents.message.records.count + contents.message.leftOut - told(contents)
    if left > 0 {
      let end = contents.message.length..<contents.message.length
      lines.append(
        NDEFLine(number: nil, depth: 0, text: "\(left) more records", bytes: end))
    }
    return lines
  }

  private func told(_ contents: NDEFContents) -> Int {
    lines.last { $0.number != nil }.flatMap(\.number) ?? 0
  }

  /// Adds the records of a message. Those inside another record get no numbers.
  private mutating func add(_ contents: NDEFContents, depth: Int, place: Range<Int>?) {
    for (index, record) in contents.message.records.enumerated() {
      guard lines.count < Self.limit else { return }
      let content = index < contents.records.count ? contents.records[index] : .unknown
      let bytes = place ?? record.layout.record
      var text = head(of: record, content)
      if place != nil, case .text(let title) = content { text = "title \(words(of: title))" }
      text = withoutKey(text)
      lines.append(
        NDEFLine(number: place == nil ? index + 1 : nil, depth: depth, text: text, bytes: bytes))
      addDetails(of: content, record, in: contents, depth: depth + 1, bytes)
    }
  }

  private mutating func addDetails(
    of content: NDEFContent, _ record: NDEFRecord, in contents: NDEFContents, depth: Int,
    _ bytes: Range<Int>
  ) {
    switch content {
    case .smartPoster(let poster): add(poster.contents, depth: depth, place: bytes)
    case .handover(let handover):
      add(handover.contents, depth: depth, place: bytes)
    default:
      let masksSecrets = !showsSecrets
      for text in details(of: content, record, masksSecrets: masksSecrets) where !text.isEmpty {
        lines.append(
          NDEFLine(number: nil, depth: depth, text: withoutKey(text), bytes: bytes))
      }
      if masksSecrets, !hidden.contains(.key), content.hasKey { hidden.append(.key) }
    }
  }

  /// A line without the key of a network that is written in it.
  private mutating func withoutKey(_ text: String) -> String {
    guard !showsSecrets else { return text }
    let shown = text.withoutNetworkKey
    if shown != text, !hidden.contains(.key) { hidden.append(.key) }
    return shown
  }
}

extension NDEFContent {
  /// Whether it holds a key that joins a network.
  package var hasKey: Bool {
    guard case .wifi(let wifi) = self else { return false }
    return wifi.credentials.contains { !($0.key ?? []).isEmpty }
  }
}
