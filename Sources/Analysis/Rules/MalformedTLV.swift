import Bytes
import Decoding

/// Raises `malformed-tlv`.
enum MalformedTLV {
  static let manual = """
    A BER-TLV element does not fit into the template that holds it.

    Each element has a tag, a length and a value of that length (ISO/IEC 7816-4, Annex E); what \
    is inside a template must end where the template ends. The evidence is the tag or the length \
    that does not fit; the message names the template and where it ends.
    """

  static func finding(_ fault: Defect.TLVFault, in scene: Scene) -> Finding {
    let words =
      switch fault {
      case .noLength(let tag, let parent, let length, let frame, let start, let end):
        "tag \(text(tag)) has no length: "
          + noLength(
            parent: parent, length: length, frame: frame == scene.frame ? 0 : frame, start: start,
            end: end)
      case .tooLong(let tag, let claimed, let present, let parent):
        "tag \(text(tag)) claims \(Words.count(claimed, "byte")), \(holder(parent)) has "
          + "\(present) left"
      case .truncatedTag(let parent): "a tag is cut off by the end of \(holder(parent))"
      case .tagTooLong(let tag): "a tag of more than 4 bytes begins with \(text(tag))"
      case .badLength(let tag, let byte):
        "tag \(text(tag)) has the length byte \(Hex.text(byte, digits: 2)), which says no length"
      case .tooDeep(let limit): "more than \(limit) templates inside each other"
      }
    return scene.finding(.malformedTLV, "\(words)")
  }

  private static func noLength(
    parent: UInt32, length: Int, frame: Int, start: Int, end: Int
  ) -> String {
    guard parent != 0 else { return "the data ends at byte \(end)" }
    let begin = frame == 0 ? "byte \(start)" : "frame \(frame), byte \(start)"
    return
      "parent \(text(parent)) (\(Words.count(length, "byte")) from \(begin)) ends at byte \(end)"
  }

  private static func holder(_ parent: UInt32) -> String {
    parent == 0 ? "the data" : "parent \(text(parent))"
  }

  /// A tag with as many digits as it has bytes.
  private static func text(_ tag: UInt32) -> String {
    let bytes = max(1, (UInt32.bitWidth - tag.leadingZeroBitCount + 7) / 8)
    return Hex.text(tag, digits: 2 * bytes)
  }
}
