import Bytes
import Decoding

/// The words of anticollision and SELECT, of REQB and ATQB, of a FeliCa poll and its answer.
extension Composer {
  mutating func compose(
    _ activation: Activation, of step: Step, in story: borrowing Story, into row: inout Row
  ) {
    let request = story.bytes.span.extracting(activation.request.range)
    let answer = story.bytes.span.extracting(activation.answer.range)
    row.role = .activation
    // A reader that looks whether a card is still there asks for its UID again and again.
    if activation.technology == .nfcV { row.folding = .equals }
    let start = words.count
    switch activation.technology {
    case .nfcB where activation.isSRI: append(requestSRI: activation, request)
    case .nfcB: append(requestB: request)
    case .nfcV: append(requestV: request)
    case .nfcF: append(requestF: request)
    case .nfcA, .apdu, .unknown: appendSelect(activation)
    }
    row.reader = Extent(start..<words.count)

    let card = words.count
    switch activation.technology {
    case .nfcV: append(answerV: activation, answer)
    case .nfcB:
      words.append("< ")
      words.append(activation.technology.identifierName(of: activation.identifier))
      words.append(" ")
      words.append(hex: activation.identifier)
    case .nfcF: append(answerF: answer, isSystem: request.count < 6 || request[4] == 0x01)
    case .nfcA, .apdu, .unknown:
      if let sak = activation.sak { append(sak: sak) } else { appendNoAnswer(step, row: &row) }
    }
    row.card = Extent(card..<words.count)
    if isLong, let wait = step.wait, row.latency != nil { row.wait = .time(wait) }
  }

  private mutating func appendSelect(_ activation: Activation) {
    words.append("> SELECT ")
    words.append(hex: activation.identifier)
    guard !activation.isWhole else { return }
    words.append("…")
    guard isLong, activation.levels > 0 else { return }
    words.append(", level ")
    words.append(decimal: activation.levels)
    words.append(" only")
  }

  /// ISO/IEC 14443-3: b3 of SAK asks for another cascade level, b6 promises ISO-DEP.
  private mutating func append(sak: UInt8) {
    words.append("< SAK ")
    words.append(hex: sak)
    guard isLong else { return }
    if sak & 0x04 != 0 {
      words.append(": UID not complete")
    } else {
      words.append(sak & 0x20 != 0 ? ": ISO-DEP, UID complete" : ": no ISO-DEP, UID complete")
    }
  }

  /// REQB and WUPB: 05, AFI, and a byte that tells them apart and says how many slots there are.
  private mutating func append(requestB request: Span<UInt8>) {
    guard request.count >= 3 else {
      words.append("> REQB")
      return
    }
    words.append(request[2] & 0x08 != 0 ? "> WUPB" : "> REQB")
    words.append(" AFI ")
    words.append(hex: request[1])
    guard isLong else { return }
    words.append(", ")
    words.append(count: 1 << Int(min(request[2] & 7, 4)), "slot", "slots")
  }

  /// SENSF_REQ: LEN, 00, system code, request code, slots less one.
  private mutating func append(requestF request: Span<UInt8>) {
    words.append("> POLLING")
    guard request.count >= 6 else { return }
    words.append(isLong ? " system " : " ")
    words.append(hex: request.extracting(2..<4))
    guard isLong else { return }
    if let name = names.system(UInt16(request[2]) << 8 | UInt16(request[3])) {
      appendBracketed(name)
    }
    words.append(", ")
    words.append(count: Int(request[5]) + 1, "slot", "slots")
    if request[4] > 1 {
      words.append(Mark.droppable)
      words.append(request[4] == 2 ? ", performance" : ", request code ")
      if request[4] > 2 { words.append(hex: request[4]) }
      words.append(Mark.droppableEnd)
    }
  }

  /// SENSF_RES: LEN, 01, IDm, PMm, and the system code if it was asked for.
  private mutating func append(answerF answer: Span<UInt8>, isSystem: Bool) {
    words.append("< ")
    guard answer.count >= 18 else {
      words.append("IDm alone")
      return
    }
    if answer.count >= 20, !isSystem {
      words.append("performance ")
      words.append(hex: answer.extracting(18..<20))
      if isLong { words.append(", ") }
    } else if answer.count >= 20 {
      if isLong { words.append("system ") }
      words.append(hex: answer.extracting(18..<20))
      if isLong {
        words.append(", ")
      } else if let name = names.system(UInt16(answer[18]) << 8 | UInt16(answer[19])) {
        words.append(" ")
        words.append(name)
      }
    }
    guard isLong || answer.count < 20 else { return }
    words.append("PMm ")
    words.append(hex: answer.extracting(10..<18))
  }
}
