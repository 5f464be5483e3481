import Decoding
package import TraceFormat

/// What of two traces is compared, and what is told of it.
package struct ComparisonOptions: Sendable {
  /// Whether what the transport needed counts.
  package var comparesTransport = false
  /// How much two times may differ; nil: times do not count.
  package var tolerance: TimeTolerance?
  /// Whether fields that vary are shown where they differ. They count in no case.
  package var showsVarying = false
  /// Fields that do not count.
  package var ignored: [FieldPattern] = []
  /// The only fields that count, if any are given.
  package var only: [FieldPattern] = []
  /// How many rows around a difference are told.
  package var context = 2
  /// Take every frame on air for this link.
  package var link: Link?
  /// Keys of MIFARE Classic that may fit.
  package var classicKeys: [UInt64] = []

  package init() {}

  /// How a capture is decoded.
  func decoding(of description: TraceDescription) -> Decoder.Options {
    var decoding = Decoder.Options()
    decoding.link = link
    decoding.classicKeys = classicKeys
    decoding.constantBlockNumber = description.notes["constantBlockNumber"] != nil
    return decoding
  }

  /// Whether a field counts.
  func counts(_ path: String) -> Bool {
    if ignored.contains(where: { $0.matches(path) }) { return false }
    return only.isEmpty || only.contains { $0.matches(path) }
  }
}

/// How much two times may differ and still be the same.
package enum TimeTolerance: Equatable, Sendable {
  /// In nanoseconds.
  case absolute(Int64)
  /// In hundredths of the old time.
  case percent(Double)

  /// Whether a time is still what it was.
  func holds(_ old: Int64, _ new: Int64) -> Bool {
    let difference = Double(new) - Double(old)
    switch self {
    case .absolute(let most): return difference.magnitude <= Double(most)
    case .percent(let most): return difference.magnitude <= Double(old).magnitude * most / 100
    }
  }
}
