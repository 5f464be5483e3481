import Bytes
import TraceFormat

/// The frame objects of nfc-laboratory: those of the `frame.json` in its `.trz`, with numbers for
/// everything, and those that `nfc-lab -j` prints, with words.
struct NFCLabObjects: ObjectReader {
  /// What a trace of it is called.
  static let format = "nfc-laboratory"

  /// What to add to a frame's seconds since the capture began to have its date.
  private var date: Int64?

  /// A frame's kind, as the numbers say it.
  private enum Kind: Int {
    case carrierOff = 0x100
    case carrierOn = 0x101
    case poll = 0x102
    case listen = 0x103
    case supplyOff = 0x200
    case supplyOn = 0x201
    case resetLow = 0x202
    case resetHigh = 0x203
    case answerToReset = 0x210
    case request = 0x211
    case response = 0x212
    case exchange = 0x213

    /// Reads what `nfc-lab -j` prints.
    init?(word: String) {
      switch word {
      case "CarrierOff": self = .carrierOff
      case "CarrierOn": self = .carrierOn
      case "Poll": self = .poll
      case "Listen": self = .listen
      case "VccLow": self = .supplyOff
      case "VccHigh": self = .supplyOn
      case "RstLow": self = .resetLow
      case "RstHigh": self = .resetHigh
      case "ATR": self = .answerToReset
      case "Request": self = .request
      case "Response": self = .response
      case "Exchange": self = .exchange
      default: return nil
      }
    }
  }

  mutating func read(
    _ members: JSONMembers, _ text: Span<UInt8>, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) -> String? {
    let kind =
      members.integer("frameType", text).flatMap { Kind(rawValue: $0) }
      ?? members.word("type", text).flatMap { Kind(word: $0) }
    guard let kind else { return "an object without a type of frame that is known" }
    guard let times = times(members, text, &feed) else { return "a frame without a time" }
    var frame = Frame(
      number: 0, time: times.start, link: link(members, text, kind), direction: .none)
    frame.duration = times.end.flatMap { end in
      let (length, overflow) = end.subtractingReportingOverflow(times.start)
      return overflow || length <= 0 ? nil : length
    }
    switch kind {
    case .carrierOff, .supplyOff: frame.event = .fieldOff
    case .carrierOn, .supplyOn: frame.event = .fieldOn
    case .resetLow, .resetHigh:
      frame.event = .comment
      feed.add(frame, Array((kind == .resetLow ? "RST low" : "RST high").utf8), to: &batch)
      return nil
    case .poll, .request: frame.direction = .toCard
    case .listen, .response, .answerToReset: frame.direction = .fromCard
    case .exchange: frame.direction = .unknown
    }
    if frame.event != .none {
      // An event is a moment, and none of its technology.
      frame.duration = nil
      feed.add(frame, [], to: &batch)
      return nil
    }
    guard let data = members.string("frameData", text) ?? members.string("data", text),
      let bytes = Self.bytes(text.extracting(data))
    else { return "a frame whose bytes are no hex" }
    if let rate = members.integer("frameRate", text) ?? members.integer("rate", text) {
      frame.bitRate = UInt32(clamping: rate)
    }
    mark(&frame, members, text, bytes.count)
    feed.add(frame, bytes, to: &batch)
    return nil
  }
}

extension NFCLabObjects {
  private func link(_ members: JSONMembers, _ text: Span<UInt8>, _ kind: Kind) -> Link {
    switch members.integer("techType", text) {
    case 0x101: return .nfcA
    case 0x102: return .nfcB
    case 0x103: return .nfcF
    case 0x104: return .nfcV
    case 0x201: return Self.contactLink(kind)
    default: break
    }
    switch members.word("tech", text) {
    case "NfcA": return .nfcA
    case "NfcB": return .nfcB
    case "NfcF": return .nfcF
    case "NfcV": return .nfcV
    case "Iso7816", "ISO7816": return Self.contactLink(kind)
    default: return .other
    }
  }

  /// What passes the contacts of a card: commands and their answers; ATR, PPS and whole exchanges
  /// of T=0 are bytes.
  private static func contactLink(_ kind: Kind) -> Link {
    switch kind {
    case .request, .response: .apdu
    default: .other
    }
  }

  private func mark(
    _ frame: inout Frame, _ members: JSONMembers, _ text: Span<UInt8>, _ count: Int
  ) {
    let words = members.list("flags", text)
    let bits = members.integer("frameFlags", text) ?? 0
    func has(_ bit: Int, _ word: String) -> Bool { bits & bit != 0 || words.contains(word) }
    if has(0x01, "short-frame"), count == 1 { frame.lastBits = 7 }
    if has(0x02, "encrypted") { frame.flags.insert(.encrypted) }
    if has(0x10, "parity-error") { frame.flags.insert(.parityBad) }
    // Whether a CRC is wrong, its bytes tell.
  }

  /// When a frame began and ended. The first one tells whether there is a date.
  private mutating func times(
    _ members: JSONMembers, _ text: Span<UInt8>, _ feed: inout FrameFeed
  ) -> (start: Int64, end: Int64?)? {
    func time(_ one: String, _ other: String) -> Int64? {
      (members.number(one, text) ?? members.number(other, text))
        .flatMap { DecimalSeconds.nanoseconds(text.extracting($0)) }
    }
    let stamp = time("dateTime", "timestamp")
    let start = time("timeStart", "time_start")
    guard let first = start ?? stamp else { return nil }
    if date == nil {
      let (difference, overflow) = (stamp ?? first).subtractingReportingOverflow(first)
      let isDated =
        !overflow && difference < .max - 1000 && (stamp ?? 0) >= TraceDescription.firstWallClock
      // A date in a `Double` is right to the microsecond.
      date = isDated ? (difference + 500) / 1000 * 1000 : 0
      feed.begin(isDated: isDated)
      feed.description.timeDigits = members.integer("sampleRate", text) == 10_000_000 ? 7 : 9
    }
    let (begin, overflow) = first.addingReportingOverflow(date ?? 0)
    if overflow { return nil }
    guard let last = time("timeEnd", "time_end") else { return (begin, nil) }
    let (end, isTooLate) = last.addingReportingOverflow(date ?? 0)
    return (begin, isTooLate ? nil : end)
  }

  /// The bytes of `4A:00` or `4A00`.
  static func bytes(_ text: Span<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for index in text.indices {
      if let nibble = Hex.value(text[index]) {
        if let first = high {
          bytes.append(first << 4 | nibble)
          high = nil
        } else {
          high = nibble
        }
      } else if high != nil || text[index] != UInt8(ascii: ":") && text[index] != UInt8(ascii: " ")
      {
        return nil
      }
    }
    return high == nil ? bytes : nil
  }
}
