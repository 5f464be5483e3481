package import GrammarLanguage
package import TraceFormat

/// A trace made such that it can be shown to anybody: every secret replaced by a value of the same
/// length and kind.
///
///     read it once    which values are secret          survey
///     read it again   where they lie, also split       place
///     read it again   and write substitutes over them  frames(of:)
///
/// A value may be known to be secret by its last occurrence alone, and its first is replaced all the
/// same; so the trace is read three times.
package struct Redaction {
  private let lexicon: Lexicon
  private let replacesIdentifiers: Bool
  private let classicKeys: [UInt64]
  private var substitutes = Substitutes()
  private var caveats = Caveats()

  /// `classicKeys`: keys of MIFARE Classic that may fit.
  package init(_ lexicon: Lexicon, replacesIdentifiers: Bool, classicKeys: [UInt64] = []) {
    self.lexicon = lexicon
    self.classicKeys = classicKeys
    self.replacesIdentifiers = replacesIdentifiers
  }

  /// Redacts what `open` gives each time anew, and hands the redacted frames to `write`. `open` is
  /// called three times.
  package mutating func run<Written>(
    _ open: () throws -> any FrameReader, _ write: (inout any FrameReader) throws -> Written
  ) throws -> (written: Written, report: RedactionReport) {
    try survey(open())
    let placement = try place(open())
    let redacted = RedactedFrames(
      try open(), by: FrameRedactor(placement, replacesIdentifiers: replacesIdentifiers))
    var reader: any FrameReader = redacted
    let written = try write(&reader)
    return (
      written,
      RedactionReport(
        placement.substitutes.values, redacted.redactor, caveats, redacted.frames, placement.trail)
    )
  }

  private mutating func survey(_ reader: any FrameReader) throws(TraceError) {
    var reader = reader
    var batch = FrameBatch()
    var isMore = try reader.read(into: &batch)
    var scan = scan(of: reader.description)
    while isMore {
      scan.read(batch)
      take(scan.values)
      isMore = try reader.read(into: &batch)
    }
    scan.finish()
    take(scan.values)
    caveats = scan.caveats
  }

  private mutating func take(_ values: [SecretValue]) {
    for value in values { substitutes.add(value) }
  }

  private func place(_ reader: any FrameReader) throws(TraceError) -> SecretPlacement {
    var reader = reader
    var batch = FrameBatch()
    var isMore = try reader.read(into: &batch)
    var placement = SecretPlacement(
      scan(of: reader.description), substitutes, classicKeys: classicKeys)
    while isMore {
      placement.read(batch)
      isMore = try reader.read(into: &batch)
    }
    placement.finish()
    return placement
  }

  private func scan(of description: TraceDescription) -> SecretScan {
    SecretScan(
      lexicon, replacesIdentifiers: replacesIdentifiers, classicKeys: classicKeys,
      constantBlockNumber: description.notes["constantBlockNumber"] != nil)
  }
}
