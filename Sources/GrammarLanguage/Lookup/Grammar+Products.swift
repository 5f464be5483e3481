internal import Bytes

/// What is known of a card, to tell which product it may be.
package struct ProductEvidence: Equatable, Sendable {
  /// As a number, high byte first.
  package var atqa: UInt16?
  package var sak: UInt8?
  /// The whole ATS from TL on, without CRC.
  package var ats: [UInt8]?
  package var historical: [UInt8]?
  /// The answer to GET_VERSION.
  package var version: [UInt8]?
  package var uid: [UInt8]?
  package var atqb: [UInt8]?
  package var pmm: [UInt8]?

  package init() {}

  subscript(trait: ProductTrait) -> [UInt8]? {
    switch trait {
    case .atqa: atqa.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case .sak: sak.map { [$0] }
    case .ats: ats
    case .historical: historical ?? historicalOfATS
    case .version: version
    case .uid: uid
    case .atqb: atqb
    case .pmm: pmm
    }
  }

  /// ISO/IEC 14443-4: what stands in the ATS behind T0 and the interface bytes that T0 announces.
  private var historicalOfATS: [UInt8]? {
    guard let ats, ats.count > 1, Int(ats[0]) == ats.count else { return nil }
    let start = 2 + Int(ats[1] >> 4 & 7).nonzeroBitCount
    return start <= ats.count ? Array(ats[start...]) : nil
  }
}

/// A product that a card may be.
package struct ProductCandidate: Equatable, Sendable {
  package let name: Phrase
  /// What it is called together with others like it.
  package let family: Phrase
  package let citation: Phrase
  /// How many hex digits agree, and 1000 more where a version does.
  package let agreement: Int
}

extension Grammar {
  /// The products that nothing known contradicts and that agree in the most digits, in the order of
  /// the grammar.
  package func products(_ evidence: ProductEvidence) -> [ProductCandidate] {
    var candidates: [ProductCandidate] = []
    let known = ProductTrait.allCases.map { evidence[$0] }
    for row in tables.products {
      guard let agreement = agreement(row, known), agreement > 0 else { continue }
      let best = candidates.first?.agreement ?? 0
      if agreement > best { candidates.removeAll() }
      guard agreement >= best else { continue }
      candidates.append(
        ProductCandidate(
          name: row.name, family: row.family, citation: row.citation, agreement: agreement))
    }
    return candidates
  }

  /// How many digits agree, or nil when something known is different, or a version is wanted and
  /// none was read.
  private func agreement(_ row: ProductRow, _ known: [[UInt8]?]) -> Int? {
    var total = 0
    var patterns = tables.productPatterns[row.patterns.range]
    while let trait = patterns.first?.trait {
      let bytes = known[trait.place]
      var best: Int?
      while let pattern = patterns.first, pattern.trait == trait {
        if let bytes, let digits = agreement(pattern, bytes) { best = max(best ?? 0, digits) }
        patterns.removeFirst()
      }
      guard bytes != nil else {
        if trait == .version { return nil }
        continue
      }
      guard let best else { return nil }
      // A version is made to tell products apart: the rest says no more than which family it is.
      total += trait == .version ? best + 1000 : best
    }
    return total
  }

  private func agreement(_ pattern: ProductPattern, _ bytes: [UInt8]) -> Int? {
    let digits = pattern.digits.range
    let count = bytes.count * 2
    guard pattern.isPrefix ? count >= digits.count : count == digits.count else { return nil }
    var agreement = 0
    for index in 0..<digits.count {
      guard let digit = tables.productDigits[digits.lowerBound + index] else { continue }
      let byte = bytes[index / 2]
      guard (index % 2 == 0 ? byte >> 4 : byte & 15) == digit else { return nil }
      agreement += 1
    }
    return agreement
  }
}
