import Bytes
import GrammarLanguage
import Tags

/// NDEF messages, and payloads that somebody took out of one.
extension PasteReader {
  func message(_ bytes: [UInt8]) -> PastedReading? {
    guard let dissector = NDEFDissector(lexicon) else { return nil }
    let contents = NDEFContents(reading: bytes.span)
    var reading = PastedReading(.ndef, fit: fit(of: contents, bytes))
    guard reading.fit > 0 else { return nil }
    dissector.dissect(bytes.span, into: &reading.tree)
    reading.take(contents)
    return reading
  }

  /// A message that is all right is told by its first byte, by lengths that fit and by a type.
  private func fit(of contents: NDEFContents, _ bytes: [UInt8]) -> Int {
    guard let first = contents.message.records.first, let flags = bytes.first else { return 0 }
    guard flags & 0x80 != 0, first.nameFormat != .reserved else {
      // Told only when it is asked for.
      return 10
    }
    let isNamed =
      first.nameFormat == .empty || first.nameFormat == .unknown
      || !first.type.isEmpty && first.type.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    let isKnown = contents.records.contains { $0 != .unknown && $0 != .external }
    if contents.message.problems.isEmpty { return isNamed ? (isKnown ? 95 : 80) : 40 }
    // Lengths that lead to the last byte are no chance.
    let isMeasured =
      contents.message.length == bytes.count
      && !contents.message.records.contains(where: \.layout.isCut)
    if isMeasured { return isKnown ? 78 : 55 }
    return isNamed && isKnown ? 60 : 15
  }

  /// The payload of a record of a MIME type, without its record.
  func payload(_ bytes: [UInt8], _ kind: PastedReading.Kind) -> PastedReading? {
    guard let dissector = NDEFDissector(lexicon), let type = kind.mimeType else { return nil }
    let record = NDEFRecord(.mime, type: Array(type.utf8), payload: bytes)
    let contents = NDEFContents(of: NDEFMessage([record]))
    var reading = PastedReading(kind, fit: 0)
    dissector.dissect(payload: bytes.span, ofMIMEType: type, into: &reading.tree)
    reading.take(contents)
    reading.fit = fit(ofPayload: contents, bytes, reading)
    return reading
  }

  private func fit(
    ofPayload contents: NDEFContents, _ bytes: [UInt8], _ reading: PastedReading
  ) -> Int {
    switch contents.records.first {
    case .wifi(let wifi):
      let isKnown = wifi.attributes.first.map { $0.type == 0x100E || $0.type == 0x104A } ?? false
      return isKnown ? (reading.faults.isEmpty ? 92 : 70) : 5
    case .bluetooth(let pairing):
      return reading.faults.isEmpty && pairing.name != nil ? 88 : 20
    default: return 0
    }
  }
}

extension PastedReading {
  /// Takes what a message says, and what is wrong with it.
  fileprivate mutating func take(_ contents: NDEFContents) {
    message = contents
    for problem in contents.problems {
      if problem.kind.gravity == .error {
        faults.append(Fault(offset: problem.bytes.lowerBound, words: problem.kind.words))
      } else {
        notes.append("at byte \(problem.bytes.lowerBound): \(problem.kind.words)")
      }
    }
  }
}

extension PastedReading.Kind {
  /// The MIME type whose payload it is.
  var mimeType: String? {
    switch self {
    case .wsc: "application/vnd.wfa.wsc"
    case .oob: "application/vnd.bluetooth.ep.oob"
    default: nil
    }
  }
}
