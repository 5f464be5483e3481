/// What to write over which half bytes of which captured frames.
struct FrameEdits: Sendable {
  private var edits: [Edit] = []
  private var pool: [UInt8] = []
  private var isSorted = true

  /// One run.
  struct Edit: Sendable {
    var frame: Int
    /// Where it begins in the frame, counted in half bytes.
    var start: Int32
    var count: Int32
    /// The number of the value.
    var value: Int32
    fileprivate var digits: Int
  }

  mutating func add(frame: Int, start: Int, _ digits: some Collection<UInt8>, value: Int) {
    guard !digits.isEmpty, let first = Int32(exactly: start) else { return }
    if let last = edits.last, last.frame > frame { isSorted = false }
    edits.append(
      Edit(
        frame: frame, start: first, count: Int32(clamping: digits.count),
        value: Int32(clamping: value), digits: pool.count))
    pool.append(contentsOf: digits)
  }

  /// Puts them in the order of their frames, those of one frame as they were added.
  mutating func sort() {
    guard !isSorted else { return }
    let order = edits.indices.sorted {
      (edits[$0].frame, $0) < (edits[$1].frame, $1)
    }
    edits = order.map { edits[$0] }
    isSorted = true
  }

  /// The runs of a frame; `from` is the first that no earlier frame needs, and moves on.
  func of(frame: Int, from next: inout Int) -> ArraySlice<Edit> {
    while next < edits.count, edits[next].frame < frame { next += 1 }
    var end = next
    while end < edits.count, edits[end].frame == frame { end += 1 }
    return edits[next..<end]
  }

  func digits(of edit: Edit) -> ArraySlice<UInt8> {
    pool[edit.digits..<edit.digits + Int(edit.count)]
  }
}
