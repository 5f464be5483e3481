package import AppleRules
package import Dispatch
import Playback
import Tags
package import TraceFormat

/// Everything that the phone knows. Changed under the phone's lock alone.
package struct PhoneState: Sendable {
  package var hasNFC: Bool
  package var isInRegionForPayment = false
  package var plist: InfoPlist
  package var entitlements: Entitlements
  package var tags: [PhoneTag] = []
  package var story = PhoneStory()
  package var commands: [PhoneCommand] = []
  package var alerts: [String] = []
  package var errors: [NFCReaderError] = []
  /// Other apps use the radio.
  package var isBusy = false
  /// iOS has ended the app, and why.
  package var crash: String?
  /// Per connected tag, where a limit is wanted.
  package var connectionLimit: Int64?
  /// How long the sheet of a session takes to come, and to leave, on a real clock; nil for none.
  package var sheetComes: DispatchTimeInterval? = .milliseconds(20)
  package var sheetLeaves: DispatchTimeInterval? = .milliseconds(50)
  var air = PhoneAir()
  var session: ActiveSession?
  /// A session whose delegate has not yet heard that it is over.
  var closing: SessionCore?

  package init(hasNFC: Bool, plist: InfoPlist, entitlements: Entitlements) {
    self.hasNFC = hasNFC
    self.plist = plist
    self.entitlements = entitlements
  }

  /// Nanoseconds since the phone was there.
  package var time: Int64 { air.time }
  /// Whether a session runs.
  package var isRunning: Bool { session != nil }
  /// Every frame so far.
  package var frames: FrameBatch { air.frames }

  /// Adds a line to the story.
  package mutating func note(_ text: String) { story.add(text, at: air.time) }

  /// Takes over what went over a tag's air.
  mutating func hear(_ index: Int) { air.note(tags[index].device.takeLog()) }
}

/// A session that runs.
struct ActiveSession: Sendable {
  let core: SessionCore
  let begin: Int64
  var configuration: NFCTagReaderSession.Configuration
  /// Which round of looking this is.
  var round = 1
  /// Whether the phone looks for tags.
  var isPolling = true
  /// The tags that were found in this round.
  var found: [TagHandle] = []
  /// The connected one, and since when.
  var connected: (tag: Int, since: Int64)?
  /// The delegate wants messages alone.
  var readsOnly = false
  /// Tags that were read, and have to leave before they are read again.
  var read: Set<Int> = []

  init(_ core: SessionCore, begin: Int64) {
    self.core = core
    self.begin = begin
    configuration = Self.configuration(of: core)
  }

  /// What a session polls for unless it is told otherwise.
  static func configuration(of core: SessionCore) -> NFCTagReaderSession.Configuration {
    switch core.kind {
    case .tags(let configuration): configuration
    case .payment, .passes: NFCTagReaderSession.Configuration(pollingOption: .iso14443)
    case .ndef:
      NFCTagReaderSession.Configuration(pollingOption: [.iso14443, .iso15693, .iso18092])
    }
  }
}

/// A command that went to a tag, and its answer.
package struct PhoneCommand: Equatable, Sendable {
  package var tag: Int
  package var time: Int64
  package var command: [UInt8]
  /// Nil where the tag was silent.
  package var answer: [UInt8]?
  /// Whether the app sent it, and not the phone by itself.
  package var isApps: Bool
}
