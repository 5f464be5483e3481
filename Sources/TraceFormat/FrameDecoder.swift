import Bytes

/// Takes a block of frames apart, some frames at a time.
///
/// Everything that a block claims of itself is checked when it is opened; from then on taking
/// frames out cannot fail.
struct FrameDecoder {
  /// How many frames of the block were not taken yet.
  var remaining: Int { count - next }
  /// The highest number of a source that occurs, and the link it has there.
  private(set) var highestSource: (number: UInt16, link: Link) = (0, .iso14443)

  private let firstNumber: Int
  private let count: Int
  private let patterns: [Pattern]
  /// Where in the block the columns lie.
  private let formOf: Range<Int>
  private let formWidth: Int
  private let times: Range<Int>
  private let timeColumn: DeltaColumn
  private let durations: Range<Int>
  private let durationColumn: DeltaColumn?
  private var lastDuration: [Int64]

  /// A frame of one form, with its number, time and places still to be filled in.
  private struct Pattern {
    let frame: Frame
    let storedLength: Int
    let check: FrameCheck
    let hasDuration: Bool
    /// Whether its bytes are all that such a frame has.
    let isPlain: Bool

    init(_ form: FrameForm) {
      frame = form.frame
      storedLength = form.storedLength
      check = form.check
      hasDuration = form.hasDuration
      isPlain = !hasDuration && form.parityLength == 0 && form.extraLength == 0
    }
  }

  /// What the next frame begins with.
  private var next = 0
  private var time: Int64
  private var durationsTaken = 0
  private var bytesAt: Int
  private var parityAt: Int
  private var extraAt: Int

  /// Opens the contents of a block that says to hold `count` frames from number `firstNumber` on.
  init(
    _ raw: Span<UInt8>, firstNumber: Int, count: Int, earliest: Int64
  ) throws(ContentError) {
    var cursor = ByteCursor(raw)
    let ranges = try Self.columns(&cursor, end: raw.count)
    self.firstNumber = firstNumber
    self.count = count
    time = earliest

    var forms: [FrameForm] = []
    var table = ByteCursor(raw.extracting(ranges[0]))
    while !table.isAtEnd {
      guard forms.count < count else { throw .tooManyForms(frames: count) }
      forms.append(try FrameForm(from: &table))
    }
    patterns = forms.map { Pattern($0) }
    for form in forms where form.source >= highestSource.number {
      highestSource = (form.source, form.link)
    }
    lastDuration = [Int64](repeating: 0, count: forms.count)

    formOf = ranges[1]
    formWidth = count == 0 ? 1 : formOf.count / count
    guard (1...4).contains(formWidth), formOf.count == formWidth * count else {
      throw .columnLength("forms", is: formOf.count, needed: max(1, formWidth) * count)
    }
    times = ranges[2]
    timeColumn = try DeltaColumn(raw.extracting(times), count: count, name: "times")
    durations = ranges[3]
    bytesAt = ranges[4].lowerBound
    parityAt = ranges[5].lowerBound
    extraAt = ranges[6].lowerBound

    var needed = (durations: 0, bytes: 0, parity: 0, extra: 0)
    let numbers = raw.extracting(formOf)
    for index in 0..<count {
      let number = Self.formNumber(index, of: count, width: formWidth, in: numbers)
      guard number < forms.count else { throw .noSuchForm(number) }
      needed.durations += forms[number].hasDuration ? 1 : 0
      needed.bytes += forms[number].storedLength
      needed.parity += Int(forms[number].parityLength)
      needed.extra += Int(forms[number].extraLength)
    }
    if needed.durations > 0 {
      durationColumn = try DeltaColumn(
        raw.extracting(durations), count: needed.durations, name: "durations")
    } else {
      durationColumn = nil
    }
    try Self.check("bytes", ranges[4], needed.bytes)
    try Self.check("parity bits", ranges[5], needed.parity)
    try Self.check("record remainders", ranges[6], needed.extra)
  }

