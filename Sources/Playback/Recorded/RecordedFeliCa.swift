import Decoding

/// A recorded card of NFC-F. Commands and answers begin with LEN.
struct RecordedFeliCa: Card {
  private let polls: [RecordedExchange]
  private let idm: [UInt8]
  private var talk: RecordedTalk
  /// What blocks held when they were read, by service and number.
  private var blocks: [BlockPlace: [UInt8]] = [:]
  private var wasPolled = false

  private struct BlockPlace: Hashable {
    let service: UInt16
    let number: UInt16
  }

  init(idm: [UInt8], polls: [RecordedExchange], exchanges: [RecordedExchange]) {
    self.idm = idm
    self.polls = polls
    talk = RecordedTalk(exchanges)
    for exchange in exchanges {
      guard let places = Self.places(in: exchange.command), let answer = exchange.answer,
        answer.count >= 13 + 16 * places.count, answer[10] == 0x00
      else { continue }
      for (index, place) in places.enumerated() {
        blocks[place] = Array(answer[13 + 16 * index..<29 + 16 * index])
      }
    }
  }

  /// The blocks that a Read Without Encryption asks for:
  ///
  ///     LEN 06 IDm(8) | services: count, 2 bytes each | blocks: count, 2 or 3 bytes each
  private static func places(in command: [UInt8]) -> [BlockPlace]? {
    guard command.count > 11, command[1] == 0x06 else { return nil }
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
      places.append(BlockPlace(service: services[Int(first & 0x0F)], number: number))
    }
    return places.isEmpty ? nil : places
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
    if let exchange = talk.play(command) { return exchange.answer }
    // Blocks that were read in other steps than they are asked for now.
    if let places = Self.places(in: command), command[2..<10].elementsEqual(idm), places.count <= 15
    {
      let found = places.compactMap { blocks[$0] }
      if found.count == places.count {
        let length = UInt8(13 + 16 * found.count)
        return [length, 0x07] + idm + [0x00, 0x00, UInt8(found.count)] + found.flatMap { $0 }
      }
    }
    // Reading and writing are known to every card; the blocks are not.
    guard command.count > 10, command[2..<10].elementsEqual(idm) else { return nil }
    switch command[1] {
    case 0x06, 0x08: return [0x0C, command[1] + 1] + idm + [0x01, 0xA8]
    default: return nil
    }
  }
}
