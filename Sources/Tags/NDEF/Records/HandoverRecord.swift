/// An offer or a choice of other carriers (NFC Forum, Connection Handover): "Hr", "Hs", "Hm", "Hi".
///
///     version | records: "ac" for each carrier, "cr" in a request, "err" in a choice
package struct HandoverRecord: Equatable, Sendable {
  package var kind: Kind
  /// Major version in the upper four bits.
  package var version: UInt8 = 0
  package var contents = NDEFContents()

  /// Which of the four it is.
  package enum Kind: String, Equatable, Sendable {
    case request = "Hr"
    case select = "Hs"
    case mediation = "Hm"
    case initiate = "Hi"
  }

  /// The carriers that it names.
  package var carriers: [AlternativeCarrier] {
    contents.records.compactMap {
      if case .alternativeCarrier(let carrier) = $0 { carrier } else { nil }
    }
  }

  /// What is wrong with a handover.
  package enum Fault: Equatable, Sendable {
    case noVersion
    case version(UInt8)
    case noCarrier
    /// A request of version 1.2 or later without "cr".
    case noCollisionResolution
    /// A carrier names a record that the message has not.
    case noRecord(String)
    case carrierOverrun(needed: Int, available: Int)
    case trailing(count: Int)
    case length(String, expected: Int, present: Int)
    case reservedReason(UInt8)
    case carrierType(UInt8)
  }
}

extension HandoverRecord {
  /// Reads a payload, and the records in it.
  init(_ kind: Kind, reading payload: [UInt8], depth: Int, faults: inout PayloadFaults) {
    self.kind = kind
    guard let version = payload.first else {
      faults.note(.handover(.noVersion), 0..<0)
      return
    }
    self.version = version
    if version >> 4 != 1 { faults.note(.handover(.version(version)), 0..<1) }
    let inner = Array(payload.dropFirst())
    // A choice of nothing needs no records.
    if !inner.isEmpty {
      contents = NDEFContents(of: NDEFMessage(reading: inner), depth: depth + 1)
      for problem in contents.problems {
        faults.note(problem.kind, problem.bytes.lowerBound + 1..<problem.bytes.upperBound + 1)
      }
    }
    guard contents.isRead || inner.isEmpty else { return }
    let hasError = contents.records.contains { if case .handoverError = $0 { true } else { false } }
    if carriers.isEmpty, !hasError, kind != .select {
      faults.note(.handover(.noCarrier), 0..<payload.count)
    }
    let hasCollision = contents.records.contains {
      if case .collisionResolution = $0 { true } else { false }
    }
    if kind == .request, version >= 0x12, !hasCollision {
      faults.note(.handover(.noCollisionResolution), 0..<payload.count)
    }
  }
}
