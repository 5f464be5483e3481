import Bytes
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Blocks of ISO-DEP in a recording (ISO/IEC 14443-4).
enum Blocks {
  static func isInformation(_ pcb: UInt8) -> Bool { pcb & 0xE2 == 0x02 }
  static func isAcknowledge(_ pcb: UInt8) -> Bool { pcb & 0xF6 == 0xA2 }
  static func isNegative(_ pcb: UInt8) -> Bool { pcb & 0xF6 == 0xB2 }

  /// Numbers all blocks anew by the standard's rules: each of the reader's blocks that moves data on
  /// has the other number than the one before, and the card answers with the same.
  static func number(_ recording: inout Recording, like original: Recording) {
    var number: UInt8 = 1
    var isActive = false
    var isAnswerDue = false
    for index in recording.frames.indices {
      let item = recording.frames[index]
      guard recording.hasCRC(index), let first = item.bytes.first else { continue }
      if item.frame.direction == .toCard, first == 0xE0 || first == 0x1D {
        isActive = true
        isAnswerDue = true
        number = 1
        continue
      }
      // An ATS may begin like a block.
      if isAnswerDue, item.frame.direction == .fromCard {
        isAnswerDue = false
        continue
      }
      guard isActive, isInformation(first) || isAcknowledge(first) || isNegative(first) else {
        continue
      }
      if item.frame.direction == .toCard, !isNegative(first) { number ^= 1 }
      let wanted = number
      recording.change(index) { $0[0] = $0[0] & 0xFE | wanted }
    }
  }
}

extension Mutation {
  /// What the blocks need to get across, and presence checks: nothing that counts.
  func blocks(_ name: String, _ recording: Recording, _ aim: Aim) -> [Pair] {
    var pairs: [Pair] = []
    for (number, target) in aim.exchanges.enumerated() where target.isSingle && target.isInBlocks {
      let (ask, give) = (target.frames.lowerBound, target.frames.upperBound)
      guard recording.hasCRC(ask), recording.hasCRC(give),
        let pcb = recording.frames[give].bytes.first,
        Blocks.isInformation(pcb), pcb & 0x0C == 0
      else { continue }
      var changed = recording
      let more: [TransportKind: Int]
      switch self {
      case .waitingExtension:
        changed.insert([0xF2, 0x01], like: ask, at: give)
        changed.insert([0xF2, 0x01], like: give + 1, at: give)
        more = [.waitingExtensions: 1]
      case .repeatRequest:
        let body = Array(recording.frames[give].bytes.dropLast(2))
        changed.insert([0xB2 | pcb & 1], like: ask, at: give + 1)
        changed.insert(body, like: give, at: give + 2)
        more = [.negativeAcknowledges: 1]
      case .commandChain:
        let body = Array(recording.frames[ask].bytes.dropLast(2))
        guard body.count > 3 else { continue }
        changed.change(ask) { $0 = [body[0] | 0x10] + body[1..<3] }
        changed.insert([0xA2], like: give, at: ask + 1)
        changed.insert([body[0]] + body[3...], like: ask, at: ask + 2)
        more = [.commandBlocks: 1]
      case .answerChain:
        let body = Array(recording.frames[give].bytes.dropLast(2))
        guard body.count > 2 else { continue }
        changed.change(give) { $0 = [body[0] | 0x10] + body[1..<2] }
        changed.insert([0xA2], like: ask, at: give + 1)
        changed.insert([body[0]] + body[2...], like: give, at: give + 2)
        more = [.answerBlocks: 1]
      default:
        changed.insert([0xB2], like: ask, at: give + 1)
        changed.insert([0xA2], like: give, at: give + 2)
        more = [.presenceChecks: 1]
      }
      Blocks.number(&changed, like: recording)
      if self == .presenceCheck {
        // R(NAK) with the number that the card did not send last asks for R(ACK).
        changed.change(give + 1) { $0[0] ^= 1 }
        changed.change(give + 2) { $0[0] = 0xA2 | $0[0] & 1 }
      }
      pairs.append(
        pair("\(name), exchange \(number + 1)", recording, changed) { found in
          var expected = TransportCounts()
          for (kind, count) in more { expected[kind] = count }
          return found.facts.isSame && found.facts.transport.more == expected
            && found.facts.transport.fewer.isEmpty
        })
    }
    return pairs
  }

