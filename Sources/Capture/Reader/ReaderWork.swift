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
    do throws(CardReader.Trouble) {
      let technologies = reader.technologies
      while !reader.isToStop {
        for technology in technologies where !reader.isToStop {
          guard let card = try reader.select(technology, pollData(plan, technology)) else {
            continue
          }
          try read(card, plan, reader, say)
          cards += 1
          if let most = plan.cards, cards >= most {
            reader.deselect()
            return 0
          }
          try waitForRemoval(of: card, reader, plan)
        }
        reader.pause(milliseconds: 100)
      }
    } catch {
      say("\(reader.name) does not answer any more; the recording ends here")
      return 2
    }
    return 0
  }

  /// The readers that can be driven.
  package static func list() -> [String]? { CardReader.list() }

  /// What a FeliCa card is polled with: code, system, request, slots.
  private static func pollData(_ plan: ReadingPlan, _ technology: CardReader.Technology) -> [UInt8]
  {
    guard case .felica(let query) = plan.purpose, technology.type == 7 else { return [] }
    return [0x00, UInt8(query.system >> 8), UInt8(query.system & 0xFF), 0x01, 0x00]
  }

  private static func read(
    _ card: FoundCard, _ plan: ReadingPlan, _ reader: CardReader, _ say: (String) -> Void
  ) throws(CardReader.Trouble) {
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
  }

  private static func send(
    _ purpose: ReadingPlan.Purpose, to card: FoundCard, _ reader: CardReader
  ) throws(CardReader.Trouble) {
    let reading = NDEFReading { (bytes) throws(CardReader.Trouble) in try reader.exchange(bytes) }
    switch purpose {
    case .nothing: break
    case .apdus(let list) where card.kind == .type4:
      for apdu in list where !reader.isToStop { _ = try reader.exchange(apdu) }
    case .apdus: break
    case .felica(let query) where card.kind == .type3:
      guard let service = query.service else { break }
      for block in query.blocks where !reader.isToStop {
        try reading.readBlocks(block..<block + 1, of: service, card.id)
      }
    case .felica: break
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

  /// Waits until the card was taken away, so that it is not read again and again.
  private static func waitForRemoval(
    of card: FoundCard, _ reader: CardReader, _ plan: ReadingPlan
  ) throws(CardReader.Trouble) {
    while !reader.isToStop, reader.hasCard { reader.pause(milliseconds: 300) }
    reader.deselect()
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
