import Tags

/// The file of a Type 4 tag (NFC Forum Type 4 Tag) that has the message.
struct FileStore: Sendable {
  let identifier: UInt16
  /// How many bytes the length in front of the message has.
  let width: Int
  let capacity: Int
  let isWritable: Bool
  /// How much one command may read and write.
  let mostRead: Int
  let mostWritten: Int
  /// Where in the container the file's permission to be written stands.
  let permission: Int
}

extension TagLink {
  /// Selects the NDEF application and reads its container; nil where there is none. The file with the
  /// message is selected behind it.
  mutating func findFile() throws(Refusal) -> FileStore? {
    guard try select(Self.application).isDone, try selectFile(0xE103) else { return nil }
    let answer = try apdu([0x00, 0xB0, 0x00, 0x00, 0x0F])
    guard answer.first == 0x90 || answer.first == 0x62 else { return nil }
    guard let container = Type4Container(MemoryImage(unit: 1, dump: answer.data)),
      let file = container.ndef, try selectFile(file.identifier)
    else { return nil }
    let width = file.kind == .extended ? 4 : 2
    return FileStore(
      identifier: file.identifier, width: width, capacity: max(0, file.size - width),
      isWritable: file.write == 0x00, mostRead: min(max(1, container.mle), 255),
      mostWritten: min(max(1, container.mlc), 255), permission: file.place.upperBound - 1)
  }

  /// The message's bytes.
  mutating func read(_ store: FileStore) throws(Refusal) -> [UInt8] {
    let field = try readBinary(0, store.width)
    let length = field.reduce(0) { $0 << 8 | Int($1) }
    guard length <= store.capacity else {
      throw Refusal(
        .readerTransceiveErrorTagResponseError, "the message is longer than the file")
    }
    guard length <= NFCNDEFMessage.longest else {
      throw Refusal(
        .readerTransceiveErrorTagResponseError, "the message has \(length) bytes, more than 128 KB")
    }
    var bytes: [UInt8] = []
    while bytes.count < length {
      let piece = try readBinary(
        store.width + bytes.count, min(store.mostRead, length - bytes.count))
      guard !piece.isEmpty else {
        throw Refusal(.readerTransceiveErrorTagResponseError, "the file ends before the message")
      }
      bytes += piece
    }
    return bytes
  }

  /// Writes a length of 0, then the message, then its length.
  mutating func write(_ message: [UInt8], into store: FileStore) throws(Refusal) {
    try updateBinary(0, [UInt8](repeating: 0, count: store.width))
    for start in stride(from: 0, to: message.count, by: store.mostWritten) {
      let piece = Array(message[start...].prefix(store.mostWritten))
      try updateBinary(store.width + start, piece)
    }
    let length = (0..<store.width).reversed().map {
      UInt8(truncatingIfNeeded: message.count >> (8 * $0))
    }
    try updateBinary(0, length)
  }

  /// Takes the permission to write out of the container, which not every tag lets a reader do.
  mutating func lock(_ store: FileStore) throws(Refusal) {
    guard try selectFile(0xE103) else {
      throw Refusal(.ndefReaderSessionErrorTagUpdateFailure, "the container is not selected again")
    }
    try updateBinary(store.permission, [0xFF])
  }

  private mutating func selectFile(_ identifier: UInt16) throws(Refusal) -> Bool {
    try apdu([0x00, 0xA4, 0x00, 0x0C, 0x02] + identifier.bytes).isDone
  }

  private mutating func readBinary(_ offset: Int, _ count: Int) throws(Refusal) -> [UInt8] {
    // The header holds offsets up to 7FFF; what lies behind is named in a data object.
    guard offset > 0x7FFF else {
      let head = [0x00, 0xB0, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(count & 0xFF)]
      let answer = try apdu(head)
      guard answer.isDone || answer.first == 0x62 else { throw Self.refused(answer) }
      return Array(answer.data.prefix(count))
    }
    // The answer is a data object too: 53, its length, the bytes.
    let few = min(count, 127)
    let place = Self.place(offset)
    let answer = try apdu(
      [0x00, 0xB1, 0x00, 0x00, UInt8(place.count)] + place + [UInt8(few + 2)])
    guard answer.isDone || answer.first == 0x62 else { throw Self.refused(answer) }
    guard answer.data.first == 0x53 else { throw Self.refused(answer) }
    return Array(answer.data.dropFirst(2).prefix(few))
  }

  /// An offset as a data object (NFC Forum Type 4 Tag 3.0): 54, its length, three bytes.
  private static func place(_ offset: Int) -> [UInt8] {
    [0x54, 0x03, UInt8(offset >> 16 & 0xFF), UInt8(offset >> 8 & 0xFF), UInt8(offset & 0xFF)]
  }

  private mutating func updateBinary(_ offset: Int, _ bytes: [UInt8]) throws(Refusal) {
    guard offset > 0x7FFF else {
      let head = [0x00, 0xD6, UInt8(offset >> 8), UInt8(offset & 0xFF)]
      let answer = try apdu(head + [UInt8(bytes.count & 0xFF)] + bytes)
      guard answer.isDone else { throw Self.refused(answer) }
      return
    }
    for start in stride(from: 0, to: bytes.count, by: 100) {
      let piece = bytes[start...].prefix(100)
      let data = Self.place(offset + start) + [0x53, UInt8(piece.count)] + piece
      let answer = try apdu([0x00, 0xD7, 0x00, 0x00, UInt8(data.count)] + data)
      guard answer.isDone else { throw Self.refused(answer) }
    }
  }

  private static func refused(_ answer: APDUAnswer) -> Refusal {
    let status = [answer.first, answer.second].map { String($0, radix: 16) }.joined(separator: " ")
    return Refusal(.readerTransceiveErrorTagResponseError, "the tag refuses with \(status)")
  }

  private static let application: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
}
