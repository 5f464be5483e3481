import Bytes
import TraceFormat

/// Frames as a list of frames will show them, until their step is certain.
struct PendingNotes {
  private var notes: [FrameNote] = []
  private var bytes: [UInt8] = []

  /// So many frames wait at the most, and so many bytes; a poll that nobody answers for hours lets
  /// them go.
  static let limit = 8_192
  private static let byteLimit = 1 << 20

  mutating func add(_ frame: Frame, _ reading: Reading, _ run: Span<UInt8>) {
    var frame = frame
    let start = bytes.count
    bytes.append(run)
    frame.bytes = Extent(start..<bytes.count)
    frame.parity = .none
    frame.extra = .none
    notes.append(FrameNote(frame: frame, visit: 0, crc: reading.crc, name: reading.name))
  }

  /// Tells the frames of new steps their visit.
  mutating func assignVisits(from first: Int, of story: Story) {
    guard let lowest = notes.first?.frame.number, story.entries.count > first else { return }
    for entry in story.entries[first...] {
      guard case .step(let step, _) = entry, step.visit != 0 else { continue }
      for number in step.frames {
        let index = number - lowest
        guard index >= 0, index < notes.count, notes[index].frame.source == step.source else {
          continue
        }
        notes[index].visit = step.visit
      }
    }
  }

  /// Hands the notes of all frames before `number` to the story.
  mutating func give(before number: Int, to story: inout Story) {
    var count = 0
    while count < notes.count, notes[count].frame.number < number { count += 1 }
    if notes.count > Self.limit || bytes.count > Self.byteLimit { count = notes.count }
    guard count > 0 else { return }
    let end = Int(notes[count - 1].frame.bytes.range.upperBound)
    let base = UInt32(story.frameBytes.count)
    story.frameBytes.append(contentsOf: bytes[..<end])
    for var note in notes[..<count] {
      note.frame.bytes.start += base
      story.frames.append(note)
    }
    notes.removeFirst(count)
    bytes.removeFirst(end)
    for index in notes.indices { notes[index].frame.bytes.start -= UInt32(end) }
  }
}
