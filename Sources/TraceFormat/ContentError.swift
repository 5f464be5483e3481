import Bytes

/// What a block holds contradicts itself, although its checksum is right.
enum ContentError: Error, Equatable {
  case truncated(Truncated)
  case numberTooLarge(offset: Int)
  /// A link, direction, event or check that this version does not know.
  case unknownValue(of: String, UInt64)
  /// A column's length is not what the frames need.
  case columnLength(String, is: Int, needed: Int)
  /// More forms than frames.
  case tooManyForms(frames: Int)
  /// More of something than a trace may have.
  case tooMany(String)
  /// A frame of a form that the block does not have.
  case noSuchForm(Int)
  /// A time column's first byte says nothing that is defined.
  case unknownTimeUnit(UInt8)
  /// A frame shorter than the CRC it is said to have.
  case noRoomForCheck(length: Int)
}

extension ContentError {
  /// Words for people.
  var words: String {
    switch self {
    case .truncated(let truncated):
      "it ends at byte \(truncated.offset + truncated.available) of its contents, "
        + "where \(truncated.needed - truncated.available) more are needed"
    case .numberTooLarge(let offset): "the number at byte \(offset) of its contents is too large"
    case .unknownValue(let field, let value): "its \(field) \(value) is not known"
    case .columnLength(let column, let length, let needed):
      "its column of \(column) has \(length) bytes where \(needed) are needed"
    case .tooManyForms(let frames): "it has more than \(frames) forms for \(frames) frames"
    case .tooMany(let things): "it has more than 65536 \(things)"
    case .noSuchForm(let number): "it has no form \(number)"
    case .unknownTimeUnit(let byte): "its time unit \(Hex.text(byte, digits: 2)) is not known"
    case .noRoomForCheck(let length): "a frame of \(length) bytes is said to end in a CRC"
    }
  }
}
