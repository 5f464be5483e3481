import Bytes
import Decoding

/// Raises `iso-dep-reserved-block`.
enum ReservedBlock {
  static let manual = """
    An ISO-DEP block begins with a PCB that ISO/IEC 14443-4 reserves.

    The two sides disagree about the protocol, or bytes of something else stand where a block \
    should be. The block is shown as bytes.
    """

  static func finding(pcb: UInt8, in scene: Scene) -> Finding {
    scene.finding(.isoDepReservedBlock, "PCB \(Hex.text(pcb, digits: 2)) is reserved")
  }
}
