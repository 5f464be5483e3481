import Capture
import Playback
import ReaderPorts
import TraceFormat

/// A program that runs and is recorded.
enum ProgramRecording {
  /// Runs it, and gives its exit code.
  static func run(_ arguments: Arguments) throws -> Int32 {
    let plan = try RecordingPlan(arguments)
    do {
      let reader = try simulated(arguments, plan)
      defer { reader?.stop() }
      return try run(arguments.operands, plan, on: reader)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)", code: ExitCode.ownFailure)
    }
  }

  /// The simulated reader that the options want.
  static func simulated(
    _ arguments: Arguments, _ plan: RecordingPlan
  ) throws -> SimulatedReader? {
    guard let name = arguments.value(.simulate) else { return nil }
    let played = try PlayedCard(name) { plan.telling.lexicon }
    for note in played.notes { StandardError.say(note) }
    let faults = try arguments.values(.fault).map { text in
      guard let fault = Fault(text) else {
        throw arguments.wrong(.fault, text, "one of \(Fault.spellings.joined(separator: ", "))")
      }
      return fault
    }
    do throws(SystemError) {
      return try SimulatedReader(cards: played.cards, faults: faults)
    } catch {
      throw error.error("the simulated reader")
    }
  }

  private static func run(
    _ words: [String], _ plan: RecordingPlan, on reader: SimulatedReader?
  ) throws -> Int32 {
    var variables: [String: String] = [:]
    if let reader {
      variables["LIBNFC_DEFAULT_DEVICE"] = reader.connectionString
      variables["LIBNFC_DEVICE"] = reader.connectionString
    }
    let program = try ProgramCapture(
      words, variables: variables, preloaded: Terminal.variable("LD_PRELOAD"),
      outputIsTaken: plan.takesOutput,
      say: StandardError.say)
    let name = words.joined(separator: " ")
    let capture = WatchedReader(program, named: name, secrets: SecretWatch(plan.telling.lexicon))
    var failure: (any Error)?
    do {
      try plan.record(capture, named: name, isLive: true) {
        do throws(SystemError) {
          try program.start()
        } catch {
          throw Failure.notStarted(words[0], error)
        }
      }
    } catch {
      failure = error
    }
    // What became of the recording is no matter of the program's: it runs to its end.
    if let failure, program.isRunning {
      StandardError.say("\(failure); \(words[0]) goes on, unrecorded")
    }
    guard let ending = program.end() else { throw failure ?? Failure(name) }
    if case .killed(let signal) = ending {
      StandardError.say("\(words[0]) was ended by \(SignalName.words(signal))")
    }
    if failure != nil { return ending.code == 0 ? ExitCode.ownFailure : ending.code }
    if capture.frames == 0 {
      StandardError.say(program.whyNothing(terminals: ProgramRun.terminals))
    }
    return ending.code
  }
}
