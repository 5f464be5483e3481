import AppleRules

/// What Request Service v2 is answered.
struct ServiceVersions: Sendable {
  var flags = (0, 0)
  var cipher = NFCFeliCaEncryptionId.AES
  var aes: [[UInt8]] = []
  var des: [[UInt8]] = []
}

/// Commands of FeliCa, with the checks that the phone makes before it sends them.
extension TagLink {
  /// Polls. A system with FF in it, or one that Info.plist does not list, is refused.
  mutating func poll(
    _ system: [UInt8], _ request: UInt8, _ slots: UInt8
  ) throws(Refusal) -> ([UInt8], [UInt8]) {
    guard system.count == 2 else {
      throw Refusal(.readerErrorInvalidParameterLength, "a system code has two bytes")
    }
    let code = UInt16(system[0]) << 8 | UInt16(system[1])
    guard systems.contains(code) else {
      throw Refusal(
        .readerErrorSecurityViolation,
        "\(Hexadecimal.text(system)) is not listed under \(InfoPlist.Key.systemCodes)")
    }
    let answer = tag.poll(system: code, request: request, slots: slots)
    say([0x00] + system + [request, slots], answer.map { [0x01] + $0.idm + $0.pmm + $0.data })
    guard let answer else { throw .tagGone }
    facts.identifier = answer.idm
    facts.systemCode = system
    return (answer.pmm, answer.data)
  }

  /// A command with the card's IDm behind its code. Gives what follows the answer's IDm.
  mutating func feliCaAnswer(
    _ code: UInt8, _ parameters: [UInt8], least: Int
  ) throws(Refusal) -> [UInt8] {
    let answer = try felica([code] + facts.identifier + parameters)
    guard answer.count >= 9 + least else {
      throw .wrongLength(answer.count, "the card's answer is too short")
    }
    guard answer[0] == code + 1 else {
      throw Refusal(.readerTransceiveErrorTagResponseError, "the card answers something else")
    }
    return Array(answer.dropFirst(9))
  }

  /// A command as the app has made it. With the IDm of another system it is refused.
  mutating func feliCaCommand(_ packet: [UInt8]) throws(Refusal) -> [UInt8] {
    guard packet.count <= 254 else { return try felica(packet) }
    if packet.first == 0x00, packet.count == 6 {
      let code = UInt16(packet[1]) << 8 | UInt16(packet[2])
      guard systems.contains(code) else {
        throw Refusal(.readerErrorSecurityViolation, "this system is not listed in Info.plist")
      }
    } else if packet.count >= 9, !packet[1..<9].elementsEqual(facts.identifier) {
      throw Refusal(.readerErrorSecurityViolation, "Invalid IDM")
    }
    return try felica(packet)
  }

  mutating func requestService(_ nodes: [[UInt8]]) throws(Refusal) -> [[UInt8]] {
    try Self.check(nodes, count: 1...32, "node codes")
    let answer = try feliCaAnswer(
      0x02, [UInt8(nodes.count)] + nodes.flatMap { $0 }, least: 1)
    return try Self.list(answer, countAt: 0)
  }

  mutating func requestServiceV2(_ nodes: [[UInt8]]) throws(Refusal) -> ServiceVersions {
    try Self.check(nodes, count: 1...32, "node codes")
    let answer = try feliCaAnswer(
      0x32, [UInt8(nodes.count)] + nodes.flatMap { $0 }, least: 2)
    var versions = ServiceVersions()
    versions.flags = (Int(answer[0]), Int(answer[1]))
    guard answer[0] == 0, answer.count >= 4 else { return versions }
    versions.cipher = NFCFeliCaEncryptionId(rawValue: Int(answer[2])) ?? .AES
    versions.aes = try Self.list(answer, countAt: 3)
    let rest = Array(answer.dropFirst(4 + 2 * versions.aes.count))
    if versions.cipher == .AES_DES {
      let whole = [UInt8(versions.aes.count)] + rest
      versions.des = try Self.list(whole, countAt: 0)
    }
    return versions
  }

  mutating func readBlocks(
    _ services: [[UInt8]], _ blocks: [[UInt8]]
  ) throws(Refusal) -> (Int, Int, [[UInt8]]) {
    let answer = try feliCaAnswer(0x06, try Self.request(services, blocks), least: 2)
    guard answer[0] == 0, answer.count >= 3 else { return (Int(answer[0]), Int(answer[1]), []) }
    let bytes = Array(answer.dropFirst(3))
    guard bytes.count >= 16 * Int(answer[2]) else {
      throw .wrongLength(answer.count + 9, "the card sends less than it says")
    }
    let list = (0..<Int(answer[2])).map { Array(bytes[16 * $0..<16 * $0 + 16]) }
    return (0, Int(answer[1]), list)
  }

  mutating func writeBlocks(
    _ services: [[UInt8]], _ blocks: [[UInt8]], _ data: [[UInt8]]
  ) throws(Refusal) -> (Int, Int) {
    guard blocks.count == data.count else {
      throw Refusal(.readerErrorInvalidParameter, "there are not as many data as blocks")
    }
    guard data.allSatisfy({ $0.count == 16 }) else {
      throw Refusal(.readerErrorInvalidParameterLength, "a block has 16 bytes")
    }
    let request = try Self.request(services, blocks) + data.flatMap { $0 }
    let answer = try feliCaAnswer(0x08, request, least: 2)
    return (Int(answer[0]), Int(answer[1]))
  }

  private static func request(
    _ services: [[UInt8]], _ blocks: [[UInt8]]
  ) throws(Refusal) -> [UInt8] {
    try check(services, count: 1...16, "service codes")
    guard (1...255).contains(blocks.count) else {
      throw Refusal(.readerErrorParameterOutOfBound, "there are no blocks, or too many")
    }
    guard blocks.allSatisfy({ $0.count == 2 || $0.count == 3 }) else {
      throw Refusal(
        .readerErrorInvalidParameterLength, "a block list element has two or three bytes")
    }
    return [UInt8(services.count)] + services.flatMap { $0 } + [UInt8(blocks.count)]
      + blocks.flatMap { $0 }
  }

  private static func check(
    _ codes: [[UInt8]], count: ClosedRange<Int>, _ name: String
  ) throws(Refusal) {
    guard count.contains(codes.count) else {
      throw Refusal(
        .readerErrorParameterOutOfBound,
        "there are \(count.lowerBound) to \(count.upperBound) \(name), not \(codes.count)")
    }
    guard codes.allSatisfy({ $0.count == 2 }) else {
      throw Refusal(.readerErrorInvalidParameterLength, "\(name) have two bytes each")
    }
  }

  /// Pairs of bytes behind their count.
  static func list(_ bytes: [UInt8], countAt place: Int) throws(Refusal) -> [[UInt8]] {
    let count = Int(bytes[place])
    let rest = Array(bytes.dropFirst(place + 1))
    guard rest.count >= 2 * count else {
      throw .wrongLength(bytes.count + 9, "the card sends less than it says")
    }
    return (0..<count).map { Array(rest[2 * $0..<2 * $0 + 2]) }
  }
}
