import Decoding

/// Raises `memory-update-order`.
enum MemoryUpdateOrder {
  static let manual = """
    A reader changes an NDEF message while its length says that it is there.

    NFC Forum Type 4 Tag asks for three steps: write NLEN 0000, write the message, write its NLEN. \
    A reader that writes the message first leaves half of an old and half of a new one when the \
    card is taken away, and nobody can tell.
    """

  static func finding(at place: Place, _ scene: MemoryScene) -> Finding {
    Finding(
      .memoryUpdateOrder, visit: scene.visit, step: scene.step, half: .command,
      places: Places(place), message: "the message is changed while NLEN is not 0")
  }
}
