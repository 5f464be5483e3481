import Bytes
import TraceFormat

/// Polls with nothing else between them, until it is known whose they are.
struct OpenPolling: Equatable {
  var frames: ClosedRange<Int>?
  var time: Int64 = 0
  var lastTime: Int64 = 0
  private(set) var firstDerived: UInt16 = 0
  var lastDerived: UInt16 = 0
  var summary = Polling()
  /// The ATQA of the last poll that was answered.
  var atqa: UInt16?
  var answered: Int { summary.answered }

  /// Takes in the frames of one poll, ECP frame or answered poll that led to no SELECT.
  mutating func add(
    _ added: ClosedRange<Int>, from time: Int64, to lastTime: Int64, derived: UInt16 = 0,
    last lastDerived: UInt16? = nil
  ) {
    self.lastTime = lastTime
    self.lastDerived = lastDerived ?? derived
    if let frames {
      self.frames = frames.lowerBound...max(frames.upperBound, added.upperBound)
    } else {
      frames = added
      self.time = time
      firstDerived = derived
    }
  }

  /// Takes in one frame.
  mutating func add(_ sighting: Sighting) {
    add(
      sighting.number...sighting.number, from: sighting.time, to: sighting.time,
      derived: sighting.derived)
  }
}

extension Track {
  /// A poll of the reader: REQA, WUPA, REQB, WUPB, SENSF_REQ.
  mutating func poll(_ sighting: Sighting, awaits: Awaited, into story: inout Story) {
    settle(atEnd: true, into: &story)
    if phase != .ready, phase != .halted { earlierPhase = phase == .idle ? earlierPhase : phase }
    phase = .idle
    polling.add(sighting)
    polling.summary.polls += 1
    pollBytes.clear()
    awaiting = awaits
    lastReader = sighting
  }

  /// An ECP frame: Apple devices look at it, and no card answers.
  mutating func ecp(_ sighting: Sighting, _ body: Span<UInt8>, into story: inout Story) {
    settle(atEnd: true, into: &story)
    polling.add(sighting)
    if polling.summary.ecp == 0 {
      ecpFrame.removeAll(keepingCapacity: true)
      ecpFrame.append(body)
    }
    polling.summary.ecp += 1
    awaiting = .nothing
    lastReader = nil
  }

  /// Takes the last poll out of the polls that wait: it was answered, and an activation begins.
  mutating func beginActivation(
    _ answer: Sighting, technology: Technology, from reader: Sighting
  ) -> OpenActivation {
    // Something that is no frame may have had the poll told already.
    let isTold = polling.summary.polls == 0
    polling.summary.polls -= isTold ? 0 : 1
    let isAlone = polling.summary.polls == 0 && polling.summary.ecp == 0
    if isAlone {
      polling = OpenPolling()
    } else if let frames = polling.frames, frames.upperBound >= reader.number {
      polling.frames = frames.lowerBound...max(frames.lowerBound, reader.number - 1)
      polling.lastDerived = 0
    }
    self.technology = technology
    activationBytes.clear()
    activationBytes.asked.append(pollBytes)
    let start = isTold ? answer : reader
    var opened = OpenActivation(technology: technology, from: start)
    opened.see(answer, waited: wait(for: answer, after: reader))
    phase = .ready
    return opened
  }

  /// An activation that led to no SELECT is an answered poll after all.
  mutating func settleActivation(into story: inout Story) {
    guard activation.isOpen else { return }
    let begun = activation
    activation.isOpen = false
    guard begun.levels == 0, begun.technology != .nfcF else {
      emitActivation(begun, into: &story)
      return
    }
    polling.add(
      begun.first...begun.last, from: begun.time, to: begun.lastTime, derived: begun.firstDerived,
      last: begun.lastDerived)
    polling.summary.polls += 1
    polling.summary.answered += 1
    polling.atqa = begun.atqa
    if begun.uidReadFrame != 0, polling.summary.uidReadFrame == 0 {
      polling.summary.uidReadFrame = begun.uidReadFrame
    }
  }
}
