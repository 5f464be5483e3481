import Decoding

/// Raises `bytes-left-out`.
enum BytesLeftOut {
  static let manual = """
    A chain of blocks is longer than what is kept of one, so its end was left out.

    At most 64 KiB of a command or answer are kept. The frames are all in the trace.
    """

  static func finding(limit: Int, in scene: Scene) -> Finding {
    scene.finding(
      .bytesLeftOut, "more than \(limit) bytes in one command or answer; the rest is left out")
  }
}
