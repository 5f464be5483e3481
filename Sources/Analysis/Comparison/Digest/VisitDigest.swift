import Bytes
import Decoding

/// What is kept of one visit to find its like in another trace.
struct VisitDigest: Sendable {
  /// Its opening; nil for what belongs to no visit.
  let visit: Visit?
  /// The reader's largest frame and the CID that it gave, where RATS or ATTRIB was captured.
  var fsd: UInt16?
  var cid: UInt8?
  var counts = TransportCounts()
  /// Its steps: a run of the trace's `order`.
  var steps = 0..<0
  /// How many steps there are so far.
  var count = 0
  private var whole = ContentKey()
  private var spoken = ContentKey()
  private var asked = ContentKey()

  init(_ visit: Visit?) { self.visit = visit }

  /// Takes in a step.
  mutating func add(_ step: StepDigest) {
    count += 1
    whole.add(step.key)
    guard step.role == .exchange || step.role == .reader else { return }
    spoken.add(step.key)
    asked.add(step.command)
  }

  /// Everything that counts of it.
  var key: UInt64 { whole.value }
  /// What was said, whoever the card is.
  var exchanges: UInt64 { spoken.value }
  /// What the reader said.
  var commands: UInt64 { asked.value }

  /// Who the card is, as a key; 0 where its identifier is drawn anew or not known.
  var identity: UInt64 {
    guard let visit, !visit.identifierIsRandom, !visit.identifier.isEmpty else { return 0 }
    var key = ContentKey()
    key.add(UInt64(visit.technology.rawValue))
    key.add(visit.identifier.high)
    key.add(visit.identifier.low)
    return key.value
  }
}
