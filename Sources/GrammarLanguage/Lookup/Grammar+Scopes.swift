internal import Bytes

/// What is selected.
extension Grammar {
  /// The scope of a selected AID: the deepest that an `under aid` statement names, or the root.
  package func scope(selected aid: Span<UInt8>) -> Scope {
    var best = Scope.root
    var length = 0
    for (index, row) in tables.scopes.enumerated() {
      guard case .application(let aids) = row.kind else { continue }
      for phrase in tables.scopeAIDs[aids.range] where phrase.place.count / 2 > length {
        guard begins(aid, with: phrase) else { continue }
        best = Scope(index: UInt16(index))
        length = phrase.place.count / 2
      }
    }
    return best
  }

  /// The scope of a FeliCa system code, or the root.
  package func scope(system code: UInt16) -> Scope {
    for (index, row) in tables.scopes.enumerated() {
      guard case .system(let codes) = row.kind else { continue }
      for range in tables.ranges[codes.range] where range.contains(UInt64(code)) {
        return Scope(index: UInt16(index))
      }
    }
    return .root
  }

  /// Whether bytes begin with what a phrase says in hex.
  func begins(_ bytes: Span<UInt8>, with phrase: Phrase) -> Bool {
    let start = Int(phrase.place.start)
    guard bytes.count >= phrase.place.count / 2 else { return false }
    for index in 0..<phrase.place.count / 2 {
      let high = Self.digit(tables.text[start + 2 * index])
      let low = Self.digit(tables.text[start + 2 * index + 1])
      if bytes[index] != high << 4 | low { return false }
    }
    return true
  }

  private static func digit(_ unit: UInt8) -> UInt8 {
    unit <= UInt8(ascii: "9") ? unit &- UInt8(ascii: "0") : unit &- UInt8(ascii: "A") &+ 10
  }
}
