/// A MIFARE DESFire EV1 that holds an NDEF application, read without keys: the native commands in
/// their own form and wrapped in APDUs (CLA 90h), and the ISO commands of a Type 4 tag.
///
/// Whatever needs a key is refused: no keys are behind it.
package struct DESFireApplication: CardApplication {
  private let uid: [UInt8]
  private var ndef: NDEFApplication
  private var application: [UInt8] = Self.wholeCard
  private var pieces: [[UInt8]] = []

  /// Makes the card of its UID of seven bytes and the NDEF message in it.
  package init(uid: [UInt8], message: [UInt8], capacity: Int, isWritable: Bool) {
    self.uid = uid
    ndef = NDEFApplication(message: message, capacity: capacity, isWritable: isWritable)
  }

  package var memory: [UInt8]? { ndef.memory }

  package mutating func reset() {
    application = Self.wholeCard
    pieces = []
    ndef.reset()
  }

  package mutating func answer(_ command: [UInt8]) -> [UInt8]? {
    guard command.count >= 4, command[0] == 0x00 || command[0] == 0x90 else {
      // A native command is its code and its parameters, the answer its status and data.
      guard let code = command.first, command.count < 60 else { return [0x7E] }
      let (status, data) = perform(code, Array(command.dropFirst()))
      return [status] + data
    }
    guard command[0] == 0x90 else { return interindustry(command) }
    guard let parameters = Self.parameters(of: command) else { return [0x91, 0x7E] }
    let (status, data) = perform(command[1], parameters)
    return data + [0x91, status]
  }

  /// An ISO command. Selecting the NDEF application by its name selects it for native ones too.
  private mutating func interindustry(_ command: [UInt8]) -> [UInt8]? {
    let answer = ndef.answer(command)
    if command[1] == 0xA4, command[2] == 0x04, answer == StatusWord.done {
      application = Self.ndefApplication
    }
    return answer
  }

  /// The data of a wrapped command: 90 INS 00 00 [Lc data] 00.
  private static func parameters(of command: [UInt8]) -> [UInt8]? {
    guard command.count > 5 else { return [] }
    let length = Int(command[4])
    guard command.count == 5 + length || command.count == 6 + length else { return nil }
    return Array(command[5..<5 + length])
  }

  private mutating func perform(_ code: UInt8, _ data: [UInt8]) -> (UInt8, [UInt8]) {
    if code == 0xAF { return data.isEmpty ? nextPiece() : (0x1C, []) }
    pieces = []
    let isInside = application == Self.ndefApplication
    switch (code, data.count) {
    case (0x60, 0):
      pieces = version
      return nextPiece()
    case (0x5A, 3):
      guard data == Self.wholeCard || data == Self.ndefApplication else { return (0xA0, []) }
      application = data
      ndef.reset()
      return (0x00, [])
    case (0x6A, 0): return isInside ? (0x9D, []) : (0x00, Self.ndefApplication)
    case (0x6D, 0):
      return isInside
        ? (0x9D, []) : (0x00, Self.ndefApplication + [0x00, 0xE1] + NDEFApplication.identifier)
    case (0x6E, 0): return (0x00, [0xA0, 0x1C, 0x00])
    case (0x45, 0): return (0x00, [0x0F, isInside ? 0x21 : 0x01])
    case (0x64, 1): return data[0] == 0 ? (0x00, [0x00]) : (0x40, [])
    case (0x6F, 0): return isInside ? (0x00, [0x01, 0x02]) : (0x9D, [])
    case (0x61, 0): return isInside ? (0x00, [0x03, 0xE1, 0x04, 0xE1]) : (0x9D, [])
    case (0xF5, 1): return isInside ? settings(data[0]) : (0x9D, [])
    case (0xBD, 7): return isInside ? read(data) : (0x9D, [])
    case (0x3D, 7...): return isInside ? write(data) : (0x9D, [])
    case (0x0A, 1), (0x1A, 1), (0xAA, 1), (0x51, 0): return (0xAE, [])
    case (0x60, _), (0x5A, _), (0x6A, _), (0x6D, _), (0x6E, _), (0x45, _), (0x64, _), (0x6F, _),
      (0x61, _), (0xF5, _), (0xBD, _), (0x3D, _):
      return (0x7E, [])
    default:
      return (0x1C, [])
    }
  }

  /// Answers longer than a frame come in pieces, each asked for with AFh.
  private mutating func nextPiece() -> (UInt8, [UInt8]) {
    guard !pieces.isEmpty else { return (0x1C, []) }
    let piece = pieces.removeFirst()
    return (pieces.isEmpty ? 0x00 : 0xAF, piece)
  }

  /// Hardware, software, and where it was made: all of an EV1 of 8 kB; the lot is made up.
  private var version: [[UInt8]] {
    [
      [0x04, 0x01, 0x01, 0x01, 0x00, 0x1A, 0x05], [0x04, 0x01, 0x01, 0x01, 0x04, 0x1A, 0x05],
      uid + [0xBA, 0x54, 0x7D, 0x0E, 0x20, 0x42, 0x26],
    ]
  }

  private func file(_ number: UInt8) -> UInt16? {
    switch number {
    case 1: NDEFApplication.container
    case 2: NDEFApplication.message
    default: nil
    }
  }

  private func settings(_ number: UInt8) -> (UInt8, [UInt8]) {
    guard let file = file(number), let size = ndef.bytes(of: file)?.count else { return (0xF0, []) }
    // Standard data file, plain. Access: free to read; the container is never written.
    let access: [UInt8] = number == 1 ? [0xF0, 0xEF] : [0xE0, 0xEE]
    return (0x00, [0x00, 0x00] + access + Self.number(size))
  }

  private mutating func read(_ data: [UInt8]) -> (UInt8, [UInt8]) {
    guard let file = file(data[0]), let bytes = ndef.bytes(of: file) else { return (0xF0, []) }
    let offset = Self.number(data[1...3])
    guard offset <= bytes.count else { return (0xBE, []) }
    let asked = Self.number(data[4...6])
    let length = asked == 0 ? bytes.count - offset : asked
    guard length <= bytes.count - offset else { return (0xBE, []) }
    let found = Array(bytes[offset..<offset + length])
    pieces = stride(from: 0, to: found.count, by: Self.longestPiece).map {
      Array(found[$0..<min($0 + Self.longestPiece, found.count)])
    }
    return pieces.isEmpty ? (0x00, []) : nextPiece()
  }

  private mutating func write(_ data: [UInt8]) -> (UInt8, [UInt8]) {
    guard let file = file(data[0]) else { return (0xF0, []) }
    guard file == NDEFApplication.message else { return (0x9D, []) }
    let bytes = Array(data[7...])
    guard Self.number(data[4...6]) == bytes.count else { return (0x7E, []) }
    let isDone = ndef.write(bytes, at: Self.number(data[1...3]), of: file)
    return (isDone ? 0x00 : 0xBE, [])
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<3).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Selecting 000000h selects the card itself. Identifiers are sent low byte first.
  private static let wholeCard: [UInt8] = [0x00, 0x00, 0x00]
  private static let ndefApplication: [UInt8] = [0x01, 0x00, 0x00]
  private static let longestPiece = 59
}
