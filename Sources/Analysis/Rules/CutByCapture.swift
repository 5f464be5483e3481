import Decoding

/// Raises `cut-by-capture`.
enum CutByCapture {
  static let manual = """
    The capture kept only the beginning of a frame.

    The frame was whole on the air; the program that captured it was told to keep fewer bytes \
    (a snap length). Nothing is concluded from the missing bytes: the frame's CRC is not \
    judged, and what was cut off is not called malformed.
    """

  static func finding(original: Int, captured: Int, in scene: Scene) -> Finding {
    scene.finding(
      .cutByCapture,
      "the frame had \(Words.count(original, "byte")), the capture kept \(captured)")
  }
}
