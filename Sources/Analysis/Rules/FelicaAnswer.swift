import Bytes
import Decoding

/// Looks at FeliCa's answers to Read and Write Without Encryption; `MalformedCommand` has the manual
/// page of what it raises.
enum FelicaAnswer {
  /// An error that the card told with its two status flags: where they are, and what they are.
  struct Refusal: Equatable {
    let place: Place
    let flags: (UInt8, UInt8)

    static func == (one: Self, other: Self) -> Bool {
      one.place == other.place && one.flags == other.flags
    }
  }

  /// LEN, code, IDm (8 bytes), status flags 1 and 2; JIS X 6319-4.
  private static let flagsAt = 10
  /// Behind the flags of an answer to Read: the number of blocks, then 16 bytes each.
  private static let countAt = 12

  /// Whether the blocks that an answer to Read claims are all there.
  static func check(
    _ step: borrowing Step, _ exchange: borrowing Exchange, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    let answer = story.bytes.span.extracting(exchange.answer.range)
    guard exchange.outcome == .answered, answer.count > countAt, answer[1] == 0x07,
      answer[flagsAt] == 0
    else { return }
    let blocks = Int(answer[countAt])
    let present = answer.count - countAt - 1
    guard present != 16 * blocks,
      let place = story.place(of: countAt..<countAt + 1, in: exchange.answerSegments)
    else { return }
    var message: Finding.Message =
      "\(Words.count(blocks, "block")) \(blocks == 1 ? "needs" : "need") \(16 * blocks) bytes, LEN \(hex: answer[0]) leaves \(present)"
    if present < 16 * blocks {
      message += ": block \(present / 16) has \(present % 16) of its 16 bytes"
    }
    findings.append(
      Finding(
        .malformedCommand, visit: step.visit, step: step.frames.lowerBound, half: .answer,
        places: Places(place), message: message))
  }

  /// The error of an answer to Read or Write, nil where there is none.
  static func refusal(of exchange: borrowing Exchange, in story: borrowing Story) -> Refusal? {
    guard case .felica = exchange.form else { return nil }
    let answer = story.bytes.span.extracting(exchange.answer.range)
    guard exchange.outcome == .answered, answer.count >= countAt,
      answer[1] == 0x07 || answer[1] == 0x09, answer[flagsAt] != 0,
      let place = story.place(of: flagsAt..<countAt, in: exchange.answerSegments)
    else { return nil }
    return Refusal(place: place, flags: (answer[flagsAt], answer[flagsAt + 1]))
  }
}
