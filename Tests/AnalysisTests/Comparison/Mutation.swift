import TraceFormat

@testable import Analysis
@testable import Decoding

/// Kinds of changes to a recording, each with what a comparison has to say of it.
enum Mutation: String, CaseIterable {
  // What is said.
  case answerField, commandField, status, varyingField
  case dropped, repeated, swapped, unanswered, damaged
  // Who the card is.
  case identifier, answerToSelect
  // How it gets across.
  case waitingExtension, repeatRequest, commandChain, answerChain, presenceCheck, cardNumber
  case frameSize, poll, fieldEvents, slower
  // Whole visits.
  case visitDropped, visitRepeated, visitsSwapped

  /// What a comparison found.
  struct Found {
    var facts = ComparisonFacts()
    var rows: [ComparedRow] = []

    /// Paths of everything that counts, one by one.
    var paths: [String] {
      rows.flatMap(\.differences).filter { !$0.varies && !$0.isRepeatedNonce }.map(\.path)
    }

    /// What a comparison may say besides what was done on purpose: nonces that a later moment repeats.
    var isOnlyNonces: Bool {
      facts.differences == facts.changed && paths.isEmpty
        && rows.allSatisfy { $0.mark == .same || $0.mark == .changed }
    }
  }

  /// One pair of recordings, and what must be said of it.
  struct Pair {
    let mutation: Mutation
    let name: String
    let old: Recording
    let new: Recording
    let isRight: (Found) -> Bool
  }

  /// All pairs that this kind makes of a recording.
  func pairs(_ name: String, _ recording: Recording, beside other: Recording) -> [Pair] {
    let aim = Aim(recording)
    switch self {
    case .answerField: return fields(name, recording, aim) { $0.answer }
    case .commandField: return fields(name, recording, aim) { $0.command }
    case .status, .varyingField: return values(name, recording, aim)
    case .dropped, .repeated, .swapped, .unanswered, .damaged:
      return exchanges(name, recording, aim)
    case .identifier: return identifiers(name, recording)
    case .answerToSelect, .frameSize, .cardNumber, .poll, .fieldEvents, .slower:
      return activations(name, recording, aim)
    case .waitingExtension, .repeatRequest, .commandChain, .answerChain, .presenceCheck:
      return blocks(name, recording, aim)
    case .visitDropped, .visitRepeated, .visitsSwapped:
      return visits(name, recording, other, aim)
    }
  }

  func pair(
    _ name: String, _ old: Recording, _ new: Recording, _ isRight: @escaping (Found) -> Bool
  ) -> Pair {
    Pair(mutation: self, name: name, old: old, new: new, isRight: isRight)
  }
}

extension Mutation {
  /// One bit of one field is another: that field, and nothing else.
  private func fields(
    _ name: String, _ recording: Recording, _ aim: Aim, _ side: (Aim.Target) -> Aim.Half
  ) -> [Pair] {
    var pairs: [Pair] = []
    for (number, target) in aim.exchanges.enumerated()
    where target.exchange.outcome == .answered && target.exchange.parts == 1 {
      let half = side(target)
      let isCommand = self == .commandField
      for field in half.fields where !field.varies && !field.isStatus {
        guard Self.isFree(field.path, isCommand: isCommand),
          let place = half.places[field.range.upperBound - 1],
          target.isDerived || recording.hasCRC(place.frame),
          // A bit of a command's last byte would be Le.
          !isCommand || field.path != "le"
        else { continue }
        var changed = recording
        changed.change(place.frame) { bytes in
          if place.offset < bytes.count { bytes[place.offset] ^= 1 }
        }
        let block = String(field.path.prefix { $0 != "." })
        pairs.append(
          pair("\(name), exchange \(number + 1), \(field.path)", recording, changed) { found in
            found.facts.changed == 1 && found.facts.differences == 1
              && (found.paths == [field.path]
                || Self.checksAnother(field.path) && found.paths == ["data"]
                || Self.isOfBlock(field.path) && found.paths == [block])
          })
      }
    }
    return pairs
  }

  /// Fields of a MIFARE Classic's first block and of value blocks: with one that does not fit the
  /// others, the block is read as bytes.
  private static func checksAnother(_ path: String) -> Bool {
    let fields = ["uid", "check", "value", "complement", "again", "address", "inverted"]
    return fields.contains(String(path.prefix { $0 != "_" }))
  }

  /// Fields of FeliCa blocks that are known by what must stand in them: reserved bytes that are zero, a
  /// flag of two values, a date that there is.
  private static func isOfBlock(_ path: String) -> Bool {
    let fields = ["reserved", "write_flag", "rw_flag", "date"]
    return path.hasPrefix("data[") && fields.contains(String(path.drop { $0 != "." }.dropFirst()))
  }

