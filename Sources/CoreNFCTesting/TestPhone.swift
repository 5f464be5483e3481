import AppleRules
public import CoreNFC
import Foundation
import Playback
import Synchronization

/// A phone for tests of code that is written for Core NFC.
///
///     let phone = TestPhone(TestApp(selectIdentifiers: ["D2760000850101"]))
///     let tag = try TestTag(card: "ntag213")
///     reader.scan()                       // the app begins its session
///     phone.hold(tag)
///     try await phone.sessionEnds()
///     #expect(reader.text == "…")
///
/// Sessions run on the phone that was made last. Where a runner runs several tests at once, as Swift
/// Testing does, `@Suite(.phone)` keeps one from another's phone. The clock is the phone's own: time
/// passes with what goes over the air, and with `wait`. A test that fails tells what the phone did, and
/// leaves that story and the trace of the run in files: in XCTest always, in Swift Testing with `.phone`.
/// What waits here in vain throws a `PhoneFailure`, which has both.
public final class TestPhone: Sendable {
  let phone: Phone
  /// What its files are called, and their name once they were written.
  let name: String
  let ownName = Mutex<String?>(nil)
  /// How many ends of sessions were waited for.
  let endsSeen = Atomic<Int>(0)
  /// How many lines of the story failures have told.
  let told = Atomic<Int>(0)

  /// A phone with an app on it. `paymentRegion` says whether it may read payment cards.
  public init(
    _ app: TestApp = TestApp(), paymentRegion: Bool = false, fileID: String = #fileID,
    function: String = #function
  ) {
    var state = PhoneState(hasNFC: true, plist: app.plist, entitlements: app.entitlements)
    state.isInRegionForPayment = paymentRegion
    phone = Phone(state)
    name = Self.name(fileID, function)
    phone.becomeCurrent()
    beWatched()
  }

  /// A device that cannot read tags, such as an iPad.
  public init(withoutNFC app: TestApp, fileID: String = #fileID, function: String = #function) {
    phone = Phone(PhoneState(hasNFC: false, plist: app.plist, entitlements: app.entitlements))
    name = Self.name(fileID, function)
    phone.becomeCurrent()
    beWatched()
  }

  deinit {
    if let folder = ProcessInfo.processInfo.environment["NFCTRACE_PHONES"] {
      _ = try? leaveFiles(in: folder)
    }
  }
}

/// What happens to the phone.
extension TestPhone {
  /// Holds tags to the phone, all at once.
  public func hold(_ tags: TestTag...) {
    var held: Set<Int> = []
    phone.put(tags.filter { held.insert($0.id).inserted }.map { $0.go(to: phone) })
  }

  /// Takes a tag away.
  public func remove(_ tag: TestTag) { tag.leave() }

  /// The user taps Cancel.
  public func userCancels() {
    phone.end(.readerSessionInvalidationErrorUserCanceled, because: "the user cancels")
  }

  /// The app leaves the foreground.
  public func appGoesToBackground() {
    phone.end(
      .readerSessionInvalidationErrorSessionTerminatedUnexpectedly,
      because: "the app goes to the background")
  }

  /// Another app uses the radio, or does not any more.
  public func systemIsBusy(_ isBusy: Bool = true) {
    phone.state.withLock { state in
      state.isBusy = isBusy
      state.note(isBusy ? "another app uses the radio" : "no other app uses the radio")
    }
  }

  /// Time passes on the phone. A session ends behind 60 seconds.
  public func wait(seconds: Double) {
    phone.wait(Int64(min(max(0, seconds), 1e9) * 1_000_000_000))
  }

  /// Ends a session when a tag has been connected for so long. Some report 20 seconds; no document
  /// says so, and without this call there is no such limit.
  public func limitConnection(seconds: Double) {
    phone.state.withLock { $0.connectionLimit = Int64(min(max(0, seconds), 1e9) * 1_000_000_000) }
  }

  /// A tag is held to the phone while no app reads.
  public func tapInBackground(_ tag: TestTag) -> BackgroundTap {
    let outcome = phone.readInBackground(tag.go(to: phone))
    tag.becomes(outcome.card)
    let tap: BackgroundTap
    if let bytes = outcome.message, let message = NFCNDEFMessage(data: Data(bytes)) {
      tap = BackgroundTap(message)
    } else {
      tap = .nothing(because: outcome.refusal ?? "the tag's message is malformed")
    }
    phone.note("→ \(tap)")
    return tap
  }
}

/// What comes of a tag that is held to a phone while no app reads.
public enum BackgroundTap: CustomStringConvertible {
  /// A notification, which opens the app with this if its domain is associated with the link's.
  case activity(NSUserActivity)
  /// Nothing, and why.
  case nothing(because: String)

  init(_ message: NFCNDEFMessage) {
    // A URI record's text, as it stands: not every one is a URL for Foundation.
    let uris = message.records.filter {
      $0.typeNameFormat == .nfcWellKnown && $0.type == Data("U".utf8)
    }.map { $0.wellKnownTypeURIPayload()?.absoluteString ?? "" }
    switch BackgroundReading.verdict(uris: uris) {
    case .nothing(let reason):
      self = .nothing(because: reason)
    case .opens(let uri, _):
      guard let url = URL(string: uri) else {
        self = .nothing(because: "\(uri) is no URL")
        return
      }
      self = .activity(NSUserActivity(url, message: message))
    }
  }

  /// What happens, in a line.
  public var description: String {
    switch self {
    case .activity(let activity):
      "a notification opens \(activity.webpageURL?.absoluteString ?? "")"
    case .nothing(let reason): "nothing happens: \(reason)"
    }
  }
}