  /// Who the card is, and how it is woken.
  func activations(_ name: String, _ recording: Recording, _ aim: Aim) -> [Pair] {
    var changed = recording
    let frames = recording.frames
    switch self {
    case .fieldEvents:
      guard frames.contains(where: { $0.frame.event == .fieldOn }) else { return [] }
      changed.frames.removeAll { $0.frame.event == .fieldOn }
      return [pair(name, recording, changed) { $0.facts.isSame && !$0.facts.transport.isEmpty }]
    case .slower:
      guard frames.count > 2, !aim.exchanges.isEmpty else { return [] }
      for index in frames.indices {
        changed.frames[index].frame.time =
          frames[0].frame.time
          + (frames[index].frame.time - frames[0].frame.time) * 5 / 4 + 1_000
      }
      return [pair(name, recording, changed) { $0.facts.isSame || $0.isOnlyNonces }]
    case .poll:
      let polls = frames.indices.filter { index in
        frames[index].frame.direction == .toCard && [[0x26], [0x52]].contains(frames[index].bytes)
      }
      guard let first = polls.first else { return [] }
      changed.frames.insert(frames[first], at: first)
      return [
        pair(name, recording, changed) {
          $0.facts.isSame && $0.facts.transport.more[.polls] == 1
        }
      ]
    case .frameSize:
      // RATS: E0, then FSDI and CID.
      return selections(name, recording, 0xE0) {
        $0[1] = $0[1] & 0x0F | 0x50
      } isRight: {
        $0.facts.isSame && $0.facts.transport.fsd != nil
      }
    case .cardNumber: return cardNumbers(name, recording)
    case .answerToSelect:
      return answers(name, recording, to: 0xE0) { $0[$0.count - 1] ^= 1 }
    default:
      return []
    }
  }

  /// Changes commands that begin with a byte.
  private func selections(
    _ name: String, _ recording: Recording, _ first: UInt8, _ body: (inout [UInt8]) -> Void,
    isRight: @escaping (Found) -> Bool
  ) -> [Pair] {
    var changed = recording
    var isChanged = false
    for index in recording.frames.indices
    where recording.hasCRC(index) && recording.frames[index].bytes.first == first
      && recording.frames[index].frame.direction == .toCard
      && recording.frames[index].bytes.count == 4
    {
      let before = changed.frames[index].bytes
      changed.change(index, body)
      isChanged = isChanged || changed.frames[index].bytes != before
    }
    return isChanged ? [pair(name, recording, changed, isRight)] : []
  }

  /// Changes the last byte of answers to a command, where it is an ATS of more than TL and T0.
  private func answers(
    _ name: String, _ recording: Recording, to first: UInt8, _ body: (inout [UInt8]) -> Void
  ) -> [Pair] {
    var pairs: [Pair] = []
    for index in recording.frames.indices.dropLast()
    where recording.frames[index].bytes.first == first && recording.hasCRC(index)
      && recording.frames[index].bytes.count == 4 && recording.hasCRC(index + 1)
      && recording.frames[index + 1].bytes.count > 6
      && Int(recording.frames[index + 1].bytes[0]) == recording.frames[index + 1].bytes.count - 2
    {
      var changed = recording
      changed.change(index + 1, body)
      pairs.append(
        pair("\(name), frame \(index + 2)", recording, changed) { found in
          found.facts.activations == 1 && found.facts.differences == 1 && found.paths.count == 1
        })
    }
    return pairs
  }

  /// The reader gives the card a number, and says it in every block (b4 of the PCB).
  private func cardNumbers(_ name: String, _ recording: Recording) -> [Pair] {
    var changed = recording
    var isActive = false
    for index in recording.frames.indices where recording.hasCRC(index) {
      let item = recording.frames[index]
      if item.frame.direction == .toCard, item.bytes.first == 0xE0, item.bytes.count == 4 {
        changed.change(index) { $0[1] = $0[1] & 0xF0 | 0x01 }
        isActive = true
      } else if isActive, let pcb = item.bytes.first,
        Blocks.isInformation(pcb) || Blocks.isAcknowledge(pcb) || Blocks.isNegative(pcb)
          || pcb & 0xC7 == 0xC2
      {
        guard pcb & 0x08 == 0 else { return [] }
        changed.change(index) { bytes in
          bytes[0] |= 0x08
          bytes.insert(0x01, at: 1)
        }
      }
    }
    guard isActive else { return [] }
    return [
      pair(name, recording, changed) {
        $0.facts.isSame && $0.facts.transport.cid == Change(0, 1)
      }
    ]
  }
}

extension Mutation {
  /// Another card: the last byte of its UID, in every frame that holds it.
  func identifiers(_ name: String, _ recording: Recording) -> [Pair] {
    guard
      let first = recording.frames.indices.last(where: { index in
        let bytes = recording.frames[index].bytes
        return recording.frames[index].frame.direction == .fromCard && bytes.count == 5
          && bytes[0] ^ bytes[1] ^ bytes[2] ^ bytes[3] == bytes[4] && bytes[0] != 0x88
      })
    else { return [] }
    let level = recording.frames[first].bytes
    var other = level
    other[3] ^= 1
    other[4] ^= 1
    var changed = recording
    for index in recording.frames.indices {
      if recording.frames[index].bytes == level { changed.frames[index].bytes = other }
      guard recording.hasCRC(index), recording.frames[index].bytes.count == 9,
        recording.frames[index].bytes[2..<7] == level[...]
      else { continue }
      changed.change(index) { $0.replaceSubrange(2..<7, with: other) }
    }
    let isRandom = level[0] == 0x08
    return [
      pair(name, recording, changed) { found in
        isRandom
          ? found.facts.isSame
          : !found.paths.isEmpty && found.paths.allSatisfy { $0 == "uid" }
            && found.facts.differences == found.paths.count
      }
    ]
  }
}
