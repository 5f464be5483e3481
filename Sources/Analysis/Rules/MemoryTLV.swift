import Bytes
import Tags

/// Raises `memory-tlv`.
enum MemoryTLV {
  static let manual = """
    A TLV block in a tag's memory does not fit.

    Its length runs out of the data area that the capability container gives, or a control TLV has \
    another length than its three bytes, or the tag is reserved. Readers take what stands behind it \
    for what it is not. A block whose bytes were only not captured is no fault: see \
    memory-incomplete.
    """

  static func finding(_ fault: MemoryFault, in contents: TagContents, _ visit: Int) -> Finding {
    let message: Finding.Message
    switch fault.kind {
    case .overrun(let tag, let claimed, let present):
      message = """
        the \(name(tag)) claims \(Words.count(claimed, "byte")), \(present) \
        \(present == 1 ? "is" : "are") left in the data area
        """
    case .controlLength(let tag, let length):
      let right = contents.kind == .type4 ? tag == 0x06 ? 8 : 6 : 3
      message = "the \(name(tag)) has \(Words.count(length, "byte")), not \(right)"
    case .reservedTag(let tag): message = "TLV tag \(hex: tag) is reserved"
    default: message = "a TLV block does not fit"
    }
    return contents.finding(.memoryTLV, at: fault.range, message, visit: visit)
  }

  private static func name(_ tag: UInt8) -> String {
    switch tag {
    case 0x01: "Lock Control TLV"
    case 0x02: "Memory Control TLV"
    case 0x03: "NDEF Message TLV"
    case 0x04: "NDEF File Control TLV"
    case 0x05: "Proprietary File Control TLV"
    case 0x06: "extended NDEF File Control TLV"
    case 0xFD: "Proprietary TLV"
    default: "TLV with tag \(Hex.text(tag, digits: 2))"
    }
  }
}
