import Foundation

/// Requests of ISO/IEC 15693, with the checks that the phone makes before it sends them.
extension TagLink {
  /// Sends a request with the tag's UID, unless the selected tag is meant, and gives what follows the
  /// flags.
  mutating func request(
    _ flags: NFCISO15693RequestFlag, _ code: UInt8, _ parameters: [UInt8]
  ) throws(Refusal) -> [UInt8] {
    Array(try vicinityRequest(flags, code: code, parameters: parameters).1)
  }

  /// The same, with the answer's flags.
  mutating func vicinityRequest(
    _ flags: NFCISO15693RequestFlag, code: UInt8, maker: UInt8? = nil, parameters: [UInt8]
  ) throws(Refusal) -> (NFCISO15693ResponseFlag, Data) {
    let isSelected = flags.contains(.select)
    let all = isSelected ? flags.subtracting(.address) : flags.union(.address)
    let uid = isSelected ? [] : Array(facts.identifier.reversed())
    return try frame([all.rawValue, code] + (maker.map { [$0] } ?? []) + uid + parameters)
  }

  /// Sends a whole request; gives the answer's flags and what follows them.
  private mutating func frame(
    _ request: [UInt8]
  ) throws(Refusal) -> (NFCISO15693ResponseFlag, Data) {
    guard request.count <= Self.longestFrame else {
      throw Refusal(.readerTransceiveErrorPacketTooLong, "a frame has up to 256 bytes")
    }
    let answer = try vicinity(request)
    guard let first = answer.first, first & 1 == 0 else { throw .tagError(answer) }
    return (NFCISO15693ResponseFlag(rawValue: first), Data(answer.dropFirst()))
  }

  /// Sends a request that is answered with flags alone.
  mutating func write(
    _ flags: NFCISO15693RequestFlag, _ code: UInt8, _ parameters: [UInt8]
  ) throws(Refusal) {
    _ = try request(flags, code, parameters)
  }

  /// Sends the tag to sleep, which it does not answer.
  mutating func silence() throws(Refusal) {
    let request = [0x22, 0x02] + facts.identifier.reversed()
    do throws(Refusal) { _ = try vicinity(request) } catch { if tag.isGone { throw error } }
  }

  mutating func readBlocks(
    _ flags: NFCISO15693RequestFlag, _ range: NSRange, code: UInt8
  ) throws(Refusal) -> [Data] {
    let bytes = try request(flags, code, try Self.parameters(range, code))
    guard bytes.count.isMultiple(of: range.length), !bytes.isEmpty else {
      throw .wrongLength(bytes.count + 1, "\(range.length) blocks came in \(bytes.count) bytes")
    }
    let size = bytes.count / range.length
    return (0..<range.length).map { Data(bytes[$0 * size..<($0 + 1) * size]) }
  }

  mutating func writeBlocks(
    _ flags: NFCISO15693RequestFlag, _ range: NSRange, _ blocks: [Data], code: UInt8
  ) throws(Refusal) {
    guard blocks.count == range.length else {
      throw Refusal(.readerErrorInvalidParameter, "there are not as many data as blocks")
    }
    try write(flags, code, try Self.parameters(range, code) + blocks.flatMap { $0 })
  }

  mutating func blockSecurity(
    _ flags: NFCISO15693RequestFlag, _ range: NSRange, code: UInt8
  ) throws(Refusal) -> [Int] {
    try request(flags, code, try Self.parameters(range, code)).map { Int($0) }
  }

  /// A command of the maker's, with the maker's number behind its code.
  mutating func custom(
    _ flags: NFCISO15693RequestFlag, _ code: Int, _ parameters: [UInt8]
  ) throws(Refusal) -> [UInt8] {
    guard (0xA0...0xDF).contains(code) else {
      throw Refusal(.readerErrorParameterOutOfBound, "a maker's command is A0 to DF")
    }
    let maker = facts.identifier.dropFirst().first ?? 0
    let answer = try vicinityRequest(
      flags, code: UInt8(code), maker: maker, parameters: parameters)
    return Array(answer.1)
  }

