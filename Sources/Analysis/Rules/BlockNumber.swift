import Bytes
import Decoding

/// Raises `iso-dep-block-number` and `iso-dep-repeated-block`.
enum BlockNumber {
  static let manual = """
    A block's number breaks the rules by which ISO-DEP counts blocks.

    Numbers go 0, 1, 0, 1. An I-block with the number of the one before it is a repetition, and \
    one may only be sent when it was asked for. R(ACK) carries the number of the block that it \
    asks for next: with the number of the block just received, it makes the other side send that \
    block again (rule 11 of ISO/IEC 14443-4), and a chain never ends. Captures whose tool writes \
    one block number everywhere are recognized and not judged.
    """

  static let repeatedManual = """
    A block was received twice, because R(ACK) asked for the wrong one.

    The repetition is left out of the joined command or answer. Programs that join what they \
    receive without looking at block numbers have the bytes twice.
    """

  static func repetition(of number: UInt8, previousFrame: Int, in scene: Scene) -> Finding {
    scene.finding(
      .isoDepBlockNumber,
      """
      block number \(number) for the second time (first in frame \(previousFrame)), and no \
      repetition was asked for
      """)
  }

  static func answerNumber(_ number: UInt8, expected: UInt8, in scene: Scene) -> Finding {
    scene.finding(
      .isoDepBlockNumber,
      "the answer is block \(number), the reader's block before it was \(expected)")
  }

  static func earlyAcknowledgement(of number: UInt8, in scene: Scene) -> Finding {
    scene.finding(
      .isoDepBlockNumber,
      """
      R(ACK) \(number) carries the number of the block just received: it asks to send that \
      block again
      """)
  }

  static func repeatedBlock(_ number: UInt8, firstFrame: Int, in scene: Scene) -> Finding {
    scene.finding(
      .isoDepRepeatedBlock,
      "block \(number) once more, as in frame \(firstFrame); counted once")
  }
}
