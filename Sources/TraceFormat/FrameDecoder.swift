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
  private let forms: [FrameForm]
  /// Where in the block the columns lie.
  private let formOf: Range<Int>
  private let formWidth: Int
  private let times: Range<Int>
  private let timeColumn: DeltaColumn
  private let durations: Range<Int>
  private let durationColumn: DeltaColumn?
  private var lastDuration: [Int64]

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
    self.forms = forms
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
  /// Adds the next frames to a batch until it is full or the block is empty. `raw` is what the
  /// block was opened with.
  mutating func take(from raw: Span<UInt8>, into batch: inout FrameBatch) {
    var frames: [Frame] = []
    swap(&frames, &batch.frames)
    let start = batch.bytes.count
    let bytesFrom = bytesAt
    let parityFrom = parityAt
    let extraFrom = extraAt
    let firstForm = next

    // First everything but the bytes: how many there are is known behind this loop.
    let numbers = raw.extracting(formOf)
    let timeBytes = raw.extracting(times)
    let durationBytes = raw.extracting(durations)
    var end = start
    while next < count && frames.count < FrameBatch.frameGoal && end < FrameBatch.byteGoal {
      let number = Self.formNumber(next, of: count, width: formWidth, in: numbers)
      let form = forms[number]
      time &+= timeColumn.number(next, in: timeBytes)
      var duration: Int64?
      if form.hasDuration, let durationColumn {
        lastDuration[number] &+= durationColumn.number(durationsTaken, in: durationBytes)
        durationsTaken += 1
        duration = lastDuration[number]
      }
      var frame = form.frame(number: firstNumber + next, time: time, duration: duration)
      frame.bytes = Extent(end..<end + Int(form.length))
      end += Int(form.length)
      if form.parityLength > 0 {
        frame.parity = Extent(end..<end + Int(form.parityLength))
        end += Int(form.parityLength)
      }
      if form.extraLength > 0 {
        frame.extra = Extent(end..<end + Int(form.extraLength))
        end += Int(form.extraLength)
      }
      bytesAt += form.storedLength
      parityAt += Int(form.parityLength)
      extraAt += Int(form.extraLength)
      frames.append(frame)
      next += 1
    }

    // Then the bytes, with the CRCs that were left out.
    batch.bytes.reserveCapacity(end)
    var bytes = bytesFrom
    var parity = parityFrom
    var extra = extraFrom
    for index in firstForm..<next {
      let form = forms[Self.formNumber(index, of: count, width: formWidth, in: numbers)]
      let body = raw.extracting(bytes..<bytes + form.storedLength)
      bytes += form.storedLength
      batch.bytes.append(body)
      if form.check != .none {
        let check = form.check.bytes(after: body)
        batch.bytes.append(UInt8(check >> 8))
        batch.bytes.append(UInt8(check & 0xFF))
      }
      if form.parityLength > 0 {
        let end = parity + Int(form.parityLength)
        batch.bytes.append(raw.extracting(parity..<end))
        parity = end
      }
      if form.extraLength > 0 {
        let end = extra + Int(form.extraLength)
        batch.bytes.append(raw.extracting(extra..<end))
        extra = end
      }
    }
    swap(&frames, &batch.frames)
  }
}