  /// Fields that say how others are read, or who is asked, change more than themselves.
  private static func isFree(_ path: String, isCommand: Bool) -> Bool {
    let last = path.split(separator: ".").last.map(String.init) ?? path
    let shaping = ["9F38", "8C", "8D", "97", "9F49", "94", "9F4A", "5C"]
    if shaping.contains(where: {
      last.hasPrefix($0) && (last == $0 || last.dropFirst($0.count).first == "[")
    }) {
      return false
    }
    let structural = [
      "cla", "ins", "lc", "le", "p1", "p2", "p1p2", "idm", "length", "len", "code", "more", "done",
      "status", "service_count", "block_count", "count", "status_1", "flags", "state",
      "reply_status", "node_count", "system_count", "information",
    ]
    return !structural.contains(last)
  }

  /// Another status, and another value where values vary.
  private func values(_ name: String, _ recording: Recording, _ aim: Aim) -> [Pair] {
    var pairs: [Pair] = []
    for (number, target) in aim.exchanges.enumerated()
    where target.exchange.outcome == .answered && target.exchange.parts == 1 {
      for (half, isCommand) in [(target.command, true), (target.answer, false)] {
        for field in half.fields {
          guard let place = half.places[field.range.upperBound - 1],
            target.isDerived || recording.hasCRC(place.frame)
          else { continue }
          let isWanted =
            self == .status
            ? field.isStatus && target.exchange.status == 0x9000 && !isCommand : field.varies
          guard isWanted else { continue }
          var changed = recording
          changed.change(place.frame) { bytes in
            guard place.offset < bytes.count else { return }
            // 9000 becomes 9004, which no rule reads as the beginning of anything.
            bytes[place.offset] ^= self == .status ? 4 : 0x55
          }
          let isStatus = self == .status
          pairs.append(
            pair("\(name), exchange \(number + 1), \(field.path)", recording, changed) { found in
              isStatus
                ? found.facts.differences == 1 && found.paths == [field.path]
                : found.facts.isSame && found.paths.isEmpty
            })
        }
      }
    }
    return pairs
  }

  /// Whole exchanges that are missing, there twice, in another order, without their answer.
  private func exchanges(_ name: String, _ recording: Recording, _ aim: Aim) -> [Pair] {
    var pairs: [Pair] = []
    for (number, target) in aim.exchanges.enumerated() {
      var changed = recording
      let range = target.frames
      let isLast =
        number + 1 == aim.exchanges.count || aim.exchanges[number + 1].visit != target.visit
      switch self {
      case .dropped where target.isSingle && !isAlone(target, aim):
        changed.frames.removeSubrange(range)
      case .repeated where target.isSingle:
        let copy = recording.frames[range].map { item in
          var item = item
          item.frame.time = recording.frames[range.upperBound].frame.time
          return item
        }
        changed.frames.insert(contentsOf: copy, at: range.upperBound + 1)
      case .swapped where target.isSingle && !isLast:
        let next = aim.exchanges[number + 1]
        guard next.isSingle, next.frames.lowerBound == range.upperBound + 1,
          next.exchange.form == target.exchange.form, next.command.bytes != target.command.bytes
        else { continue }
        let both = Array(recording.frames[next.frames]) + Array(recording.frames[range])
        changed.frames.replaceSubrange(range.lowerBound...next.frames.upperBound, with: both)
      case .unanswered where target.isSingle && isLast:
        changed.frames.remove(at: range.upperBound)
      case .damaged where target.isSingle && recording.hasCRC(range.upperBound):
        changed.frames[range.upperBound].bytes[changed.frames[range.upperBound].bytes.count - 1] ^=
          0xFF
      default: continue
      }
      if target.isInBlocks { Blocks.number(&changed, like: recording) }
      let mutation = self
      pairs.append(
        pair("\(name), exchange \(number + 1)", recording, changed) { found in
          let facts = found.facts
          guard facts.differences == 1 else { return false }
          switch mutation {
          case .dropped: return facts.removed == 1
          case .repeated:
            return facts.added == 1 && found.rows.contains { $0.mark == .repetitionAdded }
          case .swapped: return facts.moved == 1
          default: return facts.changed == 1 && found.paths == ["outcome"]
          }
        })
    }
    return pairs
  }

  /// Whether a visit would have no exchange any more.
  private func isAlone(_ target: Aim.Target, _ aim: Aim) -> Bool {
    aim.exchanges.count { $0.visit == target.visit } == 1
  }

  /// Visits that are missing, there twice, or in another order.
  private func visits(
    _ name: String, _ recording: Recording, _ other: Recording, _ aim: Aim
  ) -> [Pair] {
    let (mine, theirs) = (aim.visits, Aim(other).visits)
    switch self {
    case .visitDropped:
      return [
        pair(name, recording + other, recording) {
          $0.facts.visitsRemoved == theirs && $0.facts.differences == theirs
        }
      ]
    case .visitRepeated:
      return [
        pair(name, recording + other, recording + other + other.later(by: 60_000_000_000)) {
          $0.facts.visitsAdded == theirs && $0.facts.differences == theirs
        }
      ]
    default:
      return [
        pair(name, recording + other, other + recording) {
          $0.facts.visitsMoved == min(mine, theirs) && $0.facts.differences == min(mine, theirs)
        }
      ]
    }
  }
}
