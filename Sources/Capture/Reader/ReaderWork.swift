import TraceFormat

/// What the process does that drives a reader. Its frames go through the library that is loaded in
/// front of libnfc, as those of any program do.
package enum ReaderWork {
  /// Does it to its end, and gives the exit code.
  package static func run(_ plan: ReadingPlan, say: (String) -> Void) -> Int32 {
    let reader: CardReader
    do throws(CardReader.Failure) {
      reader = try CardReader(plan.reader)
    } catch {
      say(error.words)
      return 2
    }
    defer { reader.close() }
    var cards = 0
    var served = 0
    // Those that lie on the reader and were read: not again and again.
    var known: [FoundCard] = []
    do throws(CardReader.Trouble) {
      let technologies = order(reader.technologies, for: plan.purpose)
      while !reader.isToStop {
        var isNew = false
        for technology in technologies {
          // One that is let go leaves the next poll to another that lies beside it.
          var heard: [FoundCard] = []
          while !reader.isToStop,
            let card = try reader.select(technology, pollData(plan, technology))
          {
            if !known.contains(where: { $0.isSame(as: card) }) {
              isNew = true
              known.append(card)
              cards += 1
              if try read(card, plan, reader, say) { served += 1 }
            }
            reader.deselect()
            if let most = plan.cards, cards >= most { return served > 0 ? 0 : 2 }
            if heard.contains(where: { $0.isSame(as: card) }) { break }
            heard.append(card)
          }
        }
        if isNew { continue }
        known = try present(known, reader, plan)
        reader.pause(milliseconds: known.isEmpty ? 100 : 300)
      }
    } catch {
      say("\(reader.name) does not answer any more; the recording ends here")
      return 2
    }
    return served > 0 || cards == 0 ? 0 : 2
  }

  /// What is polled for in which order: what is asked for comes first.
  private static func order(
    _ technologies: [CardReader.Technology], for purpose: ReadingPlan.Purpose
  ) -> [CardReader.Technology] {
    guard case .felica = purpose else { return technologies }
    let isAsked = { (technology: CardReader.Technology) in
      technology.type == CardReader.Technology.felica212.type
    }
    return technologies.filter(isAsked) + technologies.filter { !isAsked($0) }
  }

  /// The readers that can be driven.
  package static func list() -> [String]? { CardReader.list() }

  /// What a FeliCa card is polled with: code, system, request, slots.
  private static func pollData(_ plan: ReadingPlan, _ technology: CardReader.Technology) -> [UInt8]
  {
    guard case .felica(let query) = plan.purpose, technology.type == 7 else { return [] }
    return [0x00, UInt8(query.system >> 8), UInt8(query.system & 0xFF), 0x01, 0x00]
  }

  /// Reads a card; false where it is none that takes what is asked for.
  private static func read(
    _ card: FoundCard, _ plan: ReadingPlan, _ reader: CardReader, _ say: (String) -> Void
  ) throws(CardReader.Trouble) -> Bool {
    if let refusal = refusal(of: plan.purpose, by: card) {
      say(refusal)
      reader.note(.comment, refusal)
      return false
    }
    do throws(CardReader.Trouble) {
      try send(plan.purpose, to: card, reader)
    } catch {
      guard case .cardLost = error else { throw error }
      // A card that was torn away, or one that refuses by silence: whether it is there tells.
      if reader.hasCard {
        say("the card left a command unanswered, and was not read to the end")
      } else {
        reader.note(.targetLost)
        say("the card went away while it was read")
      }
    }
    return true
  }

  /// Why nothing is sent to a card.
  private static func refusal(of purpose: ReadingPlan.Purpose, by card: FoundCard) -> String? {
    switch purpose {
    case .apdus where card.kind != .type4:
      "the card takes no APDUs, as it does not speak ISO-DEP: nothing was sent to it"
    case .felica where card.kind != .type3: "the card is no FeliCa card: nothing was read of it"
    case .apdus, .felica, .ndef, .nothing: nil
    }
  }

  private static func send(
    _ purpose: ReadingPlan.Purpose, to card: FoundCard, _ reader: CardReader
  ) throws(CardReader.Trouble) {
    let reading = NDEFReading { (bytes) throws(CardReader.Trouble) in try reader.exchange(bytes) }
    switch purpose {
    case .nothing: break
    case .apdus(let list):
      for apdu in list where !reader.isToStop { _ = try reader.exchange(apdu) }
    case .felica(let query):
      guard let service = query.service else { break }
      for block in query.blocks where !reader.isToStop {
        try reading.readBlocks(block..<block + 1, of: service, card.id)
      }
    case .ndef:
      switch card.kind {
      case .type2: try reading.readType2()
      case .type4: try reading.readType4()
      case .type3:
        // The system of NDEF may have an identity of its own.
        let poll: [UInt8] = [0x00, 0x12, 0xFC, 0x01, 0x00]
        if let tag = try reader.select(card.technology, poll) { try reading.readType3(tag.id) }
      case .other: break
      }
    }
  }

  /// Those of the cards that were not taken away.
  private static func present(
    _ cards: [FoundCard], _ reader: CardReader, _ plan: ReadingPlan
  ) throws(CardReader.Trouble) -> [FoundCard] {
    var present: [FoundCard] = []
    for card in cards where !reader.isToStop {
      let isTypeA = card.technology == .typeA
      let data = isTypeA ? card.id : pollData(plan, card.technology)
      if try reader.select(card.technology, data)?.isSame(as: card) == true {
        present.append(card)
      }
      reader.deselect()
    }
    return present
  }
}

extension CardReader.Failure {
  /// One line: what was looked for, and what would help.
  var words: String {
    switch self {
    case .noLibrary:
      "libnfc.so.6 is not installed, and readers are driven through it (Debian: libnfc6); "
        + "--simulate CARD needs none"
    case .noReader:
      "libnfc found no reader: none of its drivers (PN53x by USB, ACR122, serial PN532) sees one; is "
        + "it plugged in and not held by pcscd (systemctl stop pcscd pcscd.socket), and may you open "
        + "it? A serial one is named with --reader pn532_uart:/dev/ttyUSB0; --simulate CARD needs none"
    case .busy(let name, let process):
      "\(name) is in use by another nfctrace" + (process.isEmpty ? "" : " (process \(process))")
    case .notOpened(let name):
      "\(name) does not open: is the reader there, and may you open it (group dialout or plugdev)?"
    }
  }
}
