import Bytes
import TraceFormat

/// What passes between a host and its reader, of one source: unwrapped into the frames on air that
/// follow from it.
///
///     captured frame → its layer → DerivedFrames → the same Track as captured frames on air
///
/// Layers that carry others (USB, CCID, APDUs) hand on what is inside. A source has one of these from
/// its first frame of such a link on.
final class HostSide {
  var derived = DerivedFrames()
  var chip = PN532()

  /// Unwraps a frame, and says what it is; nil for one that a track reads as it is.
  func read(_ frame: Frame, _ bytes: Span<UInt8>) -> FrameName? {
    derived.begin(frame)
    switch frame.link {
    case .pn532: return chip.read(bytes, frame.direction, into: &derived)
    default: return nil
    }
  }
}

extension HostSide {
  /// Hands a frame's derived ones to its source's track; false for a frame that the track reads as
  /// it is.
  func unwrap(
    _ frame: Frame, _ bytes: Span<UInt8>, _ track: inout Track, _ notes: inout PendingNotes,
    keepsFrames: Bool, into story: inout Story
  ) -> Bool {
    guard frame.event == .none, !frame.flags.isBadRecord, let name = read(frame, bytes) else {
      return false
    }
    let first = story.entries.count
    track.pass(frame, bytes, into: &story)
    if keepsFrames { notes.add(frame, Reading(name), bytes) }
    if let fault = derived.fault { track.note(fault, frame, bytes, into: &story) }
    for index in derived.frames.indices {
      let made = derived.frames[index]
      let run = derived.bytes.span.extracting(made.bytes.range)
      track.origin = derived.origins[index] < 0 ? nil : derived.origins[index]
      let reading = track.receive(made, run, into: &story)
      if keepsFrames { notes.add(made, reading, run) }
    }
    track.derived = 0
    track.origin = nil
    if let status = derived.status { track.note(status, frame, into: &story) }
    if keepsFrames { notes.assignVisits(from: first, of: story) }
    return true
  }
}

extension Link {
  /// Whether its frames passed between a host and a reader. Asked of every frame.
  @inline(__always)
  var isHostSide: Bool { rawValue > Link.nfcV.rawValue }
}
