package import GrammarLanguage

/// What a redaction replaced, and what it cannot vouch for.
package struct RedactionReport: Equatable, Sendable {
  package var frames: Int
  package var changedFrames: Int
  /// By kind, in the order of the kinds.
  package var rows: [Row] = []
  package var caveats: Caveats
  /// Values that were replaced where it is known that they are one, and that are too plain or too
  /// short to be looked for anywhere else.
  package var unsearched = 0
  /// Values that are substitutes already, and stay.
  package var kept: Int
  /// How often a value is there after all.
  package var left: Int
  /// Frames of MIFARE Classic that are enciphered anew, the keys they are enciphered with, in hex, and
  /// frames that are blanked because no key fits.
  package var enciphered: Int
  package var classicKeys: [String]
  package var blanked: Int

  /// What was replaced of one kind.
  package struct Row: Equatable, Sendable {
    package var kind: SecretKind
    package var values: Int
    package var places: Int
  }

  init(
    _ values: [SecretValue], _ redactor: FrameRedactor, _ caveats: Caveats, _ frames: Int,
    _ trail: CipherTrail
  ) {
    blanked = redactor.blanked
    enciphered = max(0, trail.frameCount + trail.blankedCount - blanked)
    classicKeys = trail.keys
    self.frames = frames
    changedFrames = redactor.changedFrames
    self.caveats = caveats
    left = redactor.left
    kept = redactor.kept.count
    for kind in SecretKind.allCases {
      var row = Row(kind: kind, values: 0, places: 0)
      for (number, places) in redactor.places where values[number].kind == kind {
        row.values += 1
        row.places += places
        if !values[number].isTelling, values[number].cutFrom == nil { unsearched += 1 }
      }
      if row.places > 0 { rows.append(row) }
    }
  }
}
