import Bytes
import GrammarLanguage

/// What passes between a host and its reader.
extension PasteReader {
  /// A frame of a PN532 or PN533, as on the wire or from TFI on.
  func chip(_ bytes: [UInt8]) -> PastedReading? {
    let packet = PN532Packet(bytes.span)
    guard packet.fault?.kind != .hostFrame(.noStart), bytes[0] & 0xFE == 0xD4 || begins(bytes)
    else { return nil }
    var reading = PastedReading(.pn532, fit: packet.kind == .none ? 0 : 90)
    switch packet.kind {
    case .acknowledge: reading.notes.append("ACK: the frame before it has arrived")
    case .negativeAcknowledge: reading.notes.append("NACK: the last frame is to be sent again")
    case .applicationError:
      reading.notes.append("error frame: the chip did not understand its command")
    case .data, .none: break
    }
    if let fault = packet.fault {
      reading.faults.append(
        PastedReading.Fault(offset: fault.bytes.lowerBound, words: Self.words(fault.kind)))
    }
    guard packet.kind == .data else { return reading }
    let data = Array(bytes[packet.data])
    let isAnswer = data.first == 0xD5
    guard let grammar = lexicon.grammar("pn532"),
      let message = grammar.message(in: data.span, isResponse: isAnswer)
    else {
      reading.fit = packet.data.lowerBound == 0 ? 0 : reading.fit
      return reading
    }
    var reader = MessageReader(Perspective(grammar))
    reader.read(message, data.span, into: &reading.tree)
    let name = lexicon.title(of: grammar.label(of: message))
    reading.notes.append(isAnswer ? "\(name), the chip's answer" : "\(name), to the chip")
    if data.starts(with: [0xD5, 0x4B]) { readTargets(of: data, grammar, into: &reading.tree) }
    readCarried(by: data, at: packet.data.lowerBound, into: &reading)
    reading.move(by: packet.data.lowerBound)
    // D4 and D5 alone may begin an APDU's answer, too.
    if packet.data.lowerBound == 0 { reading.fit = reading.tree.problems.isEmpty ? 80 : 35 }
    return reading
  }

  /// Whether zeros and what wakes the chip alone stand before the start code, and three bytes behind
  /// it at the least.
  private func begins(_ bytes: [UInt8]) -> Bool {
    guard let start = bytes.firstIndex(of: 0xFF), start > 0, bytes.count >= start + 4 else {
      return false
    }
    return bytes[start - 1] == 0 && bytes[..<start].allSatisfy { $0 == 0x00 || $0 == 0x55 }
  }

  private static func words(_ kind: Defect.Kind) -> String {
    switch kind {
    case .hostFrame(.lengthCheck(let found, let computed)):
      "LCS is \(Hex.text(found, digits: 2)), computed \(Hex.text(computed, digits: 2))"
    case .hostFrame(.dataCheck(let found, let computed)):
      "DCS is \(Hex.text(found, digits: 2)), computed \(Hex.text(computed, digits: 2))"
    case .cutByCapture(let original, let captured):
      "the frame has \(PastedReading.count(original, "byte")), \(captured) are there"
    default: "it is no whole frame"
    }
  }

  /// A control packet of NCI that the grammar knows.
  func controller(_ bytes: [UInt8]) -> PastedReading? {
    guard let packet = NCIPacket(bytes.span), packet.kind != .data,
      let grammar = lexicon.grammar("nci"),
      let message = grammar.message(in: bytes.span, isResponse: packet.kind == .response)
    else { return nil }
    var reading = PastedReading(.nci, fit: packet.claimed == bytes.count - 3 ? 85 : 0)
    var reader = MessageReader(Perspective(grammar))
    reader.read(message, bytes.span, into: &reading.tree)
    reading.notes.append(lexicon.title(of: grammar.label(of: message)))
    if bytes.starts(with: [0x61, 0x05]) { readActivation(in: bytes, into: &reading.tree) }
    return reading
  }
}

extension PastedReading {
  /// Counts places in the bytes that were pasted, of which the ones read begin further back.
  fileprivate mutating func move(by offset: Int) {
    for index in tree.nodes.indices { tree.nodes[index].place.start += UInt32(offset) }
    for index in tree.problems.indices { tree.problems[index].offset += offset }
  }
}
