import Bytes
import GrammarLanguage

/// Requests and answers of ISO/IEC 15693, with and without their CRC.
extension PasteReader {
  /// What a request or an answer says; of an answer only those that their own bytes explain.
  func vicinity(_ bytes: [UInt8]) -> PastedReading? {
    let body = Array(bytes.dropLast(min(2, bytes.count)))
    var hasChecksum = false
    if bytes.count >= 4 {
      let crc = Checksum.crcB(body.span)
      hasChecksum =
        bytes[bytes.count - 2] == UInt8(crc & 0xFF) && bytes[bytes.count - 1] == UInt8(crc >> 8)
    }
    let run = hasChecksum ? body : bytes
    guard var reading = hostPacket(run) ?? answer(vicinity: run) ?? request(vicinity: run) else {
      return nil
    }
    if hasChecksum {
      reading.checksum = PastedReading.CheckValue(
        name: "CRC", bytes: run.count..<bytes.count, isRight: true)
      reading.fit = max(reading.fit, 90)
    } else {
      reading.notes.append("no CRC: a reader's chip adds it, and takes it off")
    }
    return reading
  }

  private func request(vicinity run: [UInt8]) -> PastedReading? {
    guard let request = VicinityRequest(run.span) else { return nil }
    var reading = PastedReading(.iso15693, fit: 0)
    var answer = FieldTree()
    VicinityReader(lexicon).read(
      run.span, run.span.extracting(0..<0), into: &reading.tree, answer: &answer)
    if reading.tree.nodes.isEmpty {
      reading.faults.append(
        PastedReading.Fault(
          offset: 1, words: "\(PastedReading.text(UInt64(request.code))) is no command's code"))
    }
    let isPlausible = request.flags & 0x80 == 0 && request.isWhole && request.flags & 0x02 != 0
    if !reading.tree.nodes.isEmpty, isPlausible, reading.tree.problems.isEmpty {
      // A UID at its place is more than chance.
      let uid = request.uid
      let hasUID = uid.count == 8 && (uid[0] == 0xE0 || uid[7] == 0xE0)
      reading.fit = hasUID ? 88 : request.asksWho ? 60 : 40
    }
    if request.uid.count == 8, request.uid[7] == 0xE0, request.uid[0] != 0xE0 {
      reading.faults.append(
        PastedReading.Fault(
          offset: request.parameters - 8,
          words: "the UID begins with E0: it is sent last byte first, so no card is addressed"))
    }
    if let blocks = request.blocks(of: run.span), blocks.count > 1 {
      reading.notes.append(
        "blocks \(blocks.first) to \(blocks.first + blocks.count - 1), \(blocks.count) of them: "
          + "the field says one less than that")
    }
    return reading
  }

  /// The answers to INVENTORY and Get System Information, whose UID is at its place, and errors.
  private func answer(vicinity run: [UInt8]) -> PastedReading? {
    guard let grammar = lexicon.grammar("iso15693"), run.count >= 2, run[0] & 0xF6 == 0 else {
      return nil
    }
    let isInventory = run.count == 10 && run[9] == 0xE0
    let information = SystemInformation(run.span)
    let isInformation = information != nil && run.count > 9 && run[9] == 0xE0
    let isError = run.count == 2 && run[0] & 1 != 0
    guard isInventory || isInformation || isError,
      let question = grammar.message(code: isInventory ? 0x01 : 0x2B, isResponse: false),
      let answer = grammar.answer(to: question)
    else { return nil }
    var reading = PastedReading(.iso15693, fit: isError ? 35 : isInventory ? 84 : 88)
    var reader = MessageReader(Perspective(grammar), command: Registers())
    reader.read(answer, run.span, into: &reading.tree)
    if let memory = information?.memory {
      reading.notes.append(
        "\(memory.blocks) blocks of \(memory.size) bytes: \(memory.blocks * memory.size) bytes")
      if memory.size != 4 {
        reading.notes.append("software that expects blocks of 4 bytes reads a part of each")
      }
    }
    return reading
  }

  /// A packet from a host to a reader of the TRF79xx family, around a request:
  ///
  ///     01 | length of all | 00 03 04 | 18: a request | the request | 00 00
  private func hostPacket(_ run: [UInt8]) -> PastedReading? {
    guard run.count >= 10, run[0] == 0x01, Int(run[1]) == run.count, run[2] == 0x00,
      run[3] == 0x03, run[4] == 0x04, run[5] == 0x18, run.suffix(2) == [0, 0],
      var inside = request(vicinity: Array(run[6..<run.count - 2]))
    else { return nil }
    for index in inside.tree.nodes.indices { inside.tree.nodes[index].place.start += 6 }
    for index in inside.tree.problems.indices { inside.tree.problems[index].offset += 6 }
    for index in inside.faults.indices { inside.faults[index].offset += 6 }
    inside.fit = 82
    inside.faults.append(
      PastedReading.Fault(
        offset: 0,
        words: "01 as request flags asks for two subcarriers at the low data rate, and "
          + "\(PastedReading.text(UInt64(run[1]))) is no command's code"))
    inside.notes.append(
      "a packet from a host to a TRF79xx reader: six bytes in front of the request, two behind it")
    return inside
  }
}
