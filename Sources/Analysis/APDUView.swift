import Bytes
import Decoding
import GrammarLanguage

/// An exchange of APDUs as rules look at it: the command taken apart, and where things stand.
struct APDUView {
  let visit: Int
  /// The step's first frame.
  let step: Int
  let commandFrame: Int
  let answerFrame: Int
  /// The command and the answer in the story's `bytes`, and where they were captured.
  let commandBytes: Extent
  let answerBytes: Extent
  let commandSegments: Extent
  let answerSegments: Extent
  let outcome: Exchange.Outcome
  let status: UInt16?
  let channel: UInt8
  /// What was selected when the command was sent; after a SELECT that succeeded, what it selected.
  let application: Identifier
  let file: UInt16?
  let command: CommandAPDU
  /// The DF name that SELECT carries, its first 16 bytes; of one that names only the beginning, the
  /// whole name that the card answered. Empty for other commands.
  let name: Identifier

  init(
    _ step: borrowing Step, _ exchange: borrowing Exchange, _ command: CommandAPDU,
    _ bytes: Span<UInt8>
  ) {
    visit = step.visit
    self.step = step.frames.lowerBound
    commandFrame = step.commandFrame
    answerFrame = step.answerFrame
    commandBytes = exchange.command
    answerBytes = exchange.answer
    commandSegments = exchange.commandSegments
    answerSegments = exchange.answerSegments
    outcome = exchange.outcome
    status = exchange.status
    channel = exchange.channel
    application = exchange.application
    file = exchange.file
    self.command = command
    name =
      Self.selectsByName(command)
      ? Self.name(command, exchange.command, selected: exchange.application, status, bytes)
      : Identifier()
  }

  /// Whether SELECT names an application by its DF name.
  var selectsByName: Bool { Self.selectsByName(command) }

  private static func selectsByName(_ command: CommandAPDU) -> Bool {
    command.ins == 0xA4 && command.p1 == 0x04 && command.cla & 0x80 == 0 && !command.isSecured
  }

  private static func name(
    _ command: CommandAPDU, _ run: Extent, selected: Identifier, _ status: UInt16?,
    _ bytes: Span<UInt8>
  ) -> Identifier {
    let start = Int(run.start) + Int(command.data.start)
    let named = Identifier(bytes.extracting(start..<start + min(16, command.data.count)))
    guard status == 0x9000, selected.count > named.count, selected.begins(with: named) else {
      return named
    }
    return selected
  }

  /// Whether this SELECT goes through a list (next, previous), at whose end nothing is found.
  var continuesSelection: Bool { command.p2 & 0x02 != 0 }

  /// Whether CLA is one of ISO/IEC 7816-4's own.
  var isInterindustry: Bool { command.cla & 0x80 == 0 }

  /// Whether data and answer are protected, so that they are no plain text.
  var isSecured: Bool { command.isSecured }

  /// The bytes of a run of the command.
  func bytes(_ range: Range<Int>, in story: borrowing Story) -> ArraySlice<UInt8> {
    let start = Int(commandBytes.start)
    return story.bytes[start + range.lowerBound..<start + range.upperBound]
  }

  /// Where a run of the command was captured.
  func commandPlace(_ range: Range<Int>, in story: borrowing Story) -> Place {
    story.place(of: range, in: commandSegments) ?? Place(frame: commandFrame, bytes: 0..<0)
  }

  /// Where the answer's SW1-SW2 were captured.
  func statusPlace(in story: borrowing Story) -> Place {
    let end = answerBytes.count
    return story.place(of: max(0, end - 2)..<end, in: answerSegments)
      ?? Place(frame: answerFrame, bytes: 0..<0)
  }

  /// The answer without SW1-SW2, as a run of the story's `bytes`.
  var answerData: Range<Int> {
    let range = answerBytes.range
    return status == nil ? range : range.dropLast(2)
  }

  /// A finding about this exchange, merged with others about the same command.
  func finding(
    _ id: FindingID, severity: Severity? = nil, half: Finding.Half, at place: Place,
    _ message: Finding.Message, in story: borrowing Story
  ) -> Finding {
    Finding(
      id, severity: severity, visit: visit, step: step, half: half, places: Places(place),
      message: message,
      merge: Finding.Merge(id, group: CommandGroup.number(of: commandBytes, in: story)))
  }
}

/// Tells commands apart in a visit's findings.
enum CommandGroup {
  /// The same for the same bytes.
  static func number(of command: Extent, in story: borrowing Story) -> Int {
    var mark = Fingerprint()
    mark.add(story.bytes.span.extracting(command.range))
    return Int(truncatingIfNeeded: mark.value)
  }
}

extension Identifier {
  /// Whether the first bytes are another's.
  func begins(with other: Identifier) -> Bool {
    other.count <= count && (0..<Int(other.count)).allSatisfy { self[$0] == other[$0] }
  }
}
