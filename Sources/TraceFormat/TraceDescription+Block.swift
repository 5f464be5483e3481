import Bytes

/// How a description lies in its block: fields one after another, each a number for what it is, a
/// length, and so many bytes. Fields that a reader does not know are stepped over.
extension TraceDescription {
  private enum Field: UInt64 {
    case format = 1
    case recorder = 2
    case timesAreWallClock = 3
    case timeDigits = 4
    case source = 5
    case pcapHeader = 6
    case pcapTail = 7
    case note = 8
  }

  /// Writes the contents of a description block.
  func write(to raw: inout ByteBuffer) {
    Self.append(.format, Array(format.utf8), to: &raw)
    Self.append(.recorder, Array(recorder.utf8), to: &raw)
    Self.append(.timesAreWallClock, [timesAreWallClock ? 1 : 0], to: &raw)
    Self.append(.timeDigits, [timeDigits], to: &raw)
    for source in sources { Self.append(.source, source, to: &raw) }
    if !pcapHeader.isEmpty { Self.append(.pcapHeader, pcapHeader, to: &raw) }
    if !pcapTail.isEmpty { Self.append(.pcapTail, pcapTail, to: &raw) }
    for (key, value) in notes.sorted(by: { $0.key < $1.key }) {
      var note = ByteBuffer(capacity: 64)
      Varint.append(UInt64(key.utf8.count), to: &note)
      note.append(key)
      note.append(value)
      Self.append(.note, [UInt8](copying: note.span), to: &raw)
    }
  }

  private static func append(_ field: Field, _ bytes: [UInt8], to raw: inout ByteBuffer) {
    Varint.append(field.rawValue, to: &raw)
    Varint.append(UInt64(bytes.count), to: &raw)
    raw.append(bytes.span)
  }

  /// A source: its link, whether it records the field, its link type plus one, its name.
  private static func append(_ field: Field, _ source: Source, to raw: inout ByteBuffer) {
    var bytes = ByteBuffer(capacity: 64)
    Varint.append(source.link.rawValue, to: &bytes)
    Varint.append(source.recordsField ? 1 : UInt8(0), to: &bytes)
    Varint.append(source.linkType.map { UInt64($0) + 1 } ?? 0, to: &bytes)
    bytes.append(source.name)
    append(field, [UInt8](copying: bytes.span), to: &raw)
  }
}

extension TraceDescription {
  /// Reads the contents of a description block.
  init(_ raw: Span<UInt8>) throws(ContentError) {
    self.init(format: "trace")
    var cursor = ByteCursor(raw)
    while !cursor.isAtEnd {
      let number = try Varint.read(&cursor)
      let length = try Varint.read(Int.self, &cursor)
      let bytes: [UInt8]
      do { bytes = [UInt8](copying: try cursor.read(length)) } catch { throw .truncated(error) }
      switch Field(rawValue: number) {
      case .format: format = String(decoding: bytes, as: UTF8.self)
      case .recorder: recorder = String(decoding: bytes, as: UTF8.self)
      case .timesAreWallClock: timesAreWallClock = bytes.first != 0
      case .timeDigits: timeDigits = min(9, bytes.first ?? 9)
      case .source:
        guard sources.count <= UInt16.max else { throw .tooMany("sources") }
        sources.append(try Self.source(bytes.span))
      case .pcapHeader: pcapHeader = bytes
      case .pcapTail: pcapTail = bytes
      case .note:
        guard notes.count <= UInt16.max else { throw .tooMany("notes") }
        let (key, value) = try Self.note(bytes.span)
        notes[key] = value
      case nil: break
      }
    }
  }

  private static func source(_ bytes: Span<UInt8>) throws(ContentError) -> Source {
    var cursor = ByteCursor(bytes)
    let number = try Varint.read(&cursor)
    guard let link = UInt8(exactly: number).flatMap(Link.init) else {
      throw .unknownValue(of: "link", number)
    }
    let recordsField = try Varint.read(&cursor) != 0
    let linkType = try Varint.read(&cursor)
    guard linkType <= UInt64(UInt32.max) + 1 else { throw .unknownValue(of: "link type", linkType) }
    let name = bytes.extracting(cursor.offset..<bytes.count)
    var source = Source(
      name: String(decoding: [UInt8](copying: name), as: UTF8.self),
      linkType: linkType == 0 ? nil : UInt32(linkType - 1), link: link)
    source.recordsField = recordsField
    return source
  }

  private static func note(
    _ bytes: Span<UInt8>
  ) throws(ContentError) -> (key: String, value: String) {
    var cursor = ByteCursor(bytes)
    let length = try Varint.read(Int.self, &cursor)
    let key: [UInt8]
    do { key = [UInt8](copying: try cursor.read(length)) } catch { throw .truncated(error) }
    let value = [UInt8](copying: bytes.extracting(cursor.offset..<bytes.count))
    return (String(decoding: key, as: UTF8.self), String(decoding: value, as: UTF8.self))
  }
}