  /// A cipher's number or a key's, and a message.
  mutating func suite(
    _ flags: NFCISO15693RequestFlag, code: UInt8, _ number: Int, _ message: Data
  ) throws(Refusal) -> (NFCISO15693ResponseFlag, Data) {
    guard let number = UInt8(exactly: number) else {
      throw Refusal(.readerErrorParameterOutOfBound, "the number has one byte")
    }
    return try vicinityRequest(flags, code: code, parameters: [number] + message)
  }

  /// A challenge, which is not answered.
  mutating func challenge(
    _ flags: NFCISO15693RequestFlag, _ number: Int, _ message: Data
  ) throws(Refusal) {
    do throws(Refusal) {
      _ = try suite(flags, code: 0x39, number, message)
    } catch {
      guard error == .tagSilent else { throw error }
    }
  }

  /// A request as the app has made it: flags, code and data stand in the frame one behind the other. A UID
  /// is in the data, or nowhere.
  mutating func rawRequest(
    _ flags: Int, _ code: Int, _ data: Data?
  ) throws(Refusal) -> (NFCISO15693ResponseFlag, Data?) {
    guard let bits = UInt8(exactly: flags), let code = UInt8(exactly: code) else {
      throw Refusal(.readerErrorParameterOutOfBound, "flags and code have one byte each")
    }
    let answer = try frame([bits, code] + (data ?? Data()))
    return (answer.0, answer.1.isEmpty ? nil : answer.1)
  }

  /// GET SYSTEM INFORMATION: flags say which of DSFID, AFI, size and reference follow the UID.
  mutating func systemInformation(
    _ flags: NFCISO15693RequestFlag
  ) throws(Refusal) -> NFCISO15693SystemInfo {
    let answer = try request(flags, 0x2B, [])
    guard let present = answer.first, answer.count >= 9 else {
      throw .wrongLength(answer.count + 1, "the answer ends before the UID does")
    }
    var rest = answer.dropFirst(9)
    let next = { (bit: UInt8) -> Int in
      present & bit == 0 ? -1 : rest.popFirst().map(Int.init) ?? -1
    }
    let format = next(0x01)
    let family = next(0x02)
    let blocks = next(0x04)
    let size = present & 0x04 == 0 ? -1 : rest.popFirst().map { Int($0 & 0x1F) } ?? -1
    let reference = present & 0x08 == 0 ? -1 : rest.popFirst().map(Int.init) ?? -1
    return NFCISO15693SystemInfo(
      uniqueIdentifier: Data(answer[1..<9]), dataStorageFormatIdentifier: format,
      applicationFamilyIdentifier: family, blockSize: size < 0 ? -1 : size + 1,
      totalBlocks: blocks < 0 ? -1 : blocks + 1, icReference: reference)
  }

  /// The number of a block in two bytes, low byte first.
  static func number(_ block: Int) throws(Refusal) -> [UInt8] {
    guard let number = UInt16(exactly: block) else {
      throw Refusal(.readerErrorParameterOutOfBound, "a block's number is 0 to 65535")
    }
    return number.bytes.reversed()
  }

  /// First block and how many follow it, in one byte each, or in two where the command is extended.
  private static func parameters(_ range: NSRange, _ code: UInt8) throws(Refusal) -> [UInt8] {
    let isExtended = code >= 0x30
    let limit = isExtended ? 65_535 : 255
    guard range.location >= 0, range.length >= 1, range.location <= limit, range.length <= limit + 1
    else {
      throw Refusal(.readerErrorParameterOutOfBound, "the range of blocks is out of bounds")
    }
    guard isExtended else { return [UInt8(range.location), UInt8(range.length - 1)] }
    return try number(range.location) + number(range.length - 1)
  }

  static let longestFrame = 256
}
