/// A URI with what is known of it (NFC Forum, Smart Poster record type, "Sp"): a message inside a
/// record.
package struct SmartPoster: Equatable, Sendable {
  package var contents = NDEFContents()

  package init() {}

  /// What a reader is to do with the URI: the record "act".
  package enum Action: Equatable, Sendable {
    case perform, save, edit
    case reserved(UInt8)

    init(_ code: UInt8) {
      switch code {
      case 0: self = .perform
      case 1: self = .save
      case 2: self = .edit
      default: self = .reserved(code)
      }
    }
  }

  /// What is wrong with a poster.
  package enum Fault: Equatable, Sendable {
    /// There has to be one URI.
    case uris(count: Int)
    case sameLanguage(String)
    case reservedAction(UInt8)
    /// A record of a fixed length that has another one.
    case length(String, expected: Int, present: Int)
    /// The name of what the URI leads to is no UTF-8.
    case typeName
  }
}

extension SmartPoster {
  /// Reads a payload, posters in it no deeper than the limit.
  init(reading payload: [UInt8], depth: Int, faults: inout PayloadFaults) {
    contents = NDEFContents(of: NDEFMessage(reading: payload), depth: depth + 1, isInPoster: true)
    for problem in contents.problems { faults.note(problem.kind, problem.bytes) }
    guard contents.isRead else { return }
    let uris = contents.records.count { if case .uri = $0 { true } else { false } }
    if uris != 1 { faults.note(.poster(.uris(count: uris)), 0..<payload.count) }
    var languages: Set<String> = []
    for (index, content) in contents.records.enumerated() {
      guard case .text(let title) = content else { continue }
      if !languages.insert(title.language).inserted {
        faults.note(
          .poster(.sameLanguage(title.language)), contents.message.records[index].layout.record)
      }
    }
  }

  /// The URI, where there is one.
  package var uri: String? {
    for case .uri(let uri) in contents.records { return uri.uri }
    return nil
  }

  /// A poster of one URI, titles, and what else is given.
  package static func record(
    _ uri: String, titles: [TextRecord] = [], action: UInt8? = nil, size: UInt32? = nil,
    mediaType: String? = nil, icon: (type: String, bytes: [UInt8])? = nil
  ) -> NDEFRecord {
    var records = [URIRecord(uri).record] + titles.map(\.record)
    if let action {
      records.append(NDEFRecord(.wellKnown, type: Array("act".utf8), payload: [action]))
    }
    if let icon {
      records.append(NDEFRecord(.mime, type: Array(icon.type.utf8), payload: icon.bytes))
    }
    if let size {
      records.append(
        NDEFRecord(
          .wellKnown, type: [0x73],
          payload: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }))
    }
    if let mediaType {
      records.append(NDEFRecord(.wellKnown, type: [0x74], payload: Array(mediaType.utf8)))
    }
    return NDEFRecord(.wellKnown, type: Array("Sp".utf8), payload: NDEFMessage(records).bytes)
  }
}
