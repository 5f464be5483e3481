import Decoding

/// Raises `bytes-left-out`.
enum BytesLeftOut {
  static let manual = """
    A chain of blocks or a nest of templates is larger than what is looked at.

    At most 64 KiB of a command or answer are kept, and templates are followed 16 deep. That is \
    our bound, and says nothing against the card. The frames are all in the trace.
    """

  static func finding(limit: Int, in scene: Scene) -> Finding {
    scene.finding(
      .bytesLeftOut, "more than \(limit) bytes in one command or answer; the rest is left out")
  }

  static func finding(depth: Int, in scene: Scene) -> Finding {
    scene.finding(
      .bytesLeftOut,
      "more than \(depth) templates inside each other; what is deeper is not looked at")
  }
}
