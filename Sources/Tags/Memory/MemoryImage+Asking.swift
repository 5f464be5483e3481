/// What is known of a memory.
extension MemoryImage {
  /// The byte at an address, nil where it was not seen.
  package subscript(address: Int) -> UInt8? {
    origin(of: address) == nil ? nil : bytes[address]
  }

  /// The bytes of a range, nil where one of them was not seen.
  package subscript(range: Range<Int>) -> [UInt8]? {
    isKnown(range) ? Array(bytes[range]) : nil
  }

  /// Whether every byte of a range was seen.
  package func isKnown(_ range: Range<Int>) -> Bool { missing(in: range).isEmpty }

  /// What of a range was not seen.
  package func missing(in range: Range<Int>) -> [Range<Int>] {
    guard !range.isEmpty else { return [] }
    var missing: [Range<Int>] = []
    var next = range.lowerBound
    var index = firstRun(endingAfter: range.lowerBound)
    while index < runs.count, runs[index].range.lowerBound < range.upperBound {
      if runs[index].range.lowerBound > next {
        missing.append(next..<runs[index].range.lowerBound)
      }
      next = runs[index].range.upperBound
      index += 1
    }
    if next < range.upperBound { missing.append(next..<range.upperBound) }
    return missing
  }

  /// Where the byte at an address came from, nil where it was not seen.
  package func origin(of address: Int) -> MemoryOrigin? {
    guard let run = run(at: address) else { return nil }
    return run.origin.moved(by: address - run.range.lowerBound)
  }

  /// How the byte at an address was seen last.
  package func access(of address: Int) -> Access? { run(at: address)?.access }

  private func run(at address: Int) -> Run? {
    let index = firstRun(endingAfter: address)
    guard index < runs.count, runs[index].range.contains(address) else { return nil }
    return runs[index]
  }

  /// The parts of a range that came in one piece each, in order.
  package func pieces(of range: Range<Int>) -> [Run] {
    var pieces: [Run] = []
    var index = firstRun(endingAfter: range.lowerBound)
    while index < runs.count, runs[index].range.lowerBound < range.upperBound {
      var piece = runs[index]
      piece.range = piece.range.clamped(to: range)
      piece.origin = piece.origin.moved(by: piece.range.lowerBound - runs[index].range.lowerBound)
      pieces.append(piece)
      index += 1
    }
    return pieces
  }

  /// How many bytes were seen, and of them how many as they were written.
  package var seen: Int { runs.reduce(0) { $0 + $1.range.count } }
  package var written: Int {
    runs.reduce(0) { $1.access == .written ? $0 + $1.range.count : $0 }
  }

  /// Behind the last byte that was seen.
  package var end: Int { runs.last?.range.upperBound ?? 0 }

  /// Whether nothing was seen.
  package var isEmpty: Bool { runs.isEmpty }

  /// The pages or blocks that a range touches.
  package func units(of range: Range<Int>) -> ClosedRange<Int> {
    let first = range.lowerBound / unit
    return first...max(first, (range.upperBound - 1) / unit)
  }
}
