import Bytes
import Decoding

/// Raises `reader-status`.
enum ReaderStatus {
  static let manual = """
    The reader's chip says that an exchange with the card went wrong.

    The evidence is the status in its answer; the meanings are those of the PN532's manual. Whether \
    the card answered at all, and what, the host is not told. Status 14h is a failed authentication \
    of MIFARE Classic. Status 13h is what a 4-bit NAK becomes, with which a card refuses a block \
    that it was not authenticated for. Status 01h, no answer in time, is `unanswered-command` \
    instead. Of a chip that does not answer at all, nothing is known but that.
    """

  /// The chip did not answer its host.
  static func silence(in step: borrowing Step) -> Finding {
    var finding = Finding(
      .readerStatus, visit: step.visit, step: step.frames.lowerBound, half: .noAnswer,
      places: Places(
        Place(frame: step.commandFrame, derived: step.firstDerived, bytes: 0..<0)),
      message:
        "\(.command): the reader itself did not answer; whether the card did is not known")
    finding.namesBytes = false
    return finding
  }

  static func finding(
    _ status: UInt8, meaning: String?, command: UInt8, in scene: Scene
  ) -> Finding {
    let words = meaning.map { ": \($0)" } ?? ""
    var finding = scene.finding(
      .readerStatus, "PN532 status \(Hex.text(status, digits: 2))h\(words)")
    if status == 0x13, let exchange = scene.exchange, reads(exchange, in: scene) {
      finding.notes = [
        "A card refuses a block read without authentication (60, 61) with a 4-bit NAK, which is this"
      ]
    }
    return finding
  }

  /// Whether a command reads or writes a block as Type 2 tags and MIFARE Classic do.
  private static func reads(_ exchange: Exchange, in scene: Scene) -> Bool {
    guard exchange.form == .type2 || exchange.form == .classic || exchange.form == .unknown else {
      return false
    }
    let code = scene.bytes[exchange.command.range].first
    return code == 0x30 || code == 0xA0 || code == 0xA2
  }
}
