import Decoding

/// A recorded card of ISO/IEC 15693. What a command asks for decides what answers it: whether its
/// reader sent the UID along, and which speed it wanted, does not.
///
/// Blocks are written to where they were seen, or where the card said that it has them; from then on
/// the memory answers, and not what was recorded.
struct RecordedVicinity: Card {
  private let uid: [UInt8]
  private var talk: RecordedTalk
  private var blocks: [Int: [UInt8]] = [:]
  /// Blocks that were written here, and those that were locked here.
  private var written: Set<Int> = []
  private var locked: Set<Int> = []
  /// Bytes that the card has, as far as it said so.
  private let size: Int
  /// All of its message was seen: what was not holds zeros, and makes no message up.
  private let isWhole: Bool
  private var wasFound = false

  init(uid: [UInt8], exchanges: [RecordedExchange], size: Int, isWhole: Bool) {
    self.uid = uid
    self.size = size
    self.isWhole = isWhole
    talk = RecordedTalk(
      exchanges.compactMap { exchange in
        Self.essence(of: exchange.command).map {
          RecordedExchange(command: $0, answer: exchange.answer)
        }
      })
    for exchange in exchanges { learn(exchange.command, exchange.answer ?? []) }
  }

  var technology: Technology { .nfcV }
  var isUsedUp: Bool { wasFound && talk.isAtEnd }

  mutating func losePower() {}

  mutating func receive(_ frame: AirFrame) -> AirFrame? {
    guard frame.technology == .nfcV, let payload = frame.payload,
      let request = VicinityRequest(payload.span)
    else { return nil }
    if request.asksWho {
      wasFound = true
      return AirFrame(.nfcV, payload: [0x00, 0x00] + uid.reversed())
    }
    guard request.uid.count != 8 || request.uid.bytes == uid,
      let asked = Self.essence(of: payload)
    else { return nil }
    let range = request.blocks(of: payload.span).map { $0.first..<$0.first + $0.count }
    if let range, !written.isDisjoint(with: range), request.readsBlocks {
      return AirFrame(.nfcV, payload: remembered(request, range) ?? Self.unknown)
    }
    let known = talk.play(asked)
    if let range, request.code == 0x22 || request.dataStart != nil, known?.answer?.first != 0x01 {
      return AirFrame(.nfcV, payload: write(request, range, payload))
    }
    if let known { return known.answer.map { AirFrame(.nfcV, payload: $0) } }
    let answer = range.flatMap { request.readsBlocks ? remembered(request, $0) : nil }
    return AirFrame(.nfcV, payload: answer ?? Self.unknown)
  }

  /// Takes in the blocks that an exchange read, and those that it found locked.
  private mutating func learn(_ command: [UInt8], _ answer: [UInt8]) {
    guard let request = VicinityRequest(command.span) else { return }
    if answer == Self.isLocked, let range = request.blocks(of: command.span) {
      locked.formUnion(range.first..<range.first + range.count)
    }
    guard let read = VicinityBlocks(request, command.span, answer: answer.span)
    else { return }
    for index in 0..<read.count {
      blocks[read.first + index] = Array(answer[read.range(of: index)])
    }
  }

  /// Blocks that were read in other steps than they are asked for now. Of what locks them nothing is
  /// known but what was done here.
  private func remembered(_ request: VicinityRequest, _ range: Range<Int>) -> [UInt8]? {
    var answer: [UInt8] = [0x00]
    for number in range {
      guard let block = blocks[number] ?? unseen(number) else { return nil }
      if request.hasOption { answer.append(locked.contains(number) ? 0x01 : 0x00) }
      answer += block
    }
    return answer
  }

  private func unseen(_ number: Int) -> [UInt8]? {
    guard isWhole, let unit = blocks.first?.value.count, (number + 1) * unit <= size else {
      return nil
    }
    return [UInt8](repeating: 0, count: unit)
  }

  /// Writes or locks blocks. 10: there is no such block; 11, 12: it is locked.
  private mutating func write(
    _ request: VicinityRequest, _ range: Range<Int>, _ payload: [UInt8]
  ) -> [UInt8] {
    guard let unit = blocks.first?.value.count,
      range.allSatisfy({ blocks[$0] != nil || ($0 + 1) * unit <= size })
    else { return [0x01, 0x10] }
    guard locked.isDisjoint(with: range) else {
      return request.code == 0x22 ? [0x01, 0x11] : Self.isLocked
    }
    guard let start = request.dataStart else {
      locked.formUnion(range)
      return [0x00]
    }
    guard payload.count == start + unit * range.count else { return Self.unknown }
    for (index, number) in range.enumerated() {
      blocks[number] = Array(payload[start + index * unit..<start + (index + 1) * unit])
      written.insert(number)
    }
    return [0x00]
  }

  private static let isLocked: [UInt8] = [0x01, 0x12]
  /// 0F: an error of which nothing more is said.
  private static let unknown: [UInt8] = [0x01, 0x0F]

  /// The option flag, the code, the maker and the parameters of a request.
  private static func essence(of bytes: [UInt8]) -> [UInt8]? {
    guard let request = VicinityRequest(bytes.span), request.isWhole, !request.isInventory else {
      return nil
    }
    let maker = request.maker.map { [$0] } ?? []
    return [request.code, request.flags & 0x40] + maker
      + bytes[min(request.parameters, bytes.count)...]
  }
}
