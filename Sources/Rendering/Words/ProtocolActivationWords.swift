import Bytes
import Decoding

/// The words of RATS and ATS, ATTRIB and its answer, and PPS.
extension Composer {
  mutating func compose(
    _ activation: ProtocolActivation, of step: Step, in story: borrowing Story, into row: inout Row
  ) {
    let request = story.bytes.span.extracting(activation.request.range)
    let answer = story.bytes.span.extracting(activation.answer.range)
    let isAttrib = request.count > 0 && request[0] == Self.attrib
    let start = words.count
    words.append(isAttrib ? "> ATTRIB FSD " : "> RATS FSD ")
    words.append(decimal: Int(activation.fsd))
    if isLong {
      words.append(", CID ")
      words.append(decimal: Int(activation.cid))
    }
    if activation.attempts > 1 {
      words.append(", ")
      words.append(count: activation.attempts, "attempt", "attempts")
    }
    row.reader = Extent(start..<words.count)

    let card = words.count
    if answer.count == 0 {
      appendNoAnswer(step, row: &row)
    } else if let parameters = activation.parameters {
      words.append(isAttrib ? "< " : "< ATS ")
      if isAttrib {
        words.append(Mark.droppable)
        words.append("accepted, ")
        words.append(Mark.droppableEnd)
      }
      words.append("FSC ")
      append(parameters)
    } else if isAttrib {
      // Its parameters stand in an ATQB that was not captured or not understood.
      words.append("< accepted")
    } else {
      append(damagedATS: answer)
    }
    row.card = Extent(card..<words.count)
    if isLong, let wait = step.wait, row.latency != nil { row.wait = .time(wait) }
  }

  /// The first byte of ATTRIB; RATS begins with E0 (ISO/IEC 14443-3 and -4).
  private static let attrib: UInt8 = 0x1D

  private mutating func append(_ parameters: ProtocolActivation.Parameters) {
    words.append(decimal: Int(parameters.fsc))
    words.append(", FWT ")
    Time.append(milliseconds: parameters.fwt, to: &words)
    guard isLong else { return }
    words.append(" ms, ")
    let fastest = Self.fastest(of: parameters.rates)
    if fastest > 1 { words.append("to ") }
    words.append(decimal: Self.rate(divisor: fastest))
    words.append(" kbit/s")
  }

  /// The greatest divisor in TA(1): b7 b6 b5 from the card, b3 b2 b1 to it, for 8, 4 and 2.
  private static func fastest(of rates: UInt8) -> UInt8 {
    let both = rates >> 4 | rates
    return both & 4 != 0 ? 8 : both & 2 != 0 ? 4 : both & 1 != 0 ? 2 : 1
  }

  /// The bit rate in kbit/s, as it is called, for a divisor of the time unit.
  private static func rate(divisor: UInt8) -> Int {
    switch divisor {
    case 2: 212
    case 4: 424
    case 8: 848
    default: 106
    }
  }

  /// An ATS begins with its own length.
  private mutating func append(damagedATS answer: Span<UInt8>) {
    words.append("< ATS, ")
    if isLong, Int(answer[0]) != answer.count {
      words.append(decimal: answer.count)
      words.append(" of ")
      words.append(count: Int(answer[0]), "byte", "bytes")
    } else {
      words.append("damaged")
    }
  }

  mutating func compose(_ selection: ParameterSelection, of step: Step, into row: inout Row) {
    let start = words.count
    let (send, receive) = (
      Self.rate(divisor: selection.sendDivisor), Self.rate(divisor: selection.receiveDivisor)
    )
    words.append("> PPS ")
    if send == receive {
      words.append(decimal: send)
      words.append(" kbit/s both ways")
    } else {
      words.append(decimal: receive)
      words.append(" to the card, ")
      words.append(decimal: send)
      words.append(isLong ? " kbit/s from it" : " from it")
    }
    row.reader = Extent(start..<words.count)

    let card = words.count
    if selection.accepted {
      words.append("< accepted")
    } else if step.answerFrame != 0 {
      words.append("< not accepted")
    } else {
      appendNoAnswer(step, row: &row)
    }
    row.card = Extent(card..<words.count)
    if isLong, let wait = step.wait, row.latency != nil { row.wait = .time(wait) }
  }
}
