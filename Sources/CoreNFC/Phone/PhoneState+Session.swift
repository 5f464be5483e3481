import AppleRules
import TraceFormat

/// How sessions begin and end.
extension PhoneState {
  /// How long a session may last.
  static let longestSession: Int64 = 60_000_000_000
  /// What a round of looking for tags takes.
  static let roundOfPolling: Int64 = 100_000_000

  /// Refuses a session that the phone does not let begin, and tells it so.
  mutating func beginRefused(_ core: SessionCore) -> Bool {
    guard let refusal = refusal(of: core.kind) else { return false }
    note("the app begins \(core.kind.words), and the phone refuses: \(refusal.reason)")
    if crash == nil {
      errors.append(refusal.error)
      core.end(refusal.error, after: nil)
    }
    return true
  }

  private mutating func refusal(of kind: SessionCore.Kind) -> Refusal? {
    guard hasNFC else {
      return Refusal(.readerErrorUnsupportedFeature, "this device cannot read tags")
    }
    guard plist.usageDescription?.isEmpty == false else {
      let reason = "Info.plist has no \(InfoPlist.Key.usageDescription), and iOS ends the app"
      crash = crash ?? reason
      return Refusal(.readerErrorSecurityViolation, reason)
    }
    if isBusy || session != nil || closing != nil {
      let reason =
        isBusy
        ? "another app uses the radio"
        : session != nil
          ? "another session is running" : "the session before has not yet told that it is over"
      return Refusal(.readerSessionInvalidationErrorSystemIsBusy, reason)
    }
    switch kind {
    case .ndef:
      guard entitlements.allows("TAG", "NDEF") else { return Self.lacking("TAG") }
    case .tags(let configuration):
      return refusal(of: configuration)
    case .payment:
      guard entitlements.allows("TAG") else { return Self.lacking("TAG") }
      guard isInRegionForPayment else {
        return Refusal(.readerErrorIneligible, "payment cards may not be read here")
      }
    case .passes:
      return Refusal(.readerErrorUnsupportedFeature, "no phone's wallet answers here")
    }
    return nil
  }

  private func refusal(of configuration: NFCTagReaderSession.Configuration) -> Refusal? {
    let option = configuration.pollingOption
    if option.contains(.pace) {
      guard entitlements.allows("PACE") else { return Self.lacking("PACE") }
    }
    if option != .pace {
      guard entitlements.allows("TAG") else { return Self.lacking("TAG") }
    }
    guard option.contains(.iso18092) else { return nil }
    if plist.systemCodes.isEmpty {
      return Refusal(
        .readerErrorSecurityViolation, "Info.plist has no entry under \(InfoPlist.Key.systemCodes)")
    }
    if let wrong = zip(plist.systemCodes, plist.systems).first(where: { $0.1 == nil }) {
      return Refusal(.readerErrorSecurityViolation, "Invalid system code entry: \(wrong.0)")
    }
    return nil
  }

  private static func lacking(_ format: String) -> Refusal {
    Refusal(
      .readerErrorSecurityViolation,
      "Missing required entitlement: \(Entitlements.key) has no \(format)")
  }

  /// Ends the session that runs.
  package mutating func end(_ code: NFCReaderError.Code) {
    guard let session else { return }
    let error = NFCReaderError(code)
    errors.append(error)
    air.note(.fieldOff)
    for index in tags.indices { tags[index].losePower() }
    self.session = nil
    closing = session.core
    session.core.end(error, after: sheetLeaves)
  }

  /// Ends the session where its time is over.
  package mutating func checkTime() {
    guard let session else { return }
    if air.time - session.begin >= Self.longestSession {
      note("60 seconds are over")
      end(.readerSessionInvalidationErrorSessionTimeout)
    } else if let limit = connectionLimit, let connected = session.connected,
      air.time - connected.since >= limit
    {
      note("the tag was connected for as long as one may be")
      end(.readerSessionInvalidationErrorSessionTimeout)
    }
  }

  /// Time passes.
  package mutating func wait(_ nanoseconds: Int64) {
    // A session ends when its time is over, not when somebody looks again.
    if let session {
      let left = Self.longestSession - (air.time - session.begin)
      if nanoseconds >= left {
        air.wait(left)
        checkTime()
        return air.wait(nanoseconds - left)
      }
    }
    air.wait(nanoseconds)
    checkTime()
  }
}
