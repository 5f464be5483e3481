import Bytes
import Tags

/// Raises `memory-container`.
enum MemoryContainer {
  static let manual = """
    What a tag says of its own layout contradicts itself or its standard.

    The capability container (Types 1, 2, 4 and 5) or the attribute block (Type 3) gives the \
    version, the size of the data area, access conditions and, on a Type 4 tag, its own length \
    (CCLEN), MLe, MLc and the files. Strict readers refuse such a tag, others read past what is \
    there: one that asks for CCLEN bytes of a shorter container gets an error. On a MIFARE Classic \
    the general purpose bytes of the NDEF sectors say the same, and the MAD which sectors those are.
    """

  static func finding(_ fault: MemoryFault, in contents: TagContents, _ visit: Int) -> Finding {
    contents.finding(
      .memoryContainer, severity: severity(of: fault.kind), at: fault.range, message(fault.kind),
      visit: visit)
  }

  /// A newer version may be right, and a small write access too: readers have to bear them.
  private static func severity(of kind: MemoryFault.Kind) -> Severity {
    switch kind {
    case .version, .access, .publisher, .multipleBlocks: .warning
    default: .error
    }
  }

  private static func message(_ kind: MemoryFault.Kind) -> Finding.Message {
    switch kind {
    case .size(let claimed, let room):
      "the container claims \(claimed) bytes for data, the chip has \(room)"
    case .version(let version):
      "version \(version >> 4).\(version & 0x0F) of the mapping is not known"
    case .access(let read, let write):
      "access conditions \(hex: read) for reading and \(hex: write) for writing are reserved"
    case .containerLength(let claimed, let described):
      """
      CCLEN is \(claimed), \(described) bytes are described: a strict reader that asks for \
      \(claimed) fails
      """
    case .transferSize(let isRead, let size):
      "\(isRead ? "MLe" : "MLc") \(Hex.text(size, digits: 4)) is below what the standard allows"
    case .file(let identifier): "file identifier \(hex: identifier) is reserved"
    case .fileSize(let size): "a file size of \(size) is reserved"
    case .noFile: "there is no NDEF File Control TLV"
    case .attribute(let name, let value, let expected):
      "\(name) is \(Int(value)), \(expected)"
    case .publisher(let sector):
      "the MAD names sector \(sector) as its publisher's, which it has no entry for"
    case .multipleBlocks:
      "the container says that READ_MULTIPLE is there, and the tag refused it"
    default: "the container contradicts itself"
    }
  }
}
