import Bytes
import GrammarLanguage

/// The NDEF application of a Type 4 tag (NFC Forum Type 4 Tag): a capability container, one NDEF
/// file, and the three commands that reach them.
package struct NDEFApplication: CardApplication {
  private var files: [UInt16: File]
  /// Which file has the message.
  private let message: UInt16
  private var isSelected = false
  private var selected: UInt16?

  private struct File {
    var bytes: [UInt8]
    var isWritable: Bool
  }

  /// Makes the application with room for so many bytes in its NDEF file, the two of the length
  /// included.
  package init(message: [UInt8], capacity: Int, isWritable: Bool) {
    let room = UInt16(clamping: max(capacity, message.count + 2))
    var ndef = [UInt8](repeating: 0, count: Int(room))
    let content = [UInt8(message.count >> 8 & 0xFF), UInt8(message.count & 0xFF)] + message
    ndef.replaceSubrange(0..<min(content.count, ndef.count), with: content.prefix(ndef.count))
    let container: [UInt8] = [
      0x00, 0x0F, 0x20, 0x00, 0xFB, 0x00, 0xF6, 0x04, 0x06, 0xE1, 0x04, UInt8(room >> 8),
      UInt8(room & 0xFF), 0x00, isWritable ? 0x00 : 0xFF,
    ]
    self.message = Self.message
    files = [
      Self.container: File(bytes: container, isWritable: isWritable),
      Self.message: File(bytes: ndef, isWritable: isWritable),
    ]
  }

  /// The file with the message, its length first.
  package var memory: [UInt8]? { bytes(of: message) }

  /// Makes the application of files that were read from a tag.
  init(container: [UInt8], identifier: UInt16, file: [UInt8], isWritable: Bool) {
    message = identifier
    files = [
      Self.container: File(bytes: container, isWritable: isWritable),
      identifier: File(bytes: file, isWritable: isWritable),
    ]
  }

  package mutating func reset() {
    isSelected = false
    selected = nil
  }

  package mutating func answer(_ command: [UInt8]) -> [UInt8]? {
    let apdu = CommandAPDU(command.span)
    if let fault = apdu.fault {
      if case .headerTooShort = fault { return StatusWord.wrongLength }
      return fault == .invalidClass ? StatusWord.classUnsupported : StatusWord.wrongLength
    }
    guard apdu.cla == 0x00 else { return StatusWord.classUnsupported }
    let data = Array(command[apdu.data.range])
    switch apdu.ins {
    case 0xA4: return select(apdu, data)
    case 0xB0: return read(apdu)
    case 0xD6: return update(apdu, data)
    default: return StatusWord.instructionUnsupported
    }
  }

  private mutating func select(_ apdu: CommandAPDU, _ data: [UInt8]) -> [UInt8] {
    switch (apdu.p1, apdu.p2) {
    case (0x04, 0x00), (0x04, 0x0C):
      guard data == Self.identifier else { return StatusWord.notFound }
      isSelected = true
      selected = nil
      return StatusWord.done
    case (0x00, 0x0C), (0x00, 0x00):
      guard isSelected, data.count == 2 else { return StatusWord.notFound }
      let file = UInt16(data[0]) << 8 | UInt16(data[1])
      guard files[file] != nil else { return StatusWord.notFound }
      selected = file
      return StatusWord.done
    default:
      return StatusWord.wrongParameters
    }
  }

  private func read(_ apdu: CommandAPDU) -> [UInt8] {
    guard let selected, let file = files[selected] else { return StatusWord.noFile }
    guard apdu.p1 < 0x80 else { return StatusWord.wrongParameters }
    guard let wanted = apdu.expected else { return StatusWord.wrongLength }
    let offset = Int(apdu.p1) << 8 | Int(apdu.p2)
    guard offset < file.bytes.count else { return StatusWord.wrongOffset }
    let found = file.bytes[offset...].prefix(wanted)
    let isShort = found.count < wanted && wanted != 256 && wanted != 65_536
    return found + (isShort ? StatusWord.endOfFile : StatusWord.done)
  }

  private mutating func update(_ apdu: CommandAPDU, _ data: [UInt8]) -> [UInt8] {
    guard let selected, let file = files[selected] else { return StatusWord.noFile }
    guard file.isWritable else { return StatusWord.notAllowed }
    guard apdu.p1 < 0x80 else { return StatusWord.wrongParameters }
    let offset = Int(apdu.p1) << 8 | Int(apdu.p2)
    guard !data.isEmpty else { return StatusWord.wrongLength }
    if selected == Self.container { return close(data, at: offset) }
    return write(data, at: offset, of: selected) ? StatusWord.done : StatusWord.wrongOffset
  }

  /// All that may be done to the container is to take the permission to write away, for good.
  private mutating func close(_ data: [UInt8], at offset: Int) -> [UInt8] {
    guard let count = files[Self.container]?.bytes.count, offset == count - 1, data == [0xFF] else {
      return StatusWord.notAllowed
    }
    files[Self.container]?.bytes[offset] = 0xFF
    files[Self.container]?.isWritable = false
    files[message]?.isWritable = false
    return StatusWord.done
  }

  /// The bytes of a file by its identifier.
  func bytes(of file: UInt16) -> [UInt8]? { files[file]?.bytes }

  /// Writes into a file, or says that it may not be written or ends too soon.
  mutating func write(_ bytes: [UInt8], at offset: Int, of file: UInt16) -> Bool {
    guard var content = files[file], content.isWritable,
      offset + bytes.count <= content.bytes.count
    else { return false }
    content.bytes.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    files[file] = content
    return true
  }

  static let identifier: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
  static let container: UInt16 = 0xE103
  static let message: UInt16 = 0xE104
}

/// The status words that our cards give, of ISO/IEC 7816-4.
enum StatusWord {
  static let done: [UInt8] = [0x90, 0x00]
  static let endOfFile: [UInt8] = [0x62, 0x82]
  static let wrongLength: [UInt8] = [0x67, 0x00]
  static let notAllowed: [UInt8] = [0x69, 0x82]
  static let conditionsNotSatisfied: [UInt8] = [0x69, 0x85]
  static let noFile: [UInt8] = [0x69, 0x86]
  static let wrongData: [UInt8] = [0x6A, 0x80]
  static let notFound: [UInt8] = [0x6A, 0x82]
  static let recordNotFound: [UInt8] = [0x6A, 0x83]
  static let wrongParameters: [UInt8] = [0x6A, 0x86]
  static let referenceNotFound: [UInt8] = [0x6A, 0x88]
  static let functionUnsupported: [UInt8] = [0x6A, 0x81]
  static let wrongOffset: [UInt8] = [0x6B, 0x00]
  static let instructionUnsupported: [UInt8] = [0x6D, 0x00]
  static let classUnsupported: [UInt8] = [0x6E, 0x00]
}