  /// Reads the list of columns: their lengths, which together are the rest of the block.
  private static func columns(
    _ cursor: inout ByteCursor, end: Int
  ) throws(ContentError) -> [Range<Int>] {
    let count = try Varint.read(Int.self, &cursor)
    guard count >= FrameColumns.columns, count <= 64 else {
      throw .unknownValue(of: "number of columns", UInt64(count))
    }
    var lengths: [Int] = []
    for _ in 0..<count { lengths.append(Int(try Varint.read(UInt32.self, &cursor))) }
    var ranges: [Range<Int>] = []
    var start = cursor.offset
    for length in lengths {
      ranges.append(start..<start + length)
      start += length
    }
    guard start == end else {
      throw .columnLength("all columns", is: end - cursor.offset, needed: start - cursor.offset)
    }
    return ranges
  }

  private static func check(
    _ name: String, _ range: Range<Int>, _ needed: Int
  ) throws(ContentError) {
    guard range.count == needed else {
      throw .columnLength(name, is: range.count, needed: needed)
    }
  }

  @inline(__always)
  private static func formNumber(
    _ index: Int, of count: Int, width: Int, in column: Span<UInt8>
  ) -> Int {
    var number = Int(column[index])
    var plane = 1
    while plane < width {
      number |= Int(column[plane * count + index]) << (8 * plane)
      plane += 1
    }
    return number
  }
}

extension FrameDecoder {
  /// Adds the next frames to an empty batch until it is full or the block is empty. `raw` is what
  /// the block was opened with; `restored` is room for the bytes on their way.
  mutating func take(
    from raw: Span<UInt8>, into batch: inout FrameBatch, over restored: inout ByteBuffer
  ) {
    restored.clear()
    var frames: [Frame] = []
    swap(&frames, &batch.frames)
    let numbers = raw.extracting(formOf)
    let timeBytes = raw.extracting(times)
    let durationBytes = raw.extracting(durations)
    let patterns = patterns
    var number = next
    var time = time
    while number < count && frames.count < FrameBatch.frameGoal
      && restored.count < FrameBatch.byteGoal
    {
      let form = Self.formNumber(number, of: count, width: formWidth, in: numbers)
      var frame = patterns[form].frame
      let storedLength = patterns[form].storedLength
      frame.number = firstNumber + number
      time &+= timeColumn.number(number, in: timeBytes)
      frame.time = time
      frame.bytes.start = UInt32(restored.count)
      let body = raw.extracting(bytesAt..<bytesAt + storedLength)
      bytesAt += storedLength
      restored.append(body)
      if patterns[form].check != .none {
        let check = patterns[form].check.bytes(after: body)
        restored.append(UInt8(truncatingIfNeeded: check >> 8))
        restored.append(UInt8(truncatingIfNeeded: check))
      }
      if !patterns[form].isPlain {
        if patterns[form].hasDuration, let durationColumn {
          lastDuration[form] &+= durationColumn.number(durationsTaken, in: durationBytes)
          durationsTaken += 1
          frame.duration = lastDuration[form]
        }
        parityAt = Self.copy(&frame.parity, from: raw, at: parityAt, to: &restored)
        extraAt = Self.copy(&frame.extra, from: raw, at: extraAt, to: &restored)
      }
      frames.append(frame)
      number += 1
    }
    next = number
    self.time = time
    swap(&frames, &batch.frames)
    batch.bytes.append(restored.span)
  }

  /// Copies so many bytes as an extent has, says in it where they are now, and gives where the
  /// next ones begin.
  private static func copy(
    _ extent: inout Extent, from raw: Span<UInt8>, at start: Int, to restored: inout ByteBuffer
  ) -> Int {
    guard extent.length > 0 else { return start }
    extent.start = UInt32(restored.count)
    restored.append(raw.extracting(start..<start + extent.count))
    return start + extent.count
  }
}
