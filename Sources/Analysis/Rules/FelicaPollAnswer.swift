import Bytes
import Decoding

/// Looks whether the answer to a FeliCa poll brings what the poll asked for; `MalformedCommand` has the
/// manual page of what it raises.
///
///     request code 00: nothing behind PMm, 01: the system code, 02: the communication performance
///
/// A card need not know a request code: then it brings nothing, which is no fault.
enum FelicaPollAnswer {
  private static let extraAt = 18

  static func check(
    _ activation: borrowing Activation, of step: borrowing Step, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    guard activation.technology == .nfcF, activation.request.count >= 6,
      activation.answer.count > extraAt
    else { return }
    let request = story.bytes.span.extracting(activation.request.range)
    let answer = story.bytes.span.extracting(activation.answer.range)
    guard let message = fault(request, answer) else { return }
    findings.append(
      Finding(
        .malformedCommand, visit: step.visit, step: step.frames.lowerBound, half: .answer,
        places: Places(
          Place(
            frame: step.answerFrame, derived: step.lastDerived, bytes: extraAt..<answer.count)),
        message: message))
  }

  private static func fault(
    _ request: Span<UInt8>, _ answer: Span<UInt8>
  ) -> Finding.Message? {
    let count = answer.count - extraAt
    switch request[4] {
    case 0x00:
      return """
        the poll asks for nothing more (request code 00), \(Words.count(count, "byte")) \
        \(count == 1 ? "follows" : "follow") PMm
        """
    case 0x01 where count != 2, 0x02 where count != 2:
      return "request code \(hex: request[4]) is answered by 2 bytes, \(count) follow PMm"
    case 0x01:
      for index in 0..<2
      where request[2 + index] != 0xFF && request[2 + index] != answer[extraAt + index] {
        return """
          the poll is for system \(hex: ByteOrder.big.number16(request, at: 2)), the answer names \
          system \(hex: ByteOrder.big.number16(answer, at: extraAt))
          """
      }
      return nil
    case 0x02 where answer[extraAt] != 0:
      return """
        request code 02 asks for the communication performance, whose first byte is 00; \
        \(hex: ByteOrder.big.number16(answer, at: extraAt)) looks like a system code
        """
    default: return nil
    }
  }
}
