import Bytes
import Decoding

/// The words of commands that travel in ISO-DEP blocks without an APDU around them: a code, then
/// parameters; in the answer a status byte, then data.
extension Composer {
  mutating func append(native command: Span<UInt8>) {
    guard command.count > 0 else {
      words.append("no bytes")
      return
    }
    if let name = names.command(.native, command[0]) {
      words.append(name)
      let parameters = command.extracting(1..<command.count)
      if append(nativeParameters: parameters, code: command[0]) { return }
    } else {
      words.append("command ")
      words.append(hex: command[0])
    }
    guard command.count > 1 else { return }
    appendCount(", ", command.count - 1)
    appendBytes(command, from: 1, of: .command)
  }

  /// What DESFire's commands name: an application, a key, a file and a part of it. Whether it was
  /// anything. Numbers of several bytes begin with the low one (NXP MF3ICD40).
  @discardableResult
  mutating func append(nativeParameters data: Span<UInt8>, code: UInt8) -> Bool {
    switch code {
    case 0x5A where data.count == 3:
      words.append(" ")
      for index in 0..<3 { words.append(hex: data[2 - index]) }
      if data[0] == 0, data[1] == 0, data[2] == 0 { appendBracketed("the card") }
    case 0x0A where data.count == 1, 0x1A where data.count == 1, 0xAA where data.count == 1:
      words.append(", key ")
      words.append(decimal: Int(data[0]))
    case 0xF5 where data.count == 1:
      words.append(" ")
      words.append(hex: data[0])
    case 0xBD where data.count >= 7, 0x3D where data.count >= 7:
      words.append(isLong ? " file " : " ")
      words.append(hex: data[0])
      words.append(", ")
      words.append(decimal: Int(data[4]) | Int(data[5]) << 8 | Int(data[6]) << 16)
      if isLong { words.append(" bytes") }
      words.append(code == 0xBD ? " from " : " at ")
      words.append(decimal: Int(data[1]) | Int(data[2]) << 8 | Int(data[3]) << 16)
    default: return false
    }
    return true
  }

  mutating func append(native answer: Span<UInt8>, of exchange: Exchange) {
    guard answer.count > 0 else {
      words.append("no bytes")
      return
    }
    words.append(hex: answer[0])
    guard answer.count > 1 else { return }
    appendCount(", ", answer.count - 1)
    if exchange.parts > 1 {
      words.append(" in ")
      words.append(decimal: exchange.parts)
      words.append(" steps")
    } else {
      appendBytes(answer, from: 1, of: .answer)
    }
  }
}
