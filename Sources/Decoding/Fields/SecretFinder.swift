import Bytes
package import GrammarLanguage
import Tags

/// Finds what must be masked in a command and its answer, also where their structure is damaged.
///
/// Run on every exchange: it allocates nothing but room in the list it is given.
package struct SecretFinder: Sendable {
  private let tags: TagTable
  /// For each INS what its data field holds.
  private let instructions: [SecretKind?]
  /// The same for instructions of certain classes, which go before those of any.
  private let classed: [InClass]
  /// For each INS whether there is one of those.
  private let isClassed: [Bool]
  /// For each Type 2 command code what its parameters and its answer hold, in the same way.
  private let type2: SecretCommands
  /// For each maker of ISO/IEC 15693 cards, 0 for the standard, what its commands' parameters hold.
  private let vicinity: [UInt8: SecretCommands]
  /// For each DESFire command code, native or as the INS of class 90, what its parameters hold.
  private let desfire: SecretCommands

  /// An instruction of some classes and what its data field holds, nil for no secret.
  package struct InClass: Equatable, Sendable {
    let mask: UInt8
    let bits: UInt8
    let ins: UInt8
    let kind: SecretKind?
  }

  /// Makes a finder from what the grammars mark as secret.
  package init(
    tags: TagTable, instructions: [UInt8: SecretKind], classed: [InClass] = [],
    type2: [UInt8: SecretKind], desfire: [UInt8: SecretKind] = [:]
  ) {
    self.init(
      tags: tags, instructions: instructions, classed: classed, type2: SecretCommands(type2),
      desfire: SecretCommands(desfire), vicinity: [:])
  }

  private init(
    tags: TagTable, instructions: [UInt8: SecretKind], classed: [InClass],
    type2: SecretCommands, desfire: SecretCommands, vicinity: [UInt8: SecretCommands]
  ) {
    self.vicinity = vicinity
    self.tags = tags
    self.instructions = (0..<256).map { instructions[UInt8($0)] }
    self.classed = classed
    isClassed = (0..<256).map { ins in classed.contains { Int($0.ins) == ins } }
    self.type2 = type2
    self.desfire = desfire
  }

  /// Makes a finder from what the built-in and the user's grammars mark as secret.
  package init(_ lexicon: Lexicon) {
    let apdus = lexicon.grammar("iso7816")
    var instructions: [UInt8: SecretKind] = [:]
    var classed: [InClass] = []
    for fact in apdus?.instructionFacts ?? [] where !fact.isScoped {
      let kind = fact.data.secret == .id ? nil : fact.data.secret
      if fact.classMask == 0 {
        instructions[fact.ins] = kind
      } else {
        classed.append(
          InClass(mask: fact.classMask, bits: fact.classBits, ins: fact.ins, kind: kind))
      }
    }
    self.init(
      tags: TagTable(apdus), instructions: instructions, classed: classed,
      type2: SecretCommands("type2", of: lexicon),
      desfire: SecretCommands("desfire", of: lexicon),
      vicinity: [
        0x00: SecretCommands("iso15693", of: lexicon), 0x02: SecretCommands("st25dv", of: lexicon),
        0x04: SecretCommands("icode", of: lexicon), 0x07: SecretCommands("tag-it", of: lexicon),
      ])
  }

  /// Appends the secrets of an exchange, whose bytes lie in the story's `bytes`.
  package func find(
    in exchange: Exchange, bytes: Span<UInt8>, into secrets: inout [Secret]
  ) {
    let command = bytes.extracting(exchange.command.range)
    let answer = bytes.extracting(exchange.answer.range)
    exchange.hidden.find(into: &secrets)
    switch exchange.form {
    case .iso7816:
      find(inCommand: command, into: &secrets)
      find(inTransparent: command, answer: answer, into: &secrets)
      find(inAnswer: answer, outcome: exchange.outcome, into: &secrets)
    case .type2:
      find(inType2: command, answer: answer, into: &secrets)
    case .iso15693: find(inVicinity: command, into: &secrets)
    case .iclass where command.count > 2 && command[0] == 0x87 && (3...4).contains(command[1]):
      // The debit and the credit key.
      secrets.append(Secret(.key, .command, 2..<command.count))
    case .classic: find(inClassic: exchange, command, answer, into: &secrets)
    case .native, .type1, .felica, .iclass, .sri, .unknown:
      let first = secrets.count
      if exchange.form == .native, command.count > 1, let kind = desfire[command[0]] {
        secrets.append(Secret(kind, .command, 1..<command.count))
      }
      if exchange.form == .felica { FelicaSecrets.find(in: command, into: &secrets) }
      if exchange.form == .unknown { find(inBareBlock: command, answer: answer, into: &secrets) }
      // What no activation explains may be any command with a secret that begins like one.
      if exchange.form == .unknown, let body = secretBody(command) {
        secrets.append(body)
        if body.bytes.range.lowerBound == 1, answer.count > 1 {
          secrets.append(Secret(body.kind, .answer, 0..<answer.count))
        }
      }
      SecretPatterns.search(
        command, in: 0..<command.count, strength: .strict, side: .command, into: &secrets,
        from: first)
      SecretPatterns.search(
        answer, in: 0..<answer.count, strength: .strict, side: .answer, into: &secrets, from: first)
    }
  }

  /// What the parameters of an ISO/IEC 15693 command hold.
  func vicinitySecret(maker: UInt8?, code: UInt8) -> SecretKind? {
    vicinity[maker ?? 0]?[code]
  }

  /// Appends the secrets of a response APDU, as far as it is there.
  package func find(
    inAnswer answer: Span<UInt8>, outcome: Exchange.Outcome, into secrets: inout [Secret]
  ) {
    var isPartial = true
    switch outcome {
    case .answered, .commandMissing: isPartial = false
    case .unanswered, .badCRC, .cut, .brokenChain, .refused, .endOfCapture: break
    }
    let status = isPartial || answer.count < 2 ? 0 : 2
    find(inData: answer, range: 0..<answer.count - status, isPartial: isPartial, into: &secrets)
  }

  /// Appends the secrets of a command APDU.
  package func find(inCommand command: Span<UInt8>, into secrets: inout [Secret]) {
    guard command.count > 4 else { return }
    let first = secrets.count
    if command[0] == 0xFF, find(inReaderCommand: command, into: &secrets) { return }
    if isEnvelope(command), let body = secretBody(inEnvelope: command) {
      secrets.append(body)
    } else if let kind = kind(ins: command[1], cla: command[0]) {
      let apdu = CommandAPDU(command)
      // Of a command with a wrong Lc everything behind the header may be the secret.
      let start = apdu.lc.isEmpty ? command.count : apdu.lc.range.upperBound
      let end = apdu.le.isEmpty ? command.count : apdu.le.range.lowerBound
      if start < end { secrets.append(Secret(kind, .command, start..<end)) }
    } else if command.count > 9 {
      SecretPatterns.search(
        command, in: 5..<command.count, strength: .strict, side: .command, into: &secrets,
        from: first)
    }
  }

  /// Appends the secrets of an answer's data (without SW1-SW2), or of any bytes that may be BER-TLV.
  package func find(
    inData bytes: Span<UInt8>, range: Range<Int>, isPartial: Bool, into secrets: inout [Secret]
  ) {
    guard range.count > 3 else { return }
    let first = secrets.count
    let lead = TLVLead(bytes, at: range.lowerBound, end: range.upperBound)
    let known = tags[lead.tag]
    if known.isKnown || lead.isConstructed {
      if let damage = walk(bytes, range, into: &secrets, from: first) {
        if known.isTemplate || isPartial {
          SecretPatterns.search(
            bytes, in: damage..<range.upperBound, strength: .loose, side: .answer, into: &secrets,
            from: first)
        } else {
          secrets.removeSubrange(first...)
        }
      }
    } else if isPartial {
      SecretPatterns.search(
        bytes, in: range, strength: .loose, side: .answer, into: &secrets, from: first)
    }
    SecretPatterns.search(
      bytes, in: range, strength: .strict, side: .answer, into: &secrets, from: first)
  }

  /// Appends the secrets of bytes that belong to no exchange: a damaged frame, something pasted.
  /// Blocks' headers and CRCs may stand around what they hold.
  package func find(inLoose bytes: Span<UInt8>, side: Side, into secrets: inout [Secret]) {
    let first = secrets.count
    if side == .command, let body = secretBody(bytes) {
      secrets.append(body)
      return
    }
    SecretPatterns.search(
      bytes, in: 0..<bytes.count, strength: .loose, side: side, into: &secrets,
      from: first)
  }

  /// What an instruction's data holds. INS of class 90 is a native command's code.
  private func kind(ins: UInt8, cla: UInt8) -> SecretKind? {
    if cla == 0x90 { return desfire[ins] }
    if isClassed[Int(ins)] {
      for row in classed where row.ins == ins && cla & row.mask == row.bits { return row.kind }
    }
    return instructions[Int(ins)]
  }

  private func find(
    inType2 command: Span<UInt8>, answer: Span<UInt8>, into secrets: inout [Secret]
  ) {
    guard command.count > 0, let kind = type2[command[0]] else {
      return
    }
    secrets.append(Secret(kind, .command, 1..<command.count))
    // A single byte is ACK or NAK.
    if answer.count > 1 { secrets.append(Secret(kind, .answer, 0..<answer.count)) }
  }

  /// Appends what the dictionary says is secret, and gives the offset of the first element that does
  /// not fit, nil when all do.
  private func walk(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into secrets: inout [Secret], from first: Int
  ) -> Int? {
    var walker = TLVWalker(.ber, in: range)
    while true {
      do throws(TLVFault) {
        guard let element = try walker.next(in: bytes) else { return nil }
        let known = tags[element.tag]
        if let kind = known.secret {
          let secret =
            kind == .pan
            ? CardNumber.secret(
              bytes, in: element.value, claimed: element.value.count, side: .answer)
            : Secret(kind, .answer, element.value)
          SecretPatterns.add(secret, to: &secrets, from: first)
        } else if known.isTemplate {
          walker.enter(element)
        }
      } catch {
        // What an unknown tag makes of its value is its own business.
        if error.parent == 0 || tags[error.parent].isTemplate { return error.start }
      }
    }
  }

  /// ENVELOPE carries another command: as it is, or (odd INS) in a discretionary data object.
  private func isEnvelope(_ command: Span<UInt8>) -> Bool {
    command[1] == 0xC2 || command[1] == 0xC3
  }

  /// The data of a command with a secret inside an ENVELOPE, up to the outer command's end: where
  /// the inner one is damaged or goes on in the next ENVELOPE, all that follows may be the secret.
  private func secretBody(inEnvelope command: Span<UInt8>) -> Secret? {
    let data = CommandAPDU(command).data.range
    let range = data.isEmpty ? 5..<command.count : data
    var start = range.lowerBound
    if range.count > 7, command[start] == 0x53, Int(command[start + 1]) <= range.count {
      start += 2
    }
    guard start + 5 < range.upperBound, command[start] & 0xE0 == 0 || command[start] & 0xF0 == 0x80,
      let kind = kind(ins: command[start + 1], cla: command[start])
    else { return nil }
    return Secret(kind, .command, start + 5..<range.upperBound)
  }

  /// The data of a command with a secret that begins within the first bytes, behind PCB, CID, NAD.
  func secretBody(_ bytes: Span<UInt8>) -> Secret? {
    if bytes.count >= 2, bytes.count <= 7, let kind = type2[bytes[0]] {
      return Secret(kind, .command, 1..<bytes.count)
    }
    // WRITE of a page, with its CRC or without, where nothing tells which chip it is.
    if bytes.count >= 3, bytes.count <= 8, bytes[0] == 0xA2,
      let kind = SecretPages().kind(of: Int(bytes[1]))
    {
      return Secret(SecretKind(kind), .command, 2..<bytes.count)
    }
    for start in 0..<4 where start + 5 < bytes.count {
      // Without a block around it the command begins the bytes; PCB is an I-block's.
      if start > 0, bytes[0] & 0xE2 != 0x02 { return nil }
      guard bytes[start] & 0xE0 == 0, bytes[start + 2] <= 3,
        let kind = kind(ins: bytes[start + 1], cla: bytes[start]),
        Int(bytes[start + 4]) <= bytes.count
      else { continue }
      return Secret(kind, .command, start + 5..<bytes.count)
    }
    return nil
  }
}
