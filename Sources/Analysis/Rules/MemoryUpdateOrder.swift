import Decoding

/// Raises `memory-update-order`.
enum MemoryUpdateOrder {
  static let manual = """
    A reader changes an NDEF message while its length says that it is there.

    NFC Forum Type 4 Tag asks for three steps: write NLEN 0000, write the message, write its NLEN. \
    So does Type 3 Tag: WriteF 0F first, and 00 with the new length last. \
    A reader that writes the message first leaves half of an old and half of a new one when the \
    card is taken away, and nobody can tell.
    """

  static func finding(at place: Place, _ scene: MemoryScene) -> Finding {
    let flag = scene.unit == 1 ? "NLEN is not 0" : "WriteF is 00"
    return Finding(
      .memoryUpdateOrder, visit: scene.visit, step: scene.step, half: .command,
      places: Places(place), message: "the message is changed while \(flag)")
  }
}
