/// What a trace or capture says of itself: the metadata block of a trace file.
package struct TraceDescription: Equatable, Sendable {
  /// What the frames were read from: `trace`, `pcap`, `pcapng`, ….
  package var format: String
  /// Why the file was taken for that: what in it says so. Said of a file, and not kept in a trace.
  package var reason: String = ""
  /// The program that recorded it, where it says so.
  package var recorder: String = ""
  /// Whether the times are nanoseconds since 1970 UTC. Otherwise they only differ.
  package var timesAreWallClock: Bool = true
  /// How many decimal digits of a second the source's times have (6 for pcap in microseconds).
  package var timeDigits: UInt8 = 9
  /// Who saw the frames. A frame's `source` is an index into this list. A source may be added
  /// while a stream is read.
  package var sources: [Source] = []
  /// For a trace made from a pcap: its file header, 24 bytes, as they were.
  package var pcapHeader: [UInt8] = []
  /// For a trace made from a pcap: bytes behind the last whole record, as they were.
  package var pcapTail: [UInt8] = []
  /// Anything else worth keeping, as key and value.
  package var notes: [String: String] = [:]

  /// The note that says what a trace was made from: `pcap`, `pcapng`, ….
  package static let origin = "origin"

  /// 1990-01-01 UTC: before it, times are counted from something else than 1970.
  package static let firstWallClock: Int64 = 631_152_000 * 1_000_000_000

  /// One reader, slot, interface or process.
  package struct Source: Equatable, Sendable {
    package var name: String
    /// The pcap link type, where the source has one.
    package var linkType: UInt32?
    package var link: Link
    /// Whether field on and off are recorded, so that silence means nothing.
    package var recordsField: Bool = false

    package init(name: String, linkType: UInt32?, link: Link) {
      self.name = name
      self.linkType = linkType
      self.link = link
    }
  }

  package init(format: String) { self.format = format }
}

/// Something that gives frames, a batch at a time, as they arrive.
package protocol FrameReader {
  /// What is known so far; sources may be added by `read`.
  var description: TraceDescription { get }

  /// Clears the batch and fills it with the next frames, waiting until there is at least one, and
  /// not longer: what has arrived is handed on. False at the end, with the batch empty.
  mutating func read(into batch: inout FrameBatch) throws(TraceError) -> Bool

  /// What was found damaged or lost up to here. Reading goes on where it can.
  var damage: [TraceDamage] { get }
}

/// A file or stream that cannot be read or written, in one line.
package struct TraceError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
  /// The byte offset in the file that the message speaks of, where there is one.
  package let offset: Int64?
  /// What the operating system said, where it was that which refused.
  package let system: SystemError?

  package init(_ description: String, offset: Int64? = nil, system: SystemError? = nil) {
    self.description = description
    self.offset = offset
    self.system = system
  }
}

/// A part of a file that is lost, and which frames and times that are.
package struct TraceDamage: Equatable, Sendable {
  /// What is wrong, in words: `checksum of block 3 is wrong`.
  package let reason: String
  package let offset: Int64
  /// The lost frames' numbers, where they can be told.
  package let frames: ClosedRange<Int>?
  /// Times before and after the gap, where they can be told.
  package let times: ClosedRange<Int64>?

  package init(
    reason: String, offset: Int64, frames: ClosedRange<Int>?, times: ClosedRange<Int64>?
  ) {
    self.reason = reason
    self.offset = offset
    self.frames = frames
    self.times = times
  }
}
