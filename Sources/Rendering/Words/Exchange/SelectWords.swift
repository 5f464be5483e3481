import Bytes
import Decoding
import GrammarLanguage

/// The words of SELECT, in all its forms (ISO/IEC 7816-4).
extension Composer {
  mutating func append(select command: CommandAPDU, _ data: Span<UInt8>) {
    switch command.p1 {
    case 0x04: append(name: data)
    case 0x00 where data.count == 0: words.append(" MF")
    case 0x00: append(file: " file ", data)
    case 0x01: append(file: " DF ", data)
    case 0x02: append(file: " EF ", data)
    case 0x03: words.append(" parent DF")
    case 0x08: append(file: " path ", data)
    case 0x09: append(file: isLong ? " path from here " : " path +", data)
    default:
      words.append(" P1 ")
      words.append(hex: command.p1)
      words.append(", ")
      words.append(hex: data)
    }
    switch command.p2 & 3 {
    case 1: words.append(isLong ? ", last occurrence" : ", last")
    case 2: words.append(isLong ? ", next occurrence" : ", next")
    case 3: words.append(isLong ? ", previous occurrence" : ", previous")
    default: break
    }
  }

  private mutating func append(file what: StaticString, _ data: Span<UInt8>) {
    words.append(what)
    words.append(hex: data)
    if data.count == 2, data[0] == 0x3F, data[1] == 0x00 { appendBracketed("MF") }
  }

  /// ` A0000000031010 (Visa)`, ` 2PAY.SYS.DDF01 (PPSE)`.
  private mutating func append(name data: Span<UInt8>) {
    guard data.count > 0 else {
      words.append(isLong ? " the default application" : " default")
      return
    }
    words.append(" ")
    append(aid: data)
    guard data.count <= 16, let known = names.application(Identifier(data)) else { return }
    appendBracketed(isLong ? known.name : known.short)
  }

  /// Appends an AID without spaces, or a DF name that is text as text.
  mutating func append(aid bytes: Span<UInt8>) {
    if Self.isText(bytes) {
      CardText.append(bytes, to: &words)
    } else {
      words.append(hex: bytes)
    }
  }

  /// Whether a DF name was meant to be read. Registered AIDs begin with A or D and never are.
  private static func isText(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 5 else { return false }
    for index in bytes.indices where bytes[index] < 0x20 || bytes[index] > 0x7E { return false }
    return true
  }
}
