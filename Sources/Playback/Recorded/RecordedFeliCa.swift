import Decoding

/// A recorded card of NFC-F. Commands and answers begin with LEN.
struct RecordedFeliCa: Card {
  private let polls: [RecordedExchange]
  private let idm: [UInt8]
  private var talk: RecordedTalk
  private var wasPolled = false

  init(idm: [UInt8], polls: [RecordedExchange], exchanges: [RecordedExchange]) {
    self.idm = idm
    self.polls = polls
    talk = RecordedTalk(exchanges)
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
    // Reading and writing are known to every card; the blocks are not.
    guard command.count > 10, command[2..<10].elementsEqual(idm) else { return nil }
    switch command[1] {
    case 0x06, 0x08: return [0x0C, command[1] + 1] + idm + [0x01, 0xA8]
    default: return nil
    }
  }
}
