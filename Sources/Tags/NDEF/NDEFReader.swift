import Bytes

extension NDEFMessage {
  /// Reads a message, and goes on behind what is wrong as far as the bytes say where.
  ///
  /// `missing` is how many of its bytes stand behind the ones given but were not captured: a record
  /// that ends there is no mistake of whoever wrote it.
  package init(reading bytes: Span<UInt8>, missing: Int = 0) {
    var reader = NDEFReader(missing: max(0, missing))
    reader.read(bytes)
    self = reader.message
  }

  /// Reads a message that is whole.
  package init(reading bytes: [UInt8]) { self.init(reading: bytes.span) }
}

/// Reads the records of one message, one header after the other.
///
///     MB ME CF SR IL TNF(3) | type length | payload length 1 or 4 | id length | type | id | payload
struct NDEFReader {
  private(set) var message = NDEFMessage()
  private let missing: Int
  /// Records and chunks so far.
  private var count = 0
  /// Whether the last record kept waits for a chunk; nil while none does.
  private var open: Bool = false
  private var hasEnd = false

  init(missing: Int) { self.missing = missing }

  mutating func read(_ bytes: Span<UInt8>) {
    var cursor = ByteCursor(bytes)
    while !cursor.isAtEnd, !hasEnd {
      guard readRecord(&cursor) else { break }
    }
    message.length = cursor.offset
    if open, missing == 0 { note(.chunksUnfinished, cursor.offset..<cursor.offset) }
    if hasEnd {
      if !cursor.isAtEnd { noteTrailing(bytes, from: cursor.offset) }
    } else if missing == 0, cursor.isAtEnd, !isCut {
      note(.noEnd, cursor.offset..<cursor.offset)
    }
    if message.leftOut > 0 {
      note(.tooManyRecords(count: count), cursor.offset..<cursor.offset)
    }
  }

  /// Whether the last record's bytes are missing: then nothing is known of what follows it.
  private var isCut: Bool { message.records.last?.layout.isCut ?? false }

  /// Reads one record or chunk; false where it is not known where the next one begins.
  private mutating func readRecord(_ cursor: inout ByteCursor) -> Bool {
    let start = cursor.offset
    guard let header = NDEFHeader(from: &cursor) else {
      let needed = NDEFHeader.length(of: cursor.bytes[start])
      let available = cursor.bytes.count - start
      try? cursor.skip(cursor.remaining)
      let kind: NDEFProblem.Kind =
        needed - available <= missing
        ? .notCaptured(count: needed - available)
        : .headerCut(needed: needed, available: available)
      note(kind, cursor.offset..<cursor.offset, ahead: true)
      var record = NDEFRecord(header: cursor.bytes[start])
      record.layout.record = start..<cursor.offset
      record.layout.isCut = true
      keep(record)
      return false
    }
    check(header, at: start)
    var record = NDEFRecord(header: header.flags)
    record.layout.lengthField = header.lengthField
    record.layout.claimed = header.payloadLength
    let isChunk = open && header.nameFormat == .unchanged
    record.layout.type = take(header.typeLength, from: &cursor)
    record.layout.id = take(header.idLength, from: &cursor)
    let payload = take(header.payloadLength, from: &cursor)
    record.layout.payload = [payload]
    record.layout.record = start..<cursor.offset
    let lengths = header.typeLength + header.idLength + header.payloadLength
    let present = cursor.offset - header.end
    record.layout.isCut = present < lengths
    record.type = [UInt8](run: cursor.bytes.extracting(record.layout.type))
    record.id = [UInt8](run: cursor.bytes.extracting(record.layout.id))
    if isChunk {
      join(payload, of: record.layout, cursor.bytes)
    } else {
      record.payload = [UInt8](run: cursor.bytes.extracting(payload))
      keep(record)
    }
    open = header.isChunked
    hasEnd = header.isEnd && present == lengths
    guard present < lengths else { return true }
    open = false
    let lacking = lengths - present
    note(
      lacking <= missing
        ? .notCaptured(count: lacking) : .overrun(claimed: lengths, available: present),
      header.lengthField)
    return false
  }

