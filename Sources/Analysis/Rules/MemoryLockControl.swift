import Bytes
import Tags

/// Raises `memory-lock-control`.
enum MemoryLockControl {
  static let manual = """
    A Lock Control TLV describes lock bits that this tag does not have.

    It says where the dynamic lock bits are and how many bytes each of them locks. A tag's own one \
    fits its memory; one that was copied from another chip makes a writer that wants to lock the \
    tag write where no lock bits are, or believe that more is locked than there is. The TLV is \
    optional: a tag without one is right.
    """

  static func finding(_ fault: MemoryFault, in contents: TagContents, _ visit: Int) -> Finding {
    switch fault.kind {
    case .lockCoverage(let locks, let dynamic, let isNamed):
      return contents.finding(
        .memoryLockControl, severity: isNamed ? .warning : .note, at: fault.range,
        """
        the Lock Control TLV's bits lock \(locks) bytes; \(dynamic) of the data area are not under \
        static lock bits
        """, visit: visit, notes: isNamed ? [] : ["some chips of this size are sold with it"])
    case .controlPlace(let address, let expected):
      return contents.finding(
        .memoryLockControl, at: fault.range,
        """
        the Lock Control TLV puts the lock bits at byte \(address) \
        (page \(Hex.text(address / 4, digits: 2))h); this chip has them at byte \(expected) \
        (page \(Hex.text(expected / 4, digits: 2))h)
        """, visit: visit)
    default:
      return contents.finding(
        .memoryLockControl, at: fault.range, "the Lock Control TLV does not fit", visit: visit)
    }
  }
}
