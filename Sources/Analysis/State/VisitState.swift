import Decoding

/// What rules remember of an open visit. Every list in it has a bound.
struct VisitState {
  let number: Int
  let technology: Technology
  /// The last exchange of the last activation, for what the visit ends on.
  var last: LastExchange = .none
  /// Whether the reader sent anything after that exchange.
  var sentSince = false
  /// Neighbouring cut frames are one finding: the last such frame, and the first of its run.
  var truncation = (lastFrame: 0, group: 0)
  /// For each logical channel the command that later ones depend on, if it failed.
  var failures = ChannelFailures()
  /// Tries left of each reference that VERIFY and its like named.
  var counters = RetryCounters()
  /// What the capability container allows, once it was read.
  var limits: FileLimits?
  /// Applications that were asked for and are not there.
  var missing = MissingApplications()
  /// ISO/IEC 15693: the bytes of a block, as Get System Information said.
  var blockSize: Int?
  /// ISO/IEC 15693: the card is a sensor that a person wears, and that is said.
  var isSensor = false
  /// ICODE: the card told a random number.
  var hasRandomNumber = false
  var felica = FelicaState()
  var outcome = OutcomeState()
  /// What was read from and written to the card's memory.
  var memory = CardMemory()

  init(number: Int, technology: Technology) {
    self.number = number
    self.technology = technology
  }
}

/// How a visit's latest exchange went.
enum LastExchange: Equatable {
  case none
  /// It was answered, and well; a READ of these parameters, so that a list's end is known.
  case fine(ins: UInt8, p1: UInt8, p2: UInt8)
  /// The answer's status is an error.
  case refused(Refusal)
  /// FeliCa's status flags are.
  case felicaRefused(step: Int, FelicaAnswer.Refusal)
  /// ISO/IEC 15693's error code is there.
  case vicinityRefused(step: Int, VicinityRefusal)
  case unanswered(step: Int, command: Place)

  /// An error status.
  struct Refusal: Equatable {
    let step: Int
    let status: UInt16
    let cla: UInt8
    let ins: UInt8
    let application: Identifier
    let place: Place
  }
}
