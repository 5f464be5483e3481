package import Decoding

/// The reader's half of ISO-DEP (ISO/IEC 14443-4, 7.5): a command goes out in blocks, and what
/// comes back is put together.
package struct BlockSender: Sendable {
  private let technology: Technology
  private let largestCommand: Int
  /// The number that the card was given; 0 stands in no block.
  private let cid: UInt8
  private var number: UInt8 = 0

  /// Talks to a card that takes frames of a size code (FSCI).
  package init(_ technology: Technology, frameSizeCode: UInt8, cid: UInt8 = 0) {
    self.technology = technology
    self.cid = cid & 15
    largestCommand = FrameSizes.size(frameSizeCode)
  }

  /// The size code that an ATS names: T0's low nibble, or 2 where there is no T0.
  package static func frameSizeCode(ofAnswerToSelect ats: [UInt8]) -> UInt8 {
    ats.count > 1 && ats[0] > 1 ? ats[1] & 15 : 2
  }

  /// Brings a command to the card and gives the answer; nil where the card went silent or spoke
  /// out of turn.
  package mutating func exchange(_ command: [UInt8], over device: inout CouplingDevice) -> [UInt8]?
  {
    var rest = command[...]
    let room = max(1, largestCommand - (cid == 0 ? 3 : 4))
    while rest.count > room {
      let block = [0x12 | number] + rest.prefix(room)
      guard let answer = send(block, over: &device), answer.first == 0xA2 | number else {
        return nil
      }
      rest = rest.dropFirst(room)
      number ^= 1
    }
    return receive(after: [0x02 | number] + rest, over: &device)
  }

  /// Tells the card that it is done with.
  package mutating func deselect(over device: inout CouplingDevice) {
    _ = transceive([0xC2], over: &device)
  }

  /// Whether the card still answers R(NAK).
  package mutating func isPresent(over device: inout CouplingDevice) -> Bool {
    transceive([0xB2 | number], over: &device) != nil
  }

  private mutating func receive(
    after block: [UInt8], over device: inout CouplingDevice
  ) -> [UInt8]? {
    var block = block
    var whole: [UInt8] = []
    while whole.count <= Self.longestAnswer {
      guard let answer = send(block, over: &device), let pcb = answer.first,
        pcb & 0xEE == 0x02, pcb & 1 == number
      else { return nil }
      whole += answer.dropFirst()
      number ^= 1
      if pcb & 0x10 == 0 { return whole }
      // A block that goes on and brings nothing would go on for ever.
      guard answer.count > 1 else { return nil }
      block = [0xA2 | number]
    }
    return nil
  }

  /// Sends a block, asks again where nothing comes, and grants the time that the card asks for.
  private func send(_ block: [UInt8], over device: inout CouplingDevice) -> [UInt8]? {
    var answer = transceive(block, over: &device)
    if answer == nil { answer = transceive([0xB2 | number], over: &device) }
    var extensions = 0
    while let asked = answer, asked.count == 2, asked[0] == 0xF2, extensions < 1_000 {
      extensions += 1
      answer = transceive([0xF2, asked[1] & 0x3F], over: &device)
    }
    return answer
  }

  /// Sends a block with the CID in it, and gives the card's without.
  private func transceive(_ block: [UInt8], over device: inout CouplingDevice) -> [UInt8]? {
    guard cid != 0 else { return device.transceive(block, technology) }
    let numbered = [block[0] | 0x08, cid] + block.dropFirst()
    guard let answer = device.transceive(numbered, technology), answer.count >= 2,
      answer[0] & 0x08 != 0
    else { return nil }
    return [answer[0] & 0xF7] + answer.dropFirst(2)
  }

  private static let longestAnswer = 65_538
}
