import Bytes
import Decoding
import Tags

/// The lines below a row that read FeliCa blocks: the attribute block of a Type 3 tag, the
/// configuration of the Lite family, entries of a transit card's history.
extension Composer {
  mutating func append(
    felicaDetails answer: Span<UInt8>, to command: Span<UInt8>, from start: Int
  ) {
    guard let access = FelicaAccess(command) else { return }
    let data = access.isWrite ? access.dataStart : 13
    let bytes = access.isWrite ? command : answer
    guard access.isWrite || answer.count > 13 && answer[10] == 0 else { return }
    var blocks = access.blocks
    var index = 0
    while let block = blocks.next(in: command) {
      let offset = data + 16 * index
      index += 1
      guard offset + 16 <= bytes.count else { return }
      let service = access.service(block.service, in: command) ?? 0
      let content = bytes.extracting(offset..<offset + 16)
      if FelicaCard.isTagService(service), block.number == 0 {
        append(attributes: content, from: start)
      } else if FelicaCard.isTagService(service), block.number == 0x88 {
        append(configuration: content, from: start)
      } else if service == TransitEntry.service, !access.isWrite {
        append(history: content, from: start)
      } else if FelicaCard.isTagService(service), block.number >= LiteBlocks.challenge {
        append(
          session: block.number, content, isWrite: access.isWrite, before: index - 1, from: start)
      }
    }
  }

  /// What a session with the card key is made of (FeliCa Lite-S User's Manual): the challenge that
  /// begins it, and MACs over what was moved, with a key that follows from both. Eight bytes are
  /// sent last byte first.
  ///
  ///     RC: challenge for the session key
  ///     MAC_A C8C7C6C5C4C3C2C1 over 1 block, write count 5
  private mutating func append(
    session block: UInt16, _ content: Span<UInt8>, isWrite: Bool, before: Int, from start: Int
  ) {
    if block == LiteBlocks.challenge, isWrite {
      beginLine(from: start)
      words.append("RC: a challenge, from which and the card key the session key follows")
    }
    guard LiteBlocks.isMAC(block), before > 0 else { return }
    beginLine(from: start)
    words.append(block == LiteBlocks.mac ? "MAC " : "MAC_A ")
    for index in (0..<8).reversed() { words.append(hex: content[index]) }
    words.append(" over the ")
    if before > 1 {
      words.append(decimal: before)
      words.append(" blocks before it")
    } else {
      words.append("block before it")
    }
    guard isWrite else { return }
    words.append(", write count ")
    let count = Int(ByteOrder.little.number16(content, at: 8)) | Int(content[10]) << 16
    words.append(decimal: count)
  }

  /// `attribute block: version 1.0, reads 4, writes 1 at a time, 13 blocks, read-only, Ln 0`.
  private mutating func append(attributes block: Span<UInt8>, from start: Int) {
    guard let attributes = AttributeBlock(block),
      felicaCard.isNDEF || attributes.isSound && attributes.major == 1
    else { return }
    beginLine(from: start)
    words.append("attribute block: version ")
    words.append(decimal: attributes.major)
    words.append(".")
    words.append(decimal: attributes.minor)
    words.append(", reads ")
    words.append(decimal: attributes.blocksPerRead)
    words.append(", writes ")
    words.append(decimal: attributes.blocksPerWrite)
    words.append(" at a time, ")
    words.append(count: attributes.blocks, "block", "blocks")
    words.append(attributes.isWritable ? ", writable, Ln " : ", read-only, Ln ")
    words.append(decimal: attributes.length)
    if attributes.isBeingWritten { words.append(", update under way") }
  }

  /// `MC: S_PAD and REG writable (FFFF), system blocks not locked (FF), NDEF off (SYS_OP 00)`.
  private mutating func append(configuration block: Span<UInt8>, from start: Int) {
    guard let configuration = LiteConfiguration(block) else { return }
    beginLine(from: start)
    words.append("MC: ")
    let count = configuration.writableCount
    if count == LiteConfiguration.userBlockCount {
      words.append(isLong ? "S_PAD and REG writable" : "pads writable")
    } else if count == 0 {
      words.append(isLong ? "S_PAD and REG read-only" : "pads read-only")
    } else {
      words.append(decimal: count)
      words.append(isLong ? " of 15 blocks writable" : " of 15 writable")
    }
    if isLong {
      words.append(" (")
      words.append(hex: configuration.writableAsSent)
      words.append(
        configuration.isLocked ? "), system blocks locked (" : "), system blocks not locked (")
      words.append(hex: configuration.systemBlocks)
      words.append(configuration.isNDEF ? "), NDEF on (SYS_OP " : "), NDEF off (SYS_OP ")
      words.append(hex: configuration.systemOption)
      words.append(")")
    } else {
      words.append(configuration.isLocked ? ", system blocks locked" : ", system blocks open")
      words.append(configuration.isNDEF ? ", NDEF on" : ", NDEF off")
    }
    append(restricted: configuration.readAfterAuthentication, "read after authentication")
    append(restricted: configuration.writtenAfterAuthentication, "written after authentication")
    append(restricted: configuration.writtenWithMAC, "written with MAC")
  }

  private mutating func append(restricted blocks: UInt16, _ how: StaticString) {
    let count = (blocks & LiteConfiguration.userBlocks).nonzeroBitCount
    guard count > 0 else { return }
    words.append(", ")
    words.append(count: count, "block", "blocks")
    words.append(" ")
    words.append(how)
  }

  /// `2007-04-01  gate, fare paid: 01-02 to 01-05, balance 1000 yen, no. 128`.
  private mutating func append(history block: Span<UInt8>, from start: Int) {
    guard let entry = TransitEntry(block), entry.isPlausible else { return }
    beginLine(from: start)
    words.append(decimal: entry.year)
    words.append("-")
    words.append(decimal: UInt(entry.month), digits: 2)
    words.append("-")
    words.append(decimal: UInt(entry.day), digits: 2)
    words.append("  ")
    words.append(Mark.hang)
    if isLong {
      append(value: entry.terminal, of: .terminal, "terminal ")
      words.append(", ")
    }
    append(value: entry.process, of: .process, "process ")
    words.append(": ")
    append(places: entry.places)
    words.append(", balance ")
    words.append(decimal: entry.balance)
    words.append(" yen")
    guard isLong else { return }
    words.append(", no. ")
    words.append(decimal: entry.sequence)
  }

  private mutating func append(value: UInt8, of kind: FelicaList, _ unknown: StaticString) {
    if let name = names.felica(kind, UInt64(value)) {
      words.append(name)
    } else {
      words.append(unknown)
      words.append(hex: value)
    }
  }

  /// Codes of lines and stations, which only a list that nobody publishes turns into names.
  private mutating func append(places: TransitEntry.Places) {
    switch places {
    case .stations(let entry, let exit):
      if isLong { words.append("line-station ") }
      append(stop: entry)
      words.append(" to ")
      append(stop: exit)
    case .bus(let line, let stop):
      words.append("line ")
      words.append(hex: line)
      words.append(", stop ")
      words.append(hex: stop)
    case .purchase(let hour, let minute, let till):
      words.append("at ")
      words.append(decimal: UInt(hour), digits: 2)
      words.append(":")
      words.append(decimal: UInt(minute), digits: 2)
      words.append(", till ")
      words.append(hex: till)
    }
  }

  private mutating func append(stop: TransitEntry.Stop) {
    words.append(hex: stop.line)
    words.append("-")
    words.append(hex: stop.station)
  }
}
