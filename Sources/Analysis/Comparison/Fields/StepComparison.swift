import Bytes
package import Decoding
package import GrammarLanguage

/// Compares two steps that belong together, and says in what they differ.
struct StepComparison {
  private let lexicon: Lexicon
  private var fields: VaryingFields
  private let options: ComparisonOptions
  private let comparesBlocks: Bool
  private let moments: Moments

  init(_ lexicon: Lexicon, _ options: ComparisonOptions, _ old: TraceDigest, _ new: TraceDigest) {
    self.lexicon = lexicon
    self.options = options
    comparesBlocks = ComparisonRules(old, new).comparesBlocks
    moments = Moments(old, new)
    fields = VaryingFields(lexicon)
  }

  /// Everything in which two steps differ: what varies is in it, what is not to be compared is not.
  mutating func differences(_ old: ComparedStep, _ new: ComparedStep) -> [FieldDifference] {
    var found: [FieldDifference] = []
    if case .exchange(let one) = old.step.content, case .exchange(let other) = new.step.content {
      compare(one, other, old, new, into: &found)
    } else {
      compareHalf(.command, old, new, into: &found)
      compareHalf(.answer, old, new, into: &found)
    }
    return found.filter { options.counts($0.path) }
  }

  private mutating func compare(
    _ one: Exchange, _ other: Exchange, _ old: ComparedStep, _ new: ComparedStep,
    into found: inout [FieldDifference]
  ) {
    if !one.isEncrypted || !other.isEncrypted {
      compareHalf(.command, old, new, into: &found)
    }
    compareParts(one, other, old, new, into: &found)
    if one.outcome != other.outcome {
      found.append(FieldDifference("outcome", .outcome(old: one.outcome, new: other.outcome)))
    }
    // What is missing on one side is not told field by field.
    if !one.answer.isEmpty, !other.answer.isEmpty || one.outcome == other.outcome,
      !one.isEncrypted || !other.isEncrypted
    {
      compareHalf(.answer, old, new, into: &found)
    } else if one.answer.isEmpty, !other.answer.isEmpty, one.outcome == other.outcome {
      compareHalf(.answer, old, new, into: &found)
    }
    if comparesBlocks, options.comparesTransport { compareTransport(one, other, into: &found) }
    if let tolerance = options.tolerance, let before = old.step.latency,
      let after = new.step.latency, !tolerance.holds(before, after)
    {
      found.append(FieldDifference("latency", .latency(old: before, new: after)))
    }
  }

  private mutating func compareHalf(
    _ side: Side, _ old: ComparedStep, _ new: ComparedStep, into found: inout [FieldDifference]
  ) {
    let one = half(side, of: old)
    let other = half(side, of: new)
    // The same moment is the same recording, whose nonces are the same.
    let isSameMoment = moments.areSame(old.step.time, new.step.time)
    let isReader = side == .command && !old.isExchange && !new.isExchange
    for difference in HalfComparison(side, one, other, lexicon).differences {
      if difference.isRepeatedNonce && isSameMoment { continue }
      // How the reader selects and activates is its own business.
      if isReader && !old.isFeliCa { continue }
      if !old.isExchange, difference.path == "cid" { continue }
      found.append(difference)
    }
  }

  private mutating func half(_ side: Side, of step: ComparedStep) -> HalfComparison.Half {
    let (tree, bytes) = step.half(side)
    // Where a visit begins, its identifier is what is compared.
    let identifier = step.isExchange ? step.identifier : step.randomIdentifier
    return HalfComparison.Half(bytes, tree, identifier, &fields)
  }

  /// Commands and answers behind the first of a joined exchange.
  private func compareParts(
    _ one: Exchange, _ other: Exchange, _ old: ComparedStep, _ new: ComparedStep,
    into found: inout [FieldDifference]
  ) {
    let ours = one.partRun.range.map { old.story.parts[$0] }
    let theirs = other.partRun.range.map { new.story.parts[$0] }
    for index in 0..<max(ours.count, theirs.count) {
      let left = index < ours.count ? ours[index] : nil
      let right = index < theirs.count ? theirs[index] : nil
      if index > 0 {
        let isHidden = one.joins.contains(.additionalFrame) && answerVaries(old)
        let isSame =
          isHidden && left != nil && right != nil
          || left.map { Array(old.story.bytes[$0.command.range]) }
            == right.map { Array(new.story.bytes[$0.command.range]) }
        if !isSame {
          found.append(
            FieldDifference(
              "parts[\(index)]", .part(index, old: left?.command, new: right?.command)))
        }
      }
      guard let left, let right, index + 1 < min(ours.count, theirs.count) else { continue }
      let count = one.form == .native ? 1 : 2
      let given = Self.status(left.answer, count, isNative: one.form == .native)
      let now = Self.status(right.answer, count, isNative: one.form == .native)
      if Array(old.story.bytes[given.range]) != Array(new.story.bytes[now.range]) {
        found.append(
          FieldDifference("parts[\(index)].status", .partAnswer(index, old: given, new: now)))
      }
    }
  }

  private static func status(_ answer: Extent, _ count: Int, isNative: Bool) -> Extent {
    let range = answer.range
    return Extent(isNative ? range.prefix(count) : range.dropFirst(max(0, range.count - count)))
  }

  /// Whether the answer is an authentication's, so that what continues it is new each time.
  private func answerVaries(_ step: ComparedStep) -> Bool {
    step.dissection?.answer.tree.nodes.contains { lexicon.attributes(of: $0.label).varies } ?? false
  }

  private func compareTransport(
    _ one: Exchange, _ other: Exchange, into found: inout [FieldDifference]
  ) {
    let isInBlocks = one.form == .iso7816 || one.form == .native
    for (kind, before, after) in [
      (TransportKind.waitingExtensions, one.waitingExtensions, other.waitingExtensions),
      (isInBlocks ? .negativeAcknowledges : .repeatedCommands, one.retries, other.retries),
      (.commandBlocks, one.commandBlocks, other.commandBlocks),
      (.answerBlocks, one.answerBlocks, other.answerBlocks),
    ] as [(TransportKind, Int, Int)] where before != after {
      found.append(
        FieldDifference("transport", .transport(kind, old: before, new: after)))
    }
  }
}

extension ComparedStep {
  var isExchange: Bool {
    if case .exchange = step.content { return true }
    return false
  }

  /// Whether it is a poll of FeliCa, in which the reader asks for a system.
  fileprivate var isFeliCa: Bool {
    if case .activation(let activation) = step.content { return activation.technology == .nfcF }
    return false
  }

  /// The identifier of an activation, where the card draws it anew each time.
  fileprivate var randomIdentifier: Identifier {
    if case .activation(let activation) = step.content, activation.isRandom {
      return activation.identifier
    }
    return Identifier()
  }

  /// A half's fields and bytes; without fields, the bytes of what has no grammar.
  package func half(_ side: Side) -> (FieldTree, [UInt8]) {
    if let dissection {
      let half = side == .command ? dissection.command : dissection.answer
      if half.source != .none {
        let bytes = dissection.withBytes(of: half, in: story) { span in
          var copy: [UInt8] = []
          copy.append(span)
          return copy
        }
        return (half.tree, bytes)
      }
    }
    switch step.content {
    case .answerToReset(let bytes) where side == .answer,
      .raw(let bytes) where side == .command:
      return (FieldTree(), Array(story.bytes[bytes.range]))
    case .peer(let peer) where (side == .command) == peer.isToTarget:
      return (FieldTree(), Array(story.bytes[peer.bytes.range]))
    default: return (FieldTree(), [])
    }
  }
}
