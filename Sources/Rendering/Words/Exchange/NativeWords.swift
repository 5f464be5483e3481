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
    } else {
      words.append("command ")
      words.append(hex: command[0])
    }
    guard command.count > 1 else { return }
    appendCount(", ", command.count - 1)
    appendBytes(command, from: 1, of: .command)
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
