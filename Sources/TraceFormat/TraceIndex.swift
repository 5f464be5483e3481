import Bytes

/// Where the blocks of frames lie, in an index block: enough to go to a frame or a time.
///
/// A long recording has many index blocks. Each knows where the one before it lies, and the end
/// block knows where the last one lies, so that neither writer nor reader keeps them all.
struct TraceIndex: Equatable {
  /// Where the index block before this one lies; 0 where there is none, as no index is first.
  var previous: Int64 = 0
  var entries: [Entry] = []

  /// One block of frames.
  struct Entry: Equatable {
    var offset: Int64
    var firstFrame: Int
    var frames: Int
    var times: ClosedRange<Int64>
    var sources: UInt64
  }

  /// How many blocks of frames an index block tells of at most.
  static let maximumEntries = 4096
}

extension TraceIndex {
  /// Writes the contents of an index block: entries as differences from the entry before.
  func write(to raw: inout ByteBuffer) {
    raw.append(UInt64(bitPattern: previous), .little)
    Varint.append(UInt64(entries.count), to: &raw)
    var last = Entry(offset: 0, firstFrame: 0, frames: 0, times: 0...0, sources: 0)
    for entry in entries {
      Varint.append(UInt64(entry.offset - last.offset), to: &raw)
      Varint.append(UInt64(entry.firstFrame - last.firstFrame - last.frames), to: &raw)
      Varint.append(UInt64(entry.frames), to: &raw)
      Varint.append(Varint.folded(entry.times.lowerBound &- last.times.upperBound), to: &raw)
      Varint.append(
        UInt64(bitPattern: entry.times.upperBound &- entry.times.lowerBound), to: &raw)
      Varint.append(entry.sources, to: &raw)
      last = entry
    }
  }

  /// Reads the contents of an index block. Nothing in it is believed further than that a block
  /// may be looked for there.
  init(_ raw: Span<UInt8>) throws(ContentError) {
    var cursor = ByteCursor(raw)
    do { previous = Int64(truncatingIfNeeded: try cursor.readLittleNumber(8)) } catch {
      throw .truncated(error)
    }
    let count = try Varint.read(&cursor)
    guard count <= Self.maximumEntries else {
      throw .unknownValue(of: "number of entries", count)
    }
    var last = Entry(offset: 0, firstFrame: 0, frames: 0, times: 0...0, sources: 0)
    for _ in 0..<count {
      last.offset &+= Int64(truncatingIfNeeded: try Varint.read(&cursor))
      last.firstFrame &+= last.frames &+ Int(truncatingIfNeeded: try Varint.read(&cursor))
      last.frames = Int(try Varint.read(UInt32.self, &cursor))
      let earliest = last.times.upperBound &+ Varint.unfolded(try Varint.read(&cursor))
      let latest = earliest &+ Int64(bitPattern: try Varint.read(&cursor))
      last.times = min(earliest, latest)...max(earliest, latest)
      last.sources = try Varint.read(&cursor)
      entries.append(last)
    }
  }
}
