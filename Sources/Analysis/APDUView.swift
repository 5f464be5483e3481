import Bytes
import Decoding
import GrammarLanguage

/// An exchange of APDUs as rules look at it: the command taken apart, and where things stand.
struct APDUView {
  let step: Step
  let exchange: Exchange
  let command: CommandAPDU

  init(_ step: Step, _ exchange: Exchange, in story: Story) {
    self.step = step
    self.exchange = exchange
    command = CommandAPDU(story.bytes.span.extracting(exchange.command.range))
  }

  /// Whether SELECT names an application by its DF name.
  var selectsByName: Bool {
    command.ins == 0xA4 && command.p1 == 0x04 && isInterindustry && !isSecured
  }

  /// Whether this SELECT goes through a list (next, previous), at whose end nothing is found.
  var continuesSelection: Bool { command.p2 & 0x02 != 0 }

  /// Whether CLA is one of ISO/IEC 7816-4's own.
  var isInterindustry: Bool { command.cla & 0x80 == 0 }

  /// Whether data and answer are protected, so that they are no plain text.
  var isSecured: Bool { command.isSecured }

  /// The bytes of a run of the command.
  func bytes(_ range: Range<Int>, in story: Story) -> ArraySlice<UInt8> {
    let start = Int(exchange.command.start)
    return story.bytes[start + range.lowerBound..<start + range.upperBound]
  }

  /// The DF name that SELECT carries, its first 16 bytes; of one that names only the beginning, the
  /// whole name that the card answered.
  func name(in story: Story) -> Identifier {
    let start = Int(exchange.command.start) + Int(command.data.start)
    let named = Identifier(story.bytes.span.extracting(start..<start + min(16, command.data.count)))
    let selected = exchange.application
    guard exchange.status == 0x9000, selected.count > named.count,
      (0..<Int(named.count)).allSatisfy({ selected[$0] == named[$0] })
    else { return named }
    return selected
  }

  /// Where a run of the command was captured.
  func commandPlace(_ range: Range<Int>, in story: Story) -> Place {
    story.place(of: range, in: exchange.commandSegments)
      ?? Place(frame: step.commandFrame, bytes: 0..<0)
  }

  /// Where the answer's SW1-SW2 were captured.
  func statusPlace(in story: Story) -> Place {
    let end = exchange.answer.count
    return story.place(of: max(0, end - 2)..<end, in: exchange.answerSegments)
      ?? Place(frame: step.answerFrame, bytes: 0..<0)
  }

  /// The answer without SW1-SW2, as a run of the story's `bytes`.
  var answerData: Range<Int> {
    let range = exchange.answer.range
    return exchange.status == nil ? range : range.dropLast(2)
  }

  /// A finding about this exchange, merged with others about the same command.
  func finding(
    _ id: FindingID, severity: Severity? = nil, half: Finding.Half, at place: Place,
    _ message: Finding.Message, in story: Story
  ) -> Finding {
    Finding(
      id, severity: severity, visit: step.visit, step: step.frames.lowerBound, half: half,
      places: [place], message: message,
      merge: Finding.Merge(id, group: CommandGroup.number(of: exchange, in: story)))
  }
}

/// Tells commands apart in a visit's findings.
enum CommandGroup {
  /// The same for the same bytes (FNV-1a over them).
  static func number(of exchange: Exchange, in story: Story) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in story.bytes[exchange.command.range] {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash)
  }
}
