import Bytes
import TraceFormat

/// What the objects of a JSON file are, told by the keys that its first ones have.
enum JSONKind: Equatable {
  /// A document of nfc-laboratory, whose frames are in its list `frames`.
  case labDocument
  /// Frame objects of nfc-laboratory in lines.
  case labLines
  /// Objects that nfctrace wrote.
  case own

  /// Tells by a file's first bytes; nil where they do not show it.
  init?(_ head: Span<UInt8>) {
    let text = [UInt8](copying: head)
    func has(_ key: String) -> Bool { Self.contains(Array("\"\(key)\"".utf8), text) }
    if has("frameType"), has("techType") {
      self = has("frames") ? .labDocument : .labLines
    } else if has("tech"), has("type"), has("timestamp") || has("time_start") {
      self = .labLines
    } else if Self.contains(Array("\"type\":\"trace\",\"format\":\"nfctrace/".utf8), text)
      || has("type") && has("frame") && has("direction") && has("link")
    {
      self = .own
    } else {
      return nil
    }
  }

  /// Why a file was taken for that, in words.
  var reason: String {
    switch self {
    case .labDocument: "a JSON document whose frames have the keys techType and frameType"
    case .labLines: "JSON objects with nfc-laboratory's keys for a frame"
    case .own: "JSON objects of the types that nfctrace writes"
    }
  }

  private static func contains(_ words: [UInt8], _ text: [UInt8]) -> Bool {
    guard text.count >= words.count else { return false }
    return (0...text.count - words.count).contains { text[$0...].starts(with: words) }
  }
}
