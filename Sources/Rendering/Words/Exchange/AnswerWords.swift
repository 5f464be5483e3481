import Bytes
import Decoding
import GrammarLanguage

/// The words of response APDUs: SW1-SW2, what it means where it is not plain success, and how much
/// data came.
extension Composer {
  mutating func append(
    _ answer: Span<UInt8>, to command: CommandAPDU, of exchange: Exchange
  ) {
    guard let status = exchange.status, answer.count >= 2 else {
      words.append("no SW1-SW2, ")
      words.append(count: answer.count, "byte", "bytes")
      appendBytes(answer, from: 0, of: .answer)
      return
    }
    let isPlain = append(status: status, to: command, under: exchange.application)
    if exchange.joins.contains(.additionalFrame), exchange.parts > 1 {
      words.append(" in ")
      words.append(decimal: exchange.parts)
      words.append(" steps")
      if isLong, answer.count > 2 { appendCount(", ", answer.count - 2) }
      return
    }
    let data = answer.extracting(0..<answer.count - 2)
    guard data.count > 0 else { return }
    if command.isSelect {
      control.read(data)
      if control.isTemplate {
        append(control: data, of: exchange)
        return
      }
    }
    if command.cla == 0xFF, command.ins == 0xCA, command.p1 == 0, data.count <= 10 {
      // GET DATA of PC/SC Part 3.
      words.append(isPlain ? " UID " : ", UID ")
      words.append(hex: data)
      return
    }
    appendCount(isPlain ? " " : ", ", data.count)
    append(blocks: exchange.answerBlocks)
  }

  /// Appends SW1-SW2 and, unless it is success, what it means. Whether it is success.
  private mutating func append(
    status: UInt16, to command: CommandAPDU, under application: Identifier
  ) -> Bool {
    words.append(hex: status)
    guard status != 0x9000,
      let name = names.status(status, cla: command.cla, ins: command.ins, under: application),
      name.severity != .ok
    else { return true }
    words.append(" ")
    words.append(isLong ? name.meaning : name.short)
    if isLong, name.isParticular, let known = names.application(application) {
      appendBracketed(known.short)
    }
    return false
  }

  /// ` FCI: 2 applications`, ` FCI in 2 blocks`; short: whose it is.
  private mutating func append(control data: Span<UInt8>, of exchange: Exchange) {
    words.append(" ")
    if control.isDamaged {
      append(template: data[0])
      words.append(", damaged")
      return
    }
    if !isLong, let application = names.application(exchange.application) {
      words.append(application.short)
    } else {
      append(template: data[0])
    }
    if isLong, !control.entries.isEmpty {
      words.append(": ")
      words.append(count: control.entries.count, "application", "applications")
    }
    append(blocks: exchange.answerBlocks)
  }

  private mutating func append(template tag: UInt8) {
    words.append(tag == 0x62 ? "FCP" : tag == 0x64 ? "FMD" : "FCI")
  }

  private mutating func append(blocks count: Int) {
    guard count > 1 else { return }
    words.append(isLong ? " in " : ", ")
    words.append(decimal: count)
    words.append(" blocks")
  }
}
