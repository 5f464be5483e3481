import Bytes
import Tags

/// Raises `ndef-empty`.
enum NDEFEmpty {
  static let manual = """
    A tag says that it has no message, and yet a record lies where a message would begin.

    Ln of a Type 3 tag's attribute block is 0. Readers show an empty tag. Either the message was taken \
    off by setting the length alone, and can still be read by whoever looks, or a writer forgot to set \
    the length behind the message.
    """

  /// `record` is where the record lies, `range` the length.
  static func finding(
    _ record: Range<Int>, at range: Range<Int>, in contents: TagContents, _ visit: Int
  ) -> Finding {
    var message: Finding.Message = """
      length Ln is 0, so there is no message; yet \
      \(MemoryWords.units(record.lowerBound..<record.lowerBound + 1, unit: contents.image.unit)) begins \
      with a whole record
      """
    if let origin = contents.image.origin(of: record.lowerBound), origin.frame > 0 {
      let isElsewhere = contents.image.origin(of: range.lowerBound)?.frame != origin.frame
      message += isElsewhere ? " (frame \(origin.frame), byte " : " (byte "
      message += "\(origin.offset))"
    }
    message += ": \(words(contents.image[record] ?? []))"
    return contents.finding(.ndefEmpty, at: range, message, visit: visit)
  }

  /// What the record is.
  private static func words(_ bytes: [UInt8]) -> String {
    let contents = NDEFContents(reading: bytes)
    guard let record = contents.message.records.first else { return "of no kind that is known" }
    switch contents.records.first {
    case .uri(let uri): return "URI \(uri.uri)"
    case .text(let text): return "text \"\(text.text)\""
    case .absoluteURI(let uri): return "absolute URI \(uri)"
    default: return "\(record.typeText), \(Words.count(record.payload.count, "byte"))"
    }
  }
}
