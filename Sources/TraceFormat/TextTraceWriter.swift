package import Bytes

/// Writes frames as text, and knows what text does not hold.
package struct TextTraceWriter {
  /// What was left out up to here.
  package private(set) var dropped: Dropped = []

  private var link = TextTrace.link
  /// Whether a reader would still have to guess the link.
  private var isUnsaid = true
  private let hasTimes: Bool

  /// What a frame can have that its line does not.
  package struct Dropped: OptionSet, Equatable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let times = Self(rawValue: 1)
    package static let durations = Self(rawValue: 2)
    package static let bitRates = Self(rawValue: 4)
    package static let sources = Self(rawValue: 8)
    package static let bitCounts = Self(rawValue: 16)
    package static let parity = Self(rawValue: 32)
    package static let flags = Self(rawValue: 64)
    package static let eventBytes = Self(rawValue: 128)
    package static let sourceNames = Self(rawValue: 512)

    /// What was dropped, in words, in the order of their importance.
    package var words: [String] {
      let names: [(Self, String)] = [
        (.times, "times"), (.durations, "durations"), (.bitRates, "bit rates"),
        (.sources, "sources"), (.bitCounts, "counts of bits"), (.parity, "parity bits"),
        (.flags, "flags"), (.eventBytes, "what events say"), (.sourceNames, "names of sources"),
      ]
      return names.filter { contains($0.0) }.map(\.1)
    }
  }

  /// Writes with the time in front of each line or without.
  package init(times: Bool) { hasTimes = times }

  /// Appends a frame's line, and before it one for its link where that changes. `store` is its
  /// batch's bytes.
  package mutating func write(_ frame: Frame, in store: Span<UInt8>, to buffer: inout ByteBuffer) {
    note(frame)
    let isMisleading =
      isUnsaid && frame.event == .none
      && LinkGuess.link(
        ofFirst: [UInt8](copying: store.extracting(frame.bytes.range)), frame.direction)
        != frame.link
    if frame.link != link || isMisleading,
      let found = TextTrace.links.first(where: { $0.link == frame.link })
    {
      link = frame.link
      isUnsaid = false
      buffer.append("@ ")
      buffer.append(found.name)
      buffer.append("\n")
    }
    if frame.event == .none { isUnsaid = false }
    let bytes = store.extracting(frame.bytes.range)
    if frame.event == .comment { return Self.write(comment: bytes, to: &buffer) }
    if hasTimes { Self.write(time: frame.time, to: &buffer) }
    if let found = TextTrace.events.first(where: { $0.event == frame.event }) {
      buffer.append("* ")
      buffer.append(found.name)
    } else {
      switch frame.direction {
      case .toCard: buffer.append("> ")
      case .fromCard: buffer.append("< ")
      case .unknown, .none: buffer.append("? ")
      }
      buffer.append(hex: bytes)
    }
    buffer.append("\n")
  }

  private static func write(time: Int64, to buffer: inout ByteBuffer) {
    if time < 0 { buffer.append("-") }
    let (seconds, nanoseconds) = time.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    buffer.append(decimal: UInt(seconds))
    buffer.append(".")
    buffer.append(decimal: UInt(nanoseconds), digits: 9)
    buffer.append(" ")
  }

  /// A comment is each of its lines behind a `#`; what is no text in it is not written.
  private static func write(comment: Span<UInt8>, to buffer: inout ByteBuffer) {
    buffer.append("# ")
    for index in comment.indices {
      let byte = comment[index]
      if byte == UInt8(ascii: "\n") {
        buffer.append("\n# ")
      } else if byte >= 0x20 && byte != 0x7F {
        buffer.append(byte)
      }
    }
    buffer.append("\n")
  }

  /// Notes what is known of the whole capture.
  package mutating func note(_ description: TraceDescription) {
    if description.sources.contains(where: { !$0.name.isEmpty }) { dropped.insert(.sourceNames) }
  }

  private mutating func note(_ frame: Frame) {
    if frame.event != .none, frame.event != .comment, !frame.bytes.isEmpty {
      dropped.insert(.eventBytes)
    }
    if !hasTimes && frame.time != 0 { dropped.insert(.times) }
    if frame.duration != nil { dropped.insert(.durations) }
    if frame.bitRate != 0 { dropped.insert(.bitRates) }
    if frame.source != 0 { dropped.insert(.sources) }
    if frame.firstBits != 0 || frame.lastBits != 0 { dropped.insert(.bitCounts) }
    if !frame.parity.isEmpty { dropped.insert(.parity) }
    if !frame.flags.isEmpty { dropped.insert(.flags) }
  }
}
