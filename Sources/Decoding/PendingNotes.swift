import Bytes
import TraceFormat

/// Frames as a list of frames will show them, until their step is certain.
struct PendingNotes {
  private var notes: [FrameNote] = []
  private var bytes: [UInt8] = []
  /// Whether frames were derived: then an index does not follow from a number.
  private var hasDerived = false

  /// So many frames wait at the most, and so many bytes; a poll that nobody answers for hours lets
  /// them go.
  static let limit = 8_192
  private static let byteLimit = 1 << 20

  mutating func add(_ frame: Frame, _ reading: Reading, _ run: Span<UInt8>) {
    var frame = frame
    if frame.derived != 0 { hasDerived = true }
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
      guard !hasDerived else {
        assign(step)
        continue
      }
      for number in step.frames {
        let index = number - lowest
        guard index >= 0, index < notes.count, notes[index].frame.source == step.source else {
          continue
        }
        notes[index].visit = step.visit
      }
    }
  }

  /// The same where several notes have one number: a captured frame's belongs to the first step that
  /// follows from it.
  private mutating func assign(_ step: Step) {
    var index = notes.partitioningIndex { $0.frame.number >= step.frames.lowerBound }
    while index < notes.count, notes[index].frame.number <= step.frames.upperBound {
      let frame = notes[index].frame
      let isFirst = frame.number == step.frames.lowerBound && frame.derived < step.firstDerived
      let isLast = frame.number == step.frames.upperBound && frame.derived > step.lastDerived
      if frame.source == step.source,
        frame.derived == 0 ? notes[index].visit == 0 : !isFirst && !isLast
      {
        notes[index].visit = step.visit
      }
      index += 1
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

extension Array {
  /// The first index whose element fits; those that do not all stand before those that do.
  fileprivate func partitioningIndex(_ fits: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
