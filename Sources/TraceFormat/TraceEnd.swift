import Bytes

/// What the last block of a trace says: where to look first, and why the trace ends.
struct TraceEnd: Equatable {
  /// Where the last index block lies; 0 where there is none.
  var index: Int64 = 0
  /// Where the last description block lies, which is the complete one.
  var description: Int64 = 0
  /// How many frames the trace holds.
  var frames = 0
  /// Why the recording ended before it should have; empty where it did not.
  var reason = ""

  /// The longest reason in bytes, so that the end block is found in a file's last 4 KiB.
  static let maximumReason = 1024
}

extension TraceEnd {
  /// Writes the contents of an end block.
  func write(to raw: inout ByteBuffer) {
    raw.append(UInt64(bitPattern: index), .little)
    raw.append(UInt64(bitPattern: description), .little)
    raw.append(UInt64(frames), .little)
    raw.append(Array(reason.utf8.prefix(Self.maximumReason)).span)
  }

  /// Reads the contents of an end block.
  init(_ raw: Span<UInt8>) throws(ContentError) {
    var cursor = ByteCursor(raw)
    do throws(Truncated) {
      index = Int64(truncatingIfNeeded: try cursor.readLittleNumber(8))
      description = Int64(truncatingIfNeeded: try cursor.readLittleNumber(8))
      frames = Int(truncatingIfNeeded: try cursor.readLittleNumber(8))
      let rest = try cursor.read(min(cursor.remaining, Self.maximumReason))
      reason = String(decoding: [UInt8](copying: rest), as: UTF8.self)
    } catch {
      throw .truncated(error)
    }
  }
}