  /// As many of the bytes claimed as there are.
  private func take(_ length: Int, from cursor: inout ByteCursor) -> Range<Int> {
    let start = cursor.offset
    try? cursor.skip(min(length, cursor.remaining))
    return start..<cursor.offset
  }

  /// What the header says against the rules.
  private mutating func check(_ header: NDEFHeader, at start: Int) {
    let flags = start..<start + 1
    if count == 0, !header.isBegin { note(.noBegin, flags, ahead: true) }
    if count > 0, header.isBegin { note(.secondBegin, flags, ahead: true) }
    if header.isChunked, header.isEnd { note(.endInChunk, flags, ahead: true) }
    let isLater = open && header.nameFormat == .unchanged
    if open, header.nameFormat != .unchanged { note(.chunkExpected, flags, ahead: true) }
    if isLater, header.idLength > 0 {
      note(.chunkWithID(length: header.idLength), flags, ahead: false)
    }
    let lengths = start + 1..<start + 2
    switch header.nameFormat {
    case .reserved: note(.reservedFormat, flags, ahead: true)
    case .wellKnown, .mime, .absoluteURI, .external:
      if header.typeLength == 0 { note(.noType(header.nameFormat), lengths, ahead: true) }
    case .empty, .unknown, .unchanged:
      if header.nameFormat == .unchanged, !open { note(.strayChunk, flags, ahead: true) }
      if header.typeLength > 0 {
        note(
          .unexpectedType(header.nameFormat, length: header.typeLength), lengths, ahead: !isLater)
      }
      let content = header.idLength + header.payloadLength
      if header.nameFormat == .empty, content > 0 {
        note(.emptyWithContent(length: content), header.lengthField, ahead: true)
      }
    }
  }

  /// Puts a chunk behind those of the record that it belongs to.
  private mutating func join(
    _ payload: Range<Int>, of layout: NDEFRecord.Layout, _ bytes: Span<UInt8>
  ) {
    count += 1
    guard message.leftOut == 0, !message.records.isEmpty else { return }
    let last = message.records.count - 1
    message.records[last].payload.append(bytes.extracting(payload))
    message.records[last].layout.payload.append(payload)
    message.records[last].layout.claimed += layout.claimed
    message.records[last].layout.isCut = layout.isCut
    let start = message.records[last].layout.record.lowerBound
    message.records[last].layout.record = start..<layout.record.upperBound
  }

  private mutating func keep(_ record: NDEFRecord) {
    count += 1
    guard message.records.count < NDEFMessage.recordLimit else {
      message.leftOut += 1
      return
    }
    message.records.append(record)
  }

  /// Bytes behind the last record; a tail that reads as a message of its own is worth saying.
  private mutating func noteTrailing(_ bytes: Span<UInt8>, from start: Int) {
    let tail = bytes.extracting(start..<bytes.count)
    var cursor = ByteCursor(tail)
    var records = 0
    while !cursor.isAtEnd {
      guard let header = NDEFHeader(from: &cursor), header.nameFormat != .reserved,
        (try? cursor.skip(header.typeLength + header.idLength + header.payloadLength)) != nil
      else {
        records = 0
        break
      }
      records += 1
    }
    note(.trailing(count: tail.count, records: records), start..<bytes.count)
  }

  /// `ahead` is for what is found in a header whose record is not kept yet.
  private mutating func note(
    _ kind: NDEFProblem.Kind, _ bytes: Range<Int>, ahead: Bool = false
  ) {
    guard message.problems.count < NDEFMessage.problemLimit else { return }
    let kept = message.records.count
    message.problems.append(
      NDEFProblem(kind, record: max(0, ahead ? kept : kept - 1), bytes: bytes))
  }
}

extension NDEFRecord {
  /// A record of which only the first byte is known.
  fileprivate init(header flags: UInt8) {
    self.init(TypeNameFormat(rawValue: flags & 7) ?? .reserved)
    layout.flags = flags
  }
}

extension [UInt8] {
  /// A copy of a run of bytes.
  init(run: Span<UInt8>) {
    self = []
    append(run)
  }
}
