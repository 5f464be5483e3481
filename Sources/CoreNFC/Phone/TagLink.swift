import Decoding
import Playback

/// A tag that is spoken to, and what is said.
struct TagLink: Sendable {
  var tag: PhoneTag
  var facts: TagFacts
  /// Whether the app sends the commands, and not the phone by itself.
  let isApps: Bool
  /// What was said.
  private(set) var commands: [Said] = []
  /// Which applications may be selected: none but these, where there is a list.
  var allowed: [[UInt8]]?
  /// Which systems may be polled for.
  var systems: [UInt16] = []
  /// Whether payment applications may be selected.
  var allowsPayment = false

  /// A command and its answer.
  struct Said: Sendable {
    var tag: Int
    var command: [UInt8]
    var answer: [UInt8]?
    var isApps: Bool

    func at(_ time: Int64) -> PhoneCommand {
      PhoneCommand(tag: tag, time: time, command: command, answer: answer, isApps: isApps)
    }
  }

  init(_ tag: PhoneTag, _ facts: TagFacts, isApps: Bool) {
    self.tag = tag
    self.facts = facts
    self.isApps = isApps
  }

  mutating func say(_ command: [UInt8], _ answer: [UInt8]?) {
    commands.append(Said(tag: tag.id, command: command, answer: answer, isApps: isApps))
  }

  /// What silence means: that the tag has gone, or that it has nothing to say.
  private var missing: Refusal { tag.isGone || tag.hasRefused ? .tagGone : .tagSilent }

  /// Sends a command in a frame of its own, with a CRC behind it. An acknowledge comes as its four
  /// bits; a refusal is an error, and the tag has to be selected again.
  mutating func native(_ command: [UInt8]) throws(Refusal) -> [UInt8] {
    var payload = command
    // Apple's documents contradict each other on who adds the CRC; whichever way the app has it, the
    // tag gets one.
    if AirFrame(.nfcA, bytes: command).payload != nil, command.count > 3 { payload.removeLast(2) }
    let answer = tag.device.send(AirFrame(.nfcA, payload: payload))
    guard let answer else {
      say(payload, nil)
      throw missing
    }
    guard answer.lastBits != 8 else {
      say(payload, answer.payload)
      guard let bytes = answer.payload else {
        throw Refusal(.readerTransceiveErrorTagResponseError, "the answer is damaged")
      }
      return bytes
    }
    say(payload, answer.bytes)
    guard answer.bytes.first == 0x0A else {
      tag.hasRefused = true
      throw Refusal(
        .readerTransceiveErrorTagResponseError,
        "the tag refuses with NAK \(answer.bytes.first ?? 0)")
    }
    return answer.bytes
  }

  /// Sends bytes in the blocks of ISO-DEP.
  mutating func inBlocks(_ command: [UInt8]) throws(Refusal) -> [UInt8] {
    guard var blocks = tag.blocks else { throw .notConnected }
    let answer = blocks.exchange(command, over: &tag.device)
    tag.blocks = blocks
    say(command, answer)
    guard let answer else { throw missing }
    return answer
  }

  /// Sends a command of FeliCa, from its code on.
  mutating func felica(_ packet: [UInt8]) throws(Refusal) -> [UInt8] {
    guard packet.count <= 254, !packet.isEmpty else {
      throw Refusal(
        .readerErrorInvalidParameterLength, "a command of FeliCa has 1 to 254 bytes")
    }
    let answer = tag.device.transceive([UInt8(packet.count + 1)] + packet, .nfcF)
    say(packet, answer.map { Array($0.dropFirst()) })
    guard let answer else { throw missing }
    return Array(answer.dropFirst())
  }

  /// Sends a request of ISO/IEC 15693.
  mutating func vicinity(_ request: [UInt8]) throws(Refusal) -> [UInt8] {
    let answer = tag.device.transceive(request, .nfcV)
    say(request, answer)
    guard let answer else { throw missing }
    guard answer.count <= Self.longestFrame else {
      throw .wrongLength(answer.count, "a frame has up to \(Self.longestFrame) bytes")
    }
    return answer
  }
}

/// The answer of ISO/IEC 7816-4.
struct APDUAnswer: Equatable, Sendable {
  var data: [UInt8]
  var first: UInt8
  var second: UInt8

  var isDone: Bool { first == 0x90 && second == 0x00 }
}

extension TagLink {
  /// Sends a command of ISO/IEC 7816-4.
  mutating func apdu(_ command: [UInt8]) throws(Refusal) -> APDUAnswer {
    let answer = try inBlocks(command)
    guard answer.count >= 2 else {
      throw .wrongLength(answer.count, "the answer is shorter than a status word")
    }
    return APDUAnswer(
      data: Array(answer.dropLast(2)), first: answer[answer.count - 2],
      second: answer[answer.count - 1])
  }

  /// Selects an application by its name.
  mutating func select(_ aid: [UInt8]) throws(Refusal) -> APDUAnswer {
    try apdu([0x00, 0xA4, 0x04, 0x00, UInt8(aid.count & 0xFF)] + aid + [0x00])
  }

  /// Which MIFARE speaks: what it answers to GET VERSION in a wrapping APDU. Its second byte is 01 for
  /// DESFire and 02 for Plus; in the high half stands what it is implemented on. A card whose version
  /// was not recorded is known by DESFire's one historical byte.
  mutating func mifareFamily() -> NFCMiFareFamily? {
    guard let answer = try? apdu([0x90, 0x60, 0x00, 0x00, 0x00]), answer.first == 0x91 else {
      return nil
    }
    guard answer.second == 0xAF, answer.data.count >= 2, answer.data[0] == 0x04 else {
      return facts.historical == [0x80] ? .desfire : nil
    }
    // What has more to say is let finish, so that the next command is not taken for its sequel.
    for _ in 0..<2 { _ = try? apdu([0x90, 0xAF, 0x00, 0x00, 0x00]) }
    switch answer.data[1] & 0x0F {
    case 0x01: return .desfire
    case 0x02: return .plus
    default: return .unknown
    }
  }
}
