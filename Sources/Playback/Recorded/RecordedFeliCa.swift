import Decoding
import Tags

/// A recorded card of NFC-F. Commands and answers begin with LEN.
///
/// Blocks of a service that is written to without a key are written to where they were seen, or where
/// the attribute block says that the card has them; from then on the memory answers, and not what was
/// recorded.
struct RecordedFeliCa: Card {
  private let polls: [RecordedExchange]
  private let idm: [UInt8]
  private var talk: RecordedTalk
  private var blocks: [BlockPlace: [UInt8]] = [:]
  /// Blocks that were written here.
  private var written: Set<BlockPlace> = []
  private var wasPolled = false

  /// A block's number, and that of its service: its code without the six bits that say how it may be
  /// reached, since services of one number share their blocks.
  private struct BlockPlace: Hashable {
    let service: UInt16
    let number: UInt16
  }

  init(idm: [UInt8], polls: [RecordedExchange], exchanges: [RecordedExchange]) {
    self.idm = idm
    self.polls = polls
    talk = RecordedTalk(exchanges)
    for exchange in exchanges {
      guard exchange.command.count > 1, exchange.command[1] == 0x06,
        let places = Self.places(in: exchange.command)?.blocks, let answer = exchange.answer,
        answer.count >= 13 + 16 * places.count, answer[10] == 0x00
      else { continue }
      for (index, place) in places.enumerated() {
        blocks[place] = Array(answer[13 + 16 * index..<29 + 16 * index])
      }
    }
  }

  /// The blocks that a Read or Write Without Encryption names, and what follows them:
  ///
  ///     LEN 06 or 08 IDm(8) | services: count, 2 bytes each | blocks: count, 2 or 3 bytes each | data
  private static func places(
    in command: [UInt8]
  ) -> (blocks: [BlockPlace], services: [UInt16], data: ArraySlice<UInt8>)? {
    guard command.count > 11, command[1] == 0x06 || command[1] == 0x08 else { return nil }
    var rest = command[10...]
    guard let count = rest.popFirst(), rest.count > 2 * Int(count) else { return nil }
    let services = (0..<Int(count)).map { index in
      let at = rest.startIndex + 2 * index
      return UInt16(rest[at]) | UInt16(rest[at + 1]) << 8
    }
    rest = rest.dropFirst(2 * Int(count))
    var places: [BlockPlace] = []
    for _ in 0..<(rest.popFirst() ?? 0) {
      guard let first = rest.popFirst(), let low = rest.popFirst() else { return nil }
      var number = UInt16(low)
      if first & 0x80 == 0 {
        guard let high = rest.popFirst() else { return nil }
        number |= UInt16(high) << 8
      }
      guard Int(first & 0x0F) < services.count else { return nil }
      places.append(BlockPlace(service: services[Int(first & 0x0F)] >> 6, number: number))
    }
    return places.isEmpty ? nil : (places, services, rest)
  }

  var technology: Technology { .nfcF }
  var isUsedUp: Bool { wasPolled && talk.isAtEnd }

  mutating func losePower() {}

  mutating func receive(_ frame: AirFrame) -> AirFrame? {
    guard frame.technology == .nfcF, let command = frame.payload, command.count >= 2 else {
      return nil
    }
    let answer = command[1] == 0x00 ? poll(command) : self.answer(command)
    return answer.map { AirFrame(.nfcF, payload: $0) }
  }

  /// The answer to the same poll, or to one for a system that is known to be there.
  private mutating func poll(_ request: [UInt8]) -> [UInt8]? {
    guard request.count == 6 else { return nil }
    let exact = polls.first { $0.command == request }
    if polls.isEmpty { return unseen(request) }
    guard let found = exact ?? polls.first(where: { Self.isFound($0, by: request) }),
      let answer = found.answer, answer.count >= 18
    else { return nil }
    wasPolled = true
    if exact != nil { return answer }
    // IDm and PMm as recorded; the system code, where it is asked for, is what was asked for.
    let system = request[4] == 0x01 ? request[2...3] : []
    return [UInt8(18 + system.count)] + answer[1..<18] + system
  }

