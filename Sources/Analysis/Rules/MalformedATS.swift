import Decoding

/// Raises `malformed-ats`.
enum MalformedATS {
  static let manual = """
    The answer to select (ATS) contradicts itself.

    TL, its first byte, counts all of its bytes, itself included and the CRC not. T0 says which \
    of TA(1), TB(1) and TC(1) follow, and how large a frame the card takes (FSCI); TB(1) holds \
    the waiting times FWI and SFGI, of which 15 is reserved (ISO/IEC 14443-4). Values of a \
    damaged ATS are not used: nothing is judged against them.
    """

  static func lengthFinding(claimed: Int, present: Int, in scene: Scene) -> Finding {
    var words = "TL says \(Words.count(claimed, "byte")), \(present) "
    words += present == 1 ? "is there" : "are there"
    if !scene.hasWrongCRC { words += "; the CRC is right" }
    return scene.finding(.malformedATS, "\(words)")
  }

  static func fieldFinding(missing: Bool, name: Defect.ATSField, in scene: Scene) -> Finding {
    let field = word(for: name)
    return scene.finding(
      .malformedATS,
      missing
        ? "T0 announces \(field), but TL ends the ATS before it" : "\(field) has a reserved value"
    )
  }

  private static func word(for field: Defect.ATSField) -> String {
    switch field {
    case .t0: "T0"
    case .ta1: "TA(1)"
    case .tb1: "TB(1)"
    case .tc1: "TC(1)"
    case .fsci: "FSCI in T0"
    case .fwi: "FWI in TB(1)"
    case .sfgi: "SFGI in TB(1)"
    }
  }
}
