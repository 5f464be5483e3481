import Analysis
import Bytes

/// What a comparison amounts to, in words: one line each.
struct ComparisonWords {
  private var names: Names
  private let old: String
  private let new: String

  /// The names of the two captures are those that they were opened by.
  init(_ names: NameSource, old: String, new: String) {
    self.names = Names(names)
    self.old = Self.name(old)
    self.new = Self.name(new)
  }

  /// A name without its folders.
  static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// All lines about a comparison, what differs first.
  mutating func lines(_ facts: ComparisonFacts, _ options: ComparisonOptions) -> [String] {
    var lines = [Self.verdict(facts)]
    if !options.comparesTransport, let words = Self.words(facts.transport) {
      lines.append("transport differs (not compared; --transport): \(words)")
    }
    if options.tolerance == nil, let line = slowest(facts) { lines.append(line) }
    for missing in facts.notCompared {
      let name = missing.isMissingInOld ? old : new
      switch missing.aspect {
      case .blocks: lines.append("not compared: blocks (\(name) has no frames on air)")
      case .readerCommands: lines.append("not compared: commands to the reader (\(name) has none)")
      case .identities: lines.append("not compared: activation (\(name) has none)")
      }
    }
    return lines
  }

  /// `2 exchanges changed, 1 removed · 1 visit added`, or that nothing differs.
  static func verdict(_ facts: ComparisonFacts) -> String {
    let size =
      facts.old.exchanges == facts.new.exchanges
      ? count(facts.old.exchanges, "exchange")
      : "\(facts.old.exchanges) and \(count(facts.new.exchanges, "exchange"))"
    guard !facts.isSame else { return "no difference in \(size)" }
    var parts: [String] = []
    for (number, word) in [
      (facts.changed, "changed"), (facts.removed, "removed"), (facts.added, "added"),
      (facts.moved, "moved"),
    ] where number > 0 {
      parts.append(parts.isEmpty ? "\(count(number, "exchange")) \(word)" : "\(number) \(word)")
    }
    var groups = parts.isEmpty ? [] : [parts.joined(separator: ", ")]
    if facts.activations > 0 {
      groups.append(
        facts.activations == 1 ? "1 activation differs" : "\(facts.activations) activations differ")
    }
    parts = []
    for (number, word) in [
      (facts.visitsRemoved, "removed"), (facts.visitsAdded, "added"), (facts.visitsMoved, "moved"),
    ] where number > 0 {
      parts.append(parts.isEmpty ? "\(count(number, "visit")) \(word)" : "\(number) \(word)")
    }
    if !parts.isEmpty { groups.append(parts.joined(separator: ", ")) }
    if facts.replaced > 0 { groups.append("\(count(facts.replaced, "run")) replaced") }
    if facts.transportDiffers > 0 {
      groups.append("transport differs in \(count(facts.transportDiffers, "visit"))")
    }
    if facts.repeatedNonces > 0 {
      groups.append("\(count(facts.repeatedNonces, "nonce")) repeated [repeated-nonce]")
    }
    return groups.joined(separator: " · ") + ", of \(size)"
  }

  private mutating func slowest(_ facts: ComparisonFacts) -> String? {
    guard let slowest = facts.slowest, slowest.isWorthTelling else { return nil }
    let name = names.name(
      of: slowest.form, slowest.first, slowest.second, under: slowest.application)
    var line = ByteBuffer(capacity: 128)
    line.append("slowest exchange ")
    line.append(name ?? "")
    if name != nil { line.append(" ") }
    Time.append(milliseconds: slowest.latency.old, to: &line)
    line.append(" → ")
    Time.append(milliseconds: slowest.latency.new, to: &line)
    line.append(" ms (not compared; --timing)")
    return line.text
  }

  /// `+ 1 WTX, + 1 R(NAK), − 2 polls`; nil where nothing differs.
  static func words(_ transport: TransportDifference) -> String? {
    var parts: [String] = []
    for kind in TransportKind.allCases where transport.more[kind] > 0 {
      parts.append("+ \(kind.words(transport.more[kind]))")
    }
    for kind in TransportKind.allCases where transport.fewer[kind] > 0 {
      parts.append("- \(kind.words(transport.fewer[kind]))")
    }
    if let fsd = transport.fsd { parts.append("FSD \(fsd.old) → \(fsd.new)") }
    if let cid = transport.cid { parts.append("CID \(cid.old) → \(cid.new)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  static func count(_ number: Int, _ word: String) -> String {
    number == 1 ? "1 \(word)" : "\(number) \(word)s"
  }
}

extension TransportKind {
  /// So many of it.
  func words(_ count: Int) -> String {
    let (one, many): (String, String) =
      switch self {
      case .waitingExtensions: ("WTX", "WTX")
      case .negativeAcknowledges: ("R(NAK)", "R(NAK)")
      case .repeatedCommands: ("repeated command", "repeated commands")
      case .commandBlocks: ("block of the reader", "blocks of the reader")
      case .answerBlocks: ("block of the card", "blocks of the card")
      case .presenceChecks: ("presence check", "presence checks")
      case .otherBlocks: ("lone block", "lone blocks")
      case .deselects: ("S(DESELECT)", "S(DESELECT)")
      case .halts: ("HALT", "HALT")
      case .rateSelections: ("PPS", "PPS")
      case .activationAttempts: ("RATS", "RATS")
      case .polls: ("poll", "polls")
      case .terminalFrames: ("ECP frame", "ECP frames")
      case .damagedFrames: ("damaged frame", "damaged frames")
      case .badRecords: ("bad record", "bad records")
      case .fieldEvents: ("field event", "field events")
      }
    return "\(count) \(count == 1 ? one : many)"
  }
}
