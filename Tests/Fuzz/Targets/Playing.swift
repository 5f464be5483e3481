import Bytes
import Decoding
import Playback
import TraceFormat

/// Cards in files, dumps and traces, on a simulated reader whose host says anything.
enum Playing {
  /// A byte for what comes, one for the card, and the rest.
  static func run(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    let (kind, which) = (numbers.byte(), Int(numbers.byte()))
    let rest = numbers.rest()
    let text = String(decoding: rest, as: UTF8.self)
    switch kind & 3 {
    case 0: host(rest, on: BuiltInCard.all[which % BuiltInCard.all.count])
    case 1: drive(CardDump(rest)?.card)
    case 2: drive(try? CardFile(text, file: "fuzz.card").card())
    default: replay(rest)
    }
  }

  /// What a host sends, in frames or not.
  private static func host(_ bytes: [UInt8], on card: BuiltInCard) {
    guard let card = try? card.card() else { return }
    var chip = PN532(cards: [card])
    var finder = HostFrameFinder()
    for start in stride(from: 0, to: bytes.count, by: 7) {
      finder.append(Array(bytes[start..<min(start + 7, bytes.count)]))
      while let frame = finder.next() {
        guard case .data(let data) = frame, data.count >= 2 else { continue }
        _ = chip.perform(data[1], Array(data[2...]))
      }
    }
    // The same bytes as commands, a length before each.
    var numbers = Numbers(bytes)
    while !numbers.isEmpty {
      let command = numbers.run(Int(numbers.byte() & 31) + 1)
      guard let code = command.first else { break }
      if case .answer(let answer) = chip.perform(code, Array(command.dropFirst())) {
        expect(answer.count <= 263, "an answer fits into a frame")
      }
    }
  }

  /// A text trace, played back and asked for what is in it.
  private static func replay(_ bytes: [UInt8]) {
    var reader = TextTraceReader(Pieces(bytes))
    var recovery = CardRecovery(Known.lexicon)
    var batch = FrameBatch()
    while (try? reader.read(into: &batch)) == true { recovery.read(batch) }
    let cards = recovery.finish()
    drive(RecordedCard.sequence(cards))
    guard let first = cards.first, let card = first.card else { return }
    if let remembered = first.rememberedCard {
      drive(TornCard(remembered, goesAfter: .exchanges(40)))
      ask(TornCard(remembered, goesAfter: .bytes(2_000)), first.exchanges.map(\.command))
      expect((remembered.memory?.count ?? 0) <= 1 << 18, "a memory is as large as what was read")
    }
    var chip = PN532(cards: [card])
    for kind: UInt8 in [0, 1, 3] {
      _ = chip.perform(0x4A, [0x01, kind] + (kind == 1 ? [0x00, 0xFF, 0xFF, 0x01, 0x00] : [0x00]))
      for exchange in first.exchanges { _ = chip.perform(0x40, [0x01] + exchange.command) }
    }
  }

  /// What readers ask of every card.
  private static func drive(_ card: (any Card)?) {
    guard let card else { return }
    var chip = PN532(cards: [card])
    for command in commands { _ = chip.perform(command[0], Array(command.dropFirst())) }
    if card.technology == .nfcV { ask(card, requests) }
  }

  /// Commands in frames of the card's own technology.
  private static func ask(_ card: any Card, _ commands: [[UInt8]]) {
    var card = card
    for command in commands where !command.isEmpty {
      let answer = card.receive(AirFrame(card.technology, payload: command))
      expect((answer?.bytes.count ?? 0) <= 1 << 17, "an answer is no longer than a card's memory")
    }
    card.losePower()
  }

  /// What readers ask of every card of ISO/IEC 15693.
  private static let requests: [[UInt8]] = [
    "260100", "022B", "022000", "02230003", "02210901020304", "022209", "02210901020304",
    "022C0002",
    "02300000", "0233000001 00", "0231090001020304", "02320900", "0234090000000102030405060708",
    "022742", "0228", "022701", "022901", "022A", "022902", "4220 00", "0202", "022000",
    "2226030201005034120100", "122000", "02250000", "360108AA",
  ].compactMap { Hex.bytes($0) }

  private static let commands: [[UInt8]] = [
    "3205FF0100", "4A0100", "400130FF", "4A0100", "40013003", "42600000", "4260", "423A0020",
    "4001A20401020304", "4001A20401020304", "4A0100", "400100A4040007D276000085010100",
    "400100A4000C02E104", "400100B0000000", "40019060000000", "4401", "4A010100FFFF0100",
    "40011006012E4A3B2C1D0E9F010B00018000", "4A010300", "400100B0000000", "320100", "4A0100",
  ].compactMap { Hex.bytes($0) }
}
