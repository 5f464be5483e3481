import Decoding
import Tags

/// Raises `ios-several-tags`, `ios-session-again` and `ios-session-time`: what a trace says of the
/// sessions that it would be.
struct PhoneSession: Sendable {
  static let severalManual = """
    Two cards are in the field at once: a card in the phone's case, two cards in a wallet.

    The app gets both in one callback, in no certain order. It is expected to ask for one of them, \
    to wait half a second and to restart polling.
    """

  static let againManual = """
    The field is on again less than three seconds after it was off.

    If each is a session of its own, the second one may end at once with error 203 (system is \
    busy): a new session has to wait until didInvalidateWithError came for the old one. Reports say \
    up to three seconds. The field going off inside one session (restartPolling) is no reason.
    """

  static let timeManual = """
    Reader and card talk for longer than a session lasts.

    60 seconds after begin the session ends with error 201 (timeout), whatever the app does. Counted \
    from the first frame of a card to its last one; the user's own seconds come on top.
    """

  /// What is remembered of the last visit of each source.
  private struct Last {
    var time: Int64
    var frame: Int
    var reason: VisitEnd.Reason
    var identifier: Identifier
    var isRandom: Bool
  }
  private var lasts: [UInt16: Last] = [:]

  private static let second: Int64 = 1_000_000_000

  /// A visit begins.
  mutating func check(_ visit: Visit, into lint: inout PhoneLint) {
    guard let last = lasts[visit.source], visit.time >= last.time else { return }
    let (gap, overflow) = visit.time.subtractingReportingOverflow(last.time)
    if overflow { return }
    let places: Places = [
      Place(frame: max(1, last.frame), bytes: 0..<0),
      Place(frame: max(1, visit.firstFrame), bytes: 0..<0),
    ]
    switch last.reason {
    case .otherCard
    where gap < Self.second / 5 && !last.isRandom && !visit.identifierIsRandom
      && last.identifier != visit.identifier && !visit.identifier.isEmpty:
      lint.add(
        .iosSeveralTags,
        "two cards are in the field: the app gets several tags in one callback",
        change: "ask for one of them, and restart polling after half a second",
        visit: visit.number, at: places)
    case .fieldOff where gap < 3 * Self.second:
      lint.add(
        .iosSessionAgain,
        "the field is on again less than 3 s after it was off: if that is another session, it may end "
          + "with error 203",
        change: "begin the next session when didInvalidateWithError came for the last one",
        visit: visit.number, at: places)
    default: break
    }
  }

  /// A visit ends.
  mutating func close(_ visit: PhoneVisit, _ end: VisitEnd, into lint: inout PhoneLint) {
    lasts[visit.source] = Last(
      time: end.time, frame: end.lastFrame, reason: end.reason, identifier: visit.identifier,
      isRandom: visit.isRandom)
    let (time, overflow) = end.time.subtractingReportingOverflow(visit.start)
    guard !overflow, time > 60 * Self.second else { return }
    lint.add(
      .iosSessionTime,
      "the card is there for \(time / Self.second) s: the session ends after 60 s with error 201",
      change: "say so to the user, and go on in another session", visit: visit.number,
      at: Places(Place(frame: max(1, end.lastFrame), bytes: 0..<0)))
  }
}
