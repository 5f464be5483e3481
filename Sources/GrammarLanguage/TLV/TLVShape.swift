/// How a run of tag-length-value elements writes its tags and lengths.
package enum TLVShape: UInt8, Equatable, Sendable {
  /// ISO/IEC 7816-4's BER-TLV: tags of 1 to 4 bytes, lengths of 1 to 5, elements in elements.
  case ber
  /// One byte each.
  case short
  /// A tag of one byte; a length of one byte, or FF and two bytes; 00 and FE stand alone.
  case tagMemory
  /// Two bytes each, most significant first.
  case wide

  /// The shape by the name that grammars give it.
  init?(name: String) {
    switch name {
    case "ber": self = .ber
    case "1-1": self = .short
    case "1-1/3": self = .tagMemory
    case "2-2": self = .wide
    default: return nil
    }
  }
}
