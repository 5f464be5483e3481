import Decoding
import TraceFormat

/// Raises `trace-damaged`.
enum TraceDamaged {
  static let manual = """
    A part of the file cannot be read.

    Everything before and after it is shown under its right frame numbers. The message says \
    what is wrong, where in the file, and which frames are lost as far as that can be told. \
    Visits that lie across the gap are not judged for what may have been in it.
    """

  static func finding(_ damage: TraceDamage) -> Finding {
    var words = "\(damage.reason) (file offset \(damage.offset))"
    if let frames = damage.frames {
      words +=
        frames.count == 1
        ? "; frame \(frames.lowerBound) is lost"
        : "; frames \(frames.lowerBound) to \(frames.upperBound) are lost"
    }
    return Finding(
      .traceDamaged, visit: 0, step: 0, half: .row, places: [], message: "\(words)")
  }
}
