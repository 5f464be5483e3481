import Capture
import Playback
import ReaderPorts
import TraceFormat

extension Command {
  /// `nfctrace play CARD [-- PROGRAM...]`.
  static let play = Command(
    name: "play",
    summary: "put a simulated card on a simulated reader",
    operands: Operands(
      usage: "CARD [-- PROGRAM...]", count: 1...Int.max,
      rows: [
        (
          "CARD",
          "one of \(BuiltInCard.all.map(\.name).joined(separator: ", ")); a file NAME.card that "
            + "describes one; a trace or capture, whose cards are played back; or a memory dump of "
            + "Flipper Zero, Proxmark3 or MIFARE Classic Tool. Several, with commas between "
            + "them, lie on the reader together"
        ),
        ("PROGRAM", "what shall use the reader; without one it stays until Ctrl-C"),
      ]),
    description: [
      "Makes a PN532 on a serial port of its own, with the card on it, and prints its connection "
        + "string; or runs a program that finds it as its one libnfc device. Cards can be written to "
        + "where the real one can, and are as new the next time.",
      "A trace is played back: its cards answer as they did, in recorded order where a command "
        + "comes several times, whatever stands where the grammars say that a value varies. What the "
        + "trace does not know gets the protocol's own error. The next card comes when the reader "
        + "drops its field behind the last exchange of the one before.",
      "Exits with the program's own code: 126 and 127 where it cannot be started or is not found, "
        + "128 + n where signal n ended it, 125 where something else went wrong.",
    ],
    options: [
      Option(
        .fault, takes: .text("WHAT"),
        "let something go wrong, with CC a command of the PN532 in hex, or *, from the N-th time on; "
          + "may be given several times: " + Fault.spellings.joined(separator: ", ")),
      Option(
        .log, takes: .file("FILE"),
        "write what the reader was asked and what it answered, as a trace in text"),
      Option(
        .pcsc,
        "put the card into a virtual reader of PC/SC instead, with a pcscd of its own, which is "
          + "refused while another one runs"),
      Knowledge.option,
    ],
    examples: [
      Example("nfctrace play ntag213 -- nfc-list -v", "what nfc-list says of an NTAG213"),
      Example("nfctrace play visit.trace -- reader-program", "the cards of a recording again"),
      Example("nfctrace play payment", "prints the connection string, and stays until Ctrl-C"),
    ],
    run: { arguments in
      let program = Array(arguments.operands.dropFirst())
      do {
        return try play(arguments, program)
      } catch let failure as Failure where !program.isEmpty {
        throw Failure(failure.message, code: max(failure.code, ExitCode.ownFailure))
      } catch let error as TraceError where !program.isEmpty {
        throw Failure(error.description, code: ExitCode.ownFailure)
      }
    })

  private static func play(_ arguments: Arguments, _ program: [String]) throws -> Int32 {
    let played = try PlayedCard(arguments.operands[0]) { try Knowledge.lexicon(arguments) }
    for note in played.notes { StandardError.say(note) }
    var faults: [Fault] = []
    for text in arguments.values(.fault) {
      guard let fault = Fault(text) else {
        throw arguments.wrong(.fault, text, "one of \(Fault.spellings.joined(separator: ", "))")
      }
      faults.append(fault)
    }
    let log = arguments.value(.log)
    if arguments.has(.pcsc) {
      if !faults.isEmpty {
        throw Failure.usage("--fault is for the simulated PN532, not for --pcsc", command: "play")
      }
      return try SmartCardStage.play(played.cards, program, log: log)
    }
    let reader = try started(played.cards, faults, keepsLog: log != nil)
    defer { reader.stop() }
    var code = ExitCode.success
    if program.isEmpty {
      try Interrupt.wait { try Output.print("\(reader.connectionString)\n") }
    } else {
      let device = reader.connectionString
      code = try run(program, ["LIBNFC_DEFAULT_DEVICE": device, "LIBNFC_DEVICE": device])
    }
    reader.stop()
    if let log {
      try ExchangeLog.write(reader.log, to: log)
    }
    return code
  }

  private static func started(
    _ cards: [any Card], _ faults: [Fault], keepsLog: Bool
  ) throws(TraceError) -> SimulatedReader {
    do throws(SystemError) {
      return try SimulatedReader(cards: cards, faults: faults, keepsLog: keepsLog)
    } catch {
      throw error.error("the simulated reader")
    }
  }

  /// Runs a program to its end, and gives its exit code.
  static func run(_ program: [String], _ environment: [String: String]) throws -> Int32 {
    do throws(SystemError) {
      return try ProgramRun(program, environment: environment).waitForEnd().code
    } catch {
      throw Failure.notStarted(program[0], error)
    }
  }
}
