import TraceFormat

/// A frame as a track remembers it once its bytes are gone.
struct Sighting: Equatable {
  var number = 0
  /// Which of the frames derived from that one, 0 for itself.
  var derived: UInt16 = 0
  /// The frame's start.
  var time: Int64 = 0
  /// The frame's end, measured or from its length.
  var end: Int64 = 0
  /// When the next frame came, once it has.
  var next: Int64?

  /// The time from this frame's start to the next one's.
  var silence: Int64? { next.map { $0 - time } }
  /// The time from this frame's end to the next one's start.
  var wait: Int64? { next.map { $0 - end } }
}

/// Which CRC a frame must end with. ISO/IEC 15693 has CRC_B; PicoPass's leaves out the first byte of
/// a command.
enum CRCKind { case a, b, f, picoPass, picoPassCommand }