  /// Where no poll was captured the card is of any system, and its PMm is not known.
  private mutating func unseen(_ request: [UInt8]) -> [UInt8] {
    wasPolled = true
    let system = request[4] == 0x01 ? request[2...3] : []
    let pmm = [UInt8](repeating: 0xFF, count: 8)
    return [UInt8(18 + system.count), 0x01] + idm + pmm + system
  }

  /// Whether the card of a recorded poll would have answered another: to its own system, or to
  /// any (FFh stands for any byte).
  private static func isFound(_ poll: RecordedExchange, by request: [UInt8]) -> Bool {
    guard poll.command.count == 6 else { return false }
    let answer = poll.answer ?? []
    let named = answer.count >= 20 && poll.command[4] == 0x01 ? answer[18..<20] : []
    let systems = [Array(poll.command[2...3]), Array(named)]
    return systems.contains { system in
      system.count == 2
        && zip(request[2...3], system).allSatisfy { $0 == $1 || $0 == 0xFF }
    }
  }

  private mutating func answer(_ command: [UInt8]) -> [UInt8]? {
    let isMeant = command.count > 10 && command[2..<10].elementsEqual(idm)
    let named = isMeant ? Self.places(in: command) : nil
    if let named, command[1] == 0x06, !written.isDisjoint(with: named.blocks) {
      return read(named.blocks) ?? refusal(of: command)
    }
    let known = talk.play(command)
    if let named, command[1] == 0x08, known.map({ Self.isDone($0.answer) }) ?? true {
      let isOpen = named.services.allSatisfy { $0 & 0x3F == Self.isWrittenWithoutKey }
      return isOpen && write(named.blocks, named.data)
        ? [0x0C, 0x09] + idm + [0x00, 0x00] : known?.answer ?? refusal(of: command)
    }
    if let known { return known.answer }
    // Blocks that were read in other steps than they are asked for now.
    if let named, let answer = read(named.blocks) { return answer }
    // Reading and writing are known to every card; the blocks are not.
    return isMeant && (command[1] == 0x06 || command[1] == 0x08) ? refusal(of: command) : nil
  }

  private func refusal(of command: [UInt8]) -> [UInt8] {
    [0x0C, command[1] + 1] + idm + [0x01, 0xA8]
  }

  private static func isDone(_ answer: [UInt8]?) -> Bool {
    guard let answer, answer.count > 10 else { return false }
    return answer[10] == 0x00
  }

  private func read(_ places: [BlockPlace]) -> [UInt8]? {
    let found = places.compactMap { blocks[$0] }
    guard places.count <= 15, found.count == places.count else { return nil }
    let length = UInt8(13 + 16 * found.count)
    return [length, 0x07] + idm + [0x00, 0x00, UInt8(found.count)] + found.flatMap { $0 }
  }

  /// Writes blocks, all of them or none.
  private mutating func write(_ places: [BlockPlace], _ data: ArraySlice<UInt8>) -> Bool {
    guard data.count == 16 * places.count,
      places.allSatisfy({
        $0.number < Self.firstRegister
          && (blocks[$0] != nil || $0.service == 0 && $0.number <= mostNDEF)
      })
    else { return false }
    for (index, place) in places.enumerated() {
      blocks[place] = Array(data.dropFirst(16 * index).prefix(16))
      written.insert(place)
    }
    return true
  }

  /// The last block that the attribute block leaves to a message; 0 where it was not read.
  private var mostNDEF: Int {
    blocks[BlockPlace(service: 0, number: 0)].flatMap { AttributeBlock($0.span) }?.blocks ?? 0
  }

  /// From here on a FeliCa Lite-S has keys, MACs and what they are made of.
  private static let firstRegister: UInt16 = 0x80
  /// A service's attribute: random blocks, read and written without a key (FeliCa Card User's Manual).
  private static let isWrittenWithoutKey: UInt16 = 0x09
}
