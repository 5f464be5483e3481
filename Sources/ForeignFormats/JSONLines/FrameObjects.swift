import Bytes
import TraceFormat

/// The objects that nfctrace writes: of them the frames, and the trace's own, which says from when
/// their times count.
struct FrameObjects: ObjectReader {
  /// What a file of them is called.
  static let format = "jsonl"

  private var start: Int64 = 0

  mutating func read(
    _ members: JSONMembers, _ text: Span<UInt8>, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) -> String? {
    switch members.word("type", text) {
    case "trace":
      if let place = members.string("start", text),
        let time = UTCText.nanoseconds([UInt8](copying: text.extracting(place)))
      {
        start = time
        feed.begin(isDated: true)
      }
      if let origin = members.word("source", text) {
        feed.description.notes[TraceDescription.origin] = String(origin.prefix(64))
      }
      takeSources(members, text, &feed)
      return nil
    // What follows from a captured frame is found again from that frame.
    case "frame":
      return members.member("derived", text) == nil ? add(members, text, &feed, &batch) : nil
    case nil: return "an object without a type"
    default: return nil
    }
  }

  private func takeSources(_ members: JSONMembers, _ text: Span<UInt8>, _ feed: inout FrameFeed) {
    let names = members.list("sources", text).prefix(256)
    guard !names.isEmpty else { return }
    var sources = names.map { TraceDescription.Source(name: $0, linkType: nil, link: .other) }
    if let link = members.word("link", text).flatMap(Self.link) { sources[0].link = link }
    feed.begin(sources: sources)
  }

  private func add(
    _ members: JSONMembers, _ text: Span<UInt8>, _ feed: inout FrameFeed, _ batch: inout FrameBatch
  ) -> String? {
    guard
      let time = members.number("time", text).flatMap({
        DecimalSeconds.nanoseconds(text.extracting($0))
      }), case let (absolute, overflow) = time.addingReportingOverflow(start), !overflow
    else {
      return "a frame without a time"
    }
    var frame = Frame(number: 0, time: absolute, link: .other, direction: .none)
    frame.duration = members.number("duration", text).flatMap {
      DecimalSeconds.nanoseconds(text.extracting($0))
    }
    var bytes: [UInt8] = []
    if let place = members.string("bytes", text) {
      guard let found = NFCLabObjects.bytes(text.extracting(place)) else {
        return "a frame whose bytes are masked or no hex"
      }
      bytes = found
    }
    if let source = members.integer("source", text) {
      guard (0..<feed.description.sources.count).contains(source) else {
        return "a frame of a source that is not named"
      }
      frame.source = UInt16(source)
    }
    let link = members.word("link", text).flatMap(Self.link)
    if let event = event(members, text) {
      frame.event = event
      frame.link = link ?? .other
      feed.add(frame, bytes, to: &batch)
      return nil
    }
    guard let link else {
      return "a frame of a link that is not known"
    }
    frame.link = link
    frame.direction = Self.direction(members.word("direction", text))
    frame.bitRate = UInt32(clamping: members.integer("rate", text) ?? 0)
    if let bits = members.integer("bits", text), !bytes.isEmpty {
      let last = bits - 8 * (bytes.count - 1)
      if (1...7).contains(last) { frame.lastBits = UInt8(last) }
    }
    if members.word("crc", text) == "absent" { frame.flags.insert(.crcStripped) }
    var parity: [UInt8] = []
    if let place = members.string("parity", text) {
      if let bits = NFCLabObjects.bytes(text.extracting(place)) { parity = bits }
    }
    mark(&frame, members, text, bytes.count)
    feed.add(frame, bytes, parity: parity, to: &batch)
    return nil
  }

  private func mark(
    _ frame: inout Frame, _ members: JSONMembers, _ text: Span<UInt8>, _ count: Int
  ) {
    if members.word("parity", text) == "bad" { frame.flags.insert(.parityBad) }
    for (word, flag) in JSONLinesWriter.flags where members.list("flags", text).contains(word) {
      frame.flags.insert(flag)
    }
    if let length = members.integer("length", text), length > count {
      frame.flags.insert(.cut)
      frame.originalLength = UInt32(clamping: length)
    }
  }

  /// The event that an object is, by its key or, where it has none, by what it is called.
  private func event(_ members: JSONMembers, _ text: Span<UInt8>) -> FrameEvent? {
    if let word = members.word("event", text) {
      if word == JSONLinesWriter.comment { return .comment }
      return TextTrace.events.first { $0.name == word }?.event
    }
    guard members.member("link", text) == nil, members.member("direction", text) == nil else {
      return nil
    }
    switch members.word("name", text) {
    case "field on": return .fieldOn
    case "field off": return .fieldOff
    case "reader opened": return .readerOpened
    case "target lost": return .targetLost
    case "frames lost by the recorder": return .framesDropped
    case "comment": return .comment
    default: return nil
    }
  }

  private static func link(_ name: String) -> Link? {
    TextTrace.links.first { $0.name == name }?.link
  }

  private static func direction(_ word: String?) -> Direction {
    switch word {
    case "to-card": .toCard
    case "from-card": .fromCard
    default: .unknown
    }
  }
}
