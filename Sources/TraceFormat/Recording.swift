import Synchronization

/// A trace that is written while it happens: whatever ends it, what is older than a tenth of a
/// second is there.
///
/// Two threads use it: the one that delivers frames, and an alarm that has them sealed in time.
final class Recording: Sendable {
  private let state: Mutex<State>
  /// The same file once more, so that waiting for the disk keeps nobody from adding frames.
  private let syncing: Descriptor?

  /// How long a frame waits for others before its block is sealed, in nanoseconds; with what a
  /// busy machine adds, it stays below 50 ms.
  private static let sealAfter: Int64 = 40_000_000
  /// How long a frame waits before it is put on the disk for good. With the disk's own time it
  /// stays below 100 ms.
  private static let synchronizeAfter: Int64 = 80_000_000

  private struct State: ~Copyable {
    var writer: BlockWriter
    /// When the oldest frame came that is in no block yet.
    var unsealedSince: Int64?
    /// When the oldest frame came that may not be on the disk yet.
    var unsynchronizedSince: Int64?
    /// Why nothing can be written any more.
    var failure: TraceError?
    /// How many blocks were sealed before they were full.
    var partBlocks = 0
  }

  private init(_ writer: consuming sending BlockWriter, syncing: consuming Descriptor?) {
    state = Mutex(State(writer: writer))
    self.syncing = syncing
  }

  // Whoever lets go of a recording without finishing it loses no frame by that.
  deinit { state.withLock { Self.seal(&$0) } }

  /// Begins to record into a file.
  static func begin(
    _ output: consuming sending OutputFile, _ description: TraceDescription, synchronized: Bool
  ) throws(TraceError) -> Recording {
    let copy = synchronized && output.isRegular ? try output.duplicate() : nil
    output.claim()
    let identity = UInt32(truncatingIfNeeded: Alarm.wallClock / 1000)
    var writer = try BlockWriter.begin(output, description, identity: identity)
    writer.output.keepReserve()
    return Recording(writer, syncing: copy)
  }

  /// Adds frames. True if there were none waiting, so that the alarm has to be told.
  func append(_ batch: FrameBatch) throws(TraceError) -> Bool {
    try state.withLock { (state) throws(TraceError) -> Bool in
      if let failure = state.failure { throw failure }
      let hadNone = state.unsealedSince == nil && state.unsynchronizedSince == nil
      do throws(TraceError) {
        for frame in batch.frames { try state.writer.append(frame, in: batch.bytes.span) }
      } catch {
        // A frame that does not belong here is no reason to end the recording.
        throw error.system == nil ? error : Self.fail(&state, error)
      }
      let now = Alarm.now
      state.unsealedSince = state.writer.hasUnsealed ? state.unsealedSince ?? now : nil
      if syncing != nil { state.unsynchronizedSince = state.unsynchronizedSince ?? now }
      return hadNone
    }
  }

  /// Describes the trace anew.
  func describe(_ description: TraceDescription) throws(TraceError) {
    try state.withLock { (state) throws(TraceError) in
      if let failure = state.failure { throw failure }
      do throws(TraceError) {
        try state.writer.describe(description)
      } catch {
        throw error.system == nil ? error : Self.fail(&state, error)
      }
    }
  }

  /// Does what is due, and says after how many nanoseconds something will be; nil for nothing.
  func ring() -> Int64? {
    let isDue = state.withLock { state in
      let now = Alarm.now
      let mustSynchronize = Self.isPast(state.unsynchronizedSince, Self.synchronizeAfter, now)
      if mustSynchronize || Self.isPast(state.unsealedSince, Self.sealAfter, now) {
        Self.seal(&state)
      }
      if mustSynchronize { state.unsynchronizedSince = nil }
      return mustSynchronize && state.failure == nil
    }
    if isDue { synchronize() }
    return state.withLock { state in
      let seal = state.unsealedSince.map { $0 + Self.sealAfter }
      let synchronize = state.unsynchronizedSince.map { $0 + Self.synchronizeAfter }
      guard let next = [seal, synchronize].compactMap(\.self).min() else { return nil }
      return max(0, next - Alarm.now)
    }
  }

  /// Seals and ends the trace, and writes it once more in large blocks where that is worth it.
  func finish() throws(TraceError) -> TraceWriter.Outcome {
    try state.withLock { (state) throws(TraceError) -> TraceWriter.Outcome in
      if let failure = state.failure { throw failure }
      do throws(TraceError) {
        try state.writer.finish()
        if syncing != nil { try state.writer.output.synchronize() }
      } catch {
        throw Self.fail(&state, error)
      }
      var outcome = TraceWriter.Outcome(
        frames: state.writer.frames, bytes: state.writer.goodLength, notes: [])
      guard state.writer.output.isRegular else { return outcome }
      if outcome.frames == 0 {
        state.writer.output.remove()
        outcome.bytes = 0
      } else if state.partBlocks > 1 || !state.writer.output.isInPlace {
        try Compaction.run(
          state.writer.output, blockFrames: state.writer.frameGoal, &outcome)
      }
      return outcome
    }
  }

  /// Seals what waits and ends the trace with a reason, because no frame comes any more.
  func breakOff(_ reason: String) {
    state.withLock { state in
      Self.seal(&state)
      guard state.failure == nil else { return }
      if state.writer.frames == 0 {
        state.writer.output.remove()
      } else {
        _ = Self.fail(&state, TraceError(reason), because: reason)
      }
    }
  }

  /// Changes how blocks are written; tests make disks small and blocks short.
  func adjust(_ change: (inout BlockWriter) -> Void) { state.withLock { change(&$0.writer) } }

  private func synchronize() {
    do throws(SystemError) {
      try syncing?.synchronize()
    } catch {
      let error = error
      state.withLock { state in _ = Self.fail(&state, error.error(state.writer.output.name)) }
    }
  }

  private static func isPast(_ since: Int64?, _ wait: Int64, _ now: Int64) -> Bool {
    since.map { now - $0 >= wait } ?? false
  }

  private static func seal(_ state: inout State) {
    state.unsealedSince = nil
    guard state.failure == nil, state.writer.hasUnsealed else { return }
    do throws(TraceError) {
      try state.writer.seal()
      state.partBlocks += 1
    } catch {
      _ = fail(&state, error)
    }
  }

  /// Ends the recording, because it cannot go on: whole blocks stay, and a reason behind them.
  private static func fail(
    _ state: inout State, _ error: TraceError, because reason: String? = nil
  ) -> TraceError {
    guard state.failure == nil else { return error }
    state.failure = error
    state.unsealedSince = nil
    state.unsynchronizedSince = nil
    if state.writer.output.isRegular {
      // That there is no room even for the reason is no second error.
      let words = error.system?.words ?? "\(error)"
      try? state.writer.stop(reason ?? "the recording stopped here: \(words)")
    }
    return error
  }
}
