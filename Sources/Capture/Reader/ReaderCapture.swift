package import TraceFormat

/// The frames of a reader that another process of ours drives. It may crash with what it reads, and
/// is then started again.
package final class ReaderCapture: FrameReader {
  private let words: [String]
  private let variables: [String: String]
  private var frames: RingFrames
  private var run: ProgramRun?
  private let say: (String) -> Void
  private var crashes = 0
  private var pause: Int32 = 1
  /// How long the process is waited for after it was told to end, in nanoseconds.
  private static let patience: Int64 = 3_000_000_000
  /// Who crashes that often will again.
  private static let mostCrashes = 5
  private static let longEnough: Int64 = 10_000_000_000
  private var startedAt: Int64 = 0
  private var stopAt: Int64?

  /// Gets ready to drive a reader; `command` are the words that make this program do so.
  package init(
    command: [String], variables: [String: String], preloaded: String?,
    say: @escaping (String) -> Void
  ) throws(TraceError) {
    self.say = say
    words = ["/proc/self/exe"] + command
    let ring = try EventRing.make()
    self.variables = variables.merging(try ring.environment(preloaded: preloaded)) { $1 }
    frames = RingFrames(ring, program: "a reader", wallClock: Clock.wall, clock: Clock.steady)
  }

  package var description: TraceDescription { frames.description }
  package var damage: [TraceDamage] { [] }

  /// Starts it.
  package func start() throws(SystemError) {
    startedAt = Clock.steady
    run = try ProgramRun(words, environment: variables, outputIsTaken: true)
  }

  /// The exit code of the process where it ended by itself.
  package var code: Int32 { if case .exited(let code)? = run?.ending { code } else { 2 } }

  /// Ends the process, because nobody takes its frames any more.
  package func stop() { run?.kill() }

  package func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    while let run {
      let ending = run.ending
      frames.drain(into: &batch, now: Clock.steady)
      if batch.frames.isEmpty, let ending {
        frames.settle(into: &batch)
        if batch.frames.isEmpty { startAgain(after: ending, run, into: &batch) }
        return !batch.frames.isEmpty
      }
      if !batch.frames.isEmpty {
        pause = 1
        return true
      }
      run.wait(milliseconds: pause)
      pause = min(2 * pause, 8)
      endIfStopped(run)
    }
    return false
  }

  /// Goes on with the reader where its process has crashed.
  private func startAgain(
    after ending: ProgramRun.Ending, _ run: ProgramRun, into batch: inout FrameBatch
  ) {
    guard case .killed(let signal) = ending, !run.isInterrupted else { return }
    // One that has worked for a while met another card.
    let lasted = Clock.steady - startedAt
    crashes = lasted > Self.longEnough ? 1 : crashes + 1
    let goesOn = crashes < Self.mostCrashes
    let words =
      "the process that drives the reader was ended by \(SignalName.words(signal))"
      + (goesOn ? "; it is started again" : " once too often; the recording ends here")
    say(words)
    frames.note(words, now: Clock.steady, into: &batch)
    self.run = nil
    guard goesOn else { return }
    do throws(SystemError) {
      try start()
    } catch {
      say("it could not be started: \(error.words)")
    }
  }

  /// A process that does not end when it is told to, because its reader keeps it, is ended.
  private func endIfStopped(_ run: ProgramRun) {
    guard run.isInterrupted, run.ending == nil else { return }
    let now = Clock.steady
    if let stopAt { if now > stopAt { run.kill() } } else { stopAt = now + Self.patience }
  }
}
