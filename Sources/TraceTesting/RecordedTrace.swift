import Bytes
import ForeignFormats
import TraceFormat

/// A trace that a test has just recorded: a file of any kind that nfctrace reads, or its bytes.
public struct RecordedTrace: Sendable {
  private enum Content: Sendable {
    case file(String)
    case bytes([UInt8])
  }

  private let content: Content

  /// The trace in a file.
  public init(path: String) { content = .file(path) }

  /// A trace that is in memory.
  public init(_ bytes: [UInt8]) { content = .bytes(bytes) }

  /// What messages call it.
  var name: String {
    switch content {
    case .file(let path): path
    case .bytes: "what was recorded"
    }
  }

  /// Its frames from the first one on.
  func open() throws(TraceError) -> any FrameReader {
    switch content {
    case .file(let path): try openFrames(path: path)
    case .bytes(let bytes): try openFrames(InputFile(HeldBytes(bytes, named: name)))
    }
  }
}

extension RecordedTrace: ExpressibleByStringLiteral {
  /// The trace in a file of that name.
  public init(stringLiteral path: String) { self.init(path: path) }
}

/// Bytes in memory, read as a stream is.
private final class HeldBytes: ByteSource {
  let name: String
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8], named name: String) {
    self.bytes = bytes
    self.name = name
  }

  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    let part = Array(bytes[at..<min(bytes.count, at + count)])
    buffer.append(part.span)
    at += part.count
    return part.count
  }
}
