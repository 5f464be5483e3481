package import TraceFormat

/// The frames of a program's readers while the program runs.
package final class ProgramCapture: FrameReader {
  private let words: [String]
  private var frames: RingFrames
  private var run: ProgramRun?
  private let outputIsTaken: Bool
  private let variables: [String: String]
  private var pause: Int32 = 1
  private var hasSaidWhoIsLeft = false
  private var hasSaidThatItGoesOn = false
  private var hasFrames = false
  /// Told what the user should know while it runs.
  private let say: (String) -> Void

  /// How long the recorder sleeps between two looks, in milliseconds: a frame must be safe a tenth
  /// of a second after it came, and the trace's writer wants most of that.
  private static let longestPause: Int32 = 8

  /// How long a process that the program leaves behind has to use a reader, in nanoseconds.
  private static let grace: Int64 = 200_000_000

  /// Gets ready to run a program. `variables` are added to its environment. With `outputIsTaken`,
  /// standard output is the trace's, and what the program prints goes to standard error.
  package init(
    _ words: [String], variables: [String: String] = [:], preloaded: String?,
    outputIsTaken: Bool, say: @escaping (String) -> Void
  ) throws(TraceError) {
    self.words = words
    self.outputIsTaken = outputIsTaken
    self.say = say
    let ring = try EventRing.make()
    self.variables = variables.merging(try ring.environment(preloaded: preloaded)) { $1 }
    frames = RingFrames(
      ring, program: words.joined(separator: " "), wallClock: Clock.wall, clock: Clock.steady)
  }

  package var description: TraceDescription { frames.description }
  package var damage: [TraceDamage] { [] }

  /// Starts the program.
  package func start() throws(SystemError) {
    let run = try ProgramRun(words, environment: variables, outputIsTaken: outputIsTaken)
    run.endsWhenAskedTwice = true
    self.run = run
  }

  /// Whether the program was started and has not ended.
  package var isRunning: Bool { run != nil && run?.ending == nil }

  /// Waits until the program has ended, and gives the code that a shell would give.
  package func end() -> ProgramRun.Ending? { run?.waitForEnd() }

  package func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    guard let run else { return false }
    while true {
      let hadEnded = run.ending != nil
      frames.drain(into: &batch, now: Clock.steady)
      if !batch.frames.isEmpty {
        pause = 1
        hasFrames = true
        return true
      }
      if hadEnded && (run.isToEnd || !isSomebodyLeft(run)) {
        frames.settle(into: &batch)
        return !batch.frames.isEmpty
      }
      run.wait(milliseconds: pause)
      pause = min(2 * pause, Self.longestPause)
      sayThatItGoesOn(run)
    }
  }

  /// A program may take Ctrl-C for something else, or for nothing.
  private func sayThatItGoesOn(_ run: ProgramRun) {
    guard !hasSaidThatItGoesOn, run.ending == nil, let since = run.interruptedAt,
      Clock.steady - since > ProgramRun.moment
    else { return }
    hasSaidThatItGoesOn = true
    say("\(words[0]) goes on after Ctrl-C; two within two seconds end it and the recording")
  }

  /// Whether a process that has used a reader outlives the program.
  private func isSomebodyLeft(_ run: ProgramRun) -> Bool {
    guard run.hasDescendants, let endedAt = run.endedAt else { return false }
    let left = frames.writers.filter { $0 != run.process && ProgramRun.isAlive($0) }
    // A child that has just been forked may not have come to say so.
    if left.isEmpty, Clock.steady - endedAt < Self.grace { return true }
    // A daemon leaves its parent with nothing to record: it is what was meant.
    guard let first = left.min() ?? (hasFrames ? nil : ProgramRun.children.first) else {
      if let other = ProgramRun.children.first { sayOnce("\(other)", " unrecorded") }
      return false
    }
    sayOnce("\(first)", "; Ctrl-C ends the recording")
    return true
  }

  private func sayOnce(_ process: String, _ rest: String) {
    guard !hasSaidWhoIsLeft else { return }
    hasSaidWhoIsLeft = true
    say("\(words[0]) has ended, and process \(process) that it left behind goes on\(rest)")
  }

  /// Why there is nothing in the recording, in a line.
  package func whyNothing(terminals: [String]) -> String {
    let program = ProgramKind(of: words[0], path: ProgramRun.variable("PATH"))
    return NothingSeen(
      program: words[0], kind: program, hints: frames.hints, attached: frames.ring.attached,
      terminals: terminals, left: ProgramRun.children.first
    ).words
  }
}
