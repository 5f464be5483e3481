/// One stay of one card in the field of one source, as far as its opening tells.
package struct Visit: Equatable, Sendable {
  /// Counted from 1 in the order of opening.
  package var number: Int
  package var source: UInt16
  /// The first frame that belongs to it: its first poll, or the field event before it.
  package var firstFrame: Int
  /// That frame's time.
  package var time: Int64
  package var technology: Technology
  /// UID, IDm, PUPI: what is known when the visit opens.
  package var identifier: Identifier
  /// False when the reader went on before the whole UID was read.
  package var identifierIsWhole: Bool
  /// A UID drawn anew each time (ISO/IEC 14443-3: first byte 08h of a single-size UID).
  package var identifierIsRandom: Bool
  /// ATQA as a number, high byte first, where there was one.
  package var atqa: UInt16?
  /// The earlier visit of the same card, if there was one (never for random identifiers).
  package var again: Int?
  /// Nanoseconds without a frame before it, for visits that follow another.
  package var silenceBefore: Int64?
  /// Whether the capture lacks the activation: the visit begins with an exchange.
  package var activationMissing: Bool
  /// NFC-F: the bit rate, where the source says it, otherwise 0.
  package var bitRate: UInt32 = 0
}

/// The radio technology of a visit.
package enum Technology: UInt8, Equatable, Sendable {
  case nfcA, nfcB, nfcF, nfcV
  /// APDUs from a host-side source, no frames on air.
  case apdu
  /// Cannot be told from what was captured.
  case unknown
}

/// How a visit ended, and its totals.
package struct VisitEnd: Equatable, Sendable {
  package var number: Int
  /// The last frame of the visit and its time.
  package var lastFrame: Int
  package var time: Int64
  /// The last frame of any source that came before it was known that the visit is over; at the end
  /// of the input no number is as high.
  package var knownAfter: Int
  package var reason: Reason
  package var activations: Int
  package var exchanges: Int
  package var unanswered: Int
  /// Frames from the first to the last, of this visit's source.
  package var frames: Int

  /// Why the visit is over.
  package enum Reason: UInt8, Equatable, Sendable {
    case fieldOff, deselected, otherCard, silence, lost, endOfInput
  }
}
