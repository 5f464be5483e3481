import Decoding

/// Raises `memory-default-password`.
enum MemoryDefaultPassword {
  static let manual = """
    A reader authenticates with the password that every chip of its kind is sold with.

    FFFFFFFF is the factory's password of NXP's NTAG21x and Ultralight EV1. Whoever tries it may \
    write what the password should protect. The password and its acknowledge (PACK) pass in clear, \
    so that any capture of an authentication gives them away.
    """

  static func finding(at place: Place, _ scene: MemoryScene) -> Finding {
    Finding(
      .memoryDefaultPassword, visit: scene.visit, step: scene.step, half: .command,
      places: Places(place), message: "the password is the one that the chip is sold with")
  }
}
