import Bytes
import Decoding

/// The words of FeliCa commands and their answers: `REQUEST SERVICE 000B, 1009`, `key versions 0001;
/// 1009 is not there`. READ and WRITE are in FelicaBlockWords.swift.
extension Composer {
  mutating func append(felica command: Span<UInt8>) {
    guard command.count > 1 else {
      words.append(count: command.count, "byte", "bytes")
      return
    }
    let code = command[1]
    if FelicaAccess.isMade(by: command) {
      append(access: command)
      return
    }
    if let name = names.command(.felica, code) {
      words.append(name)
    } else {
      words.append("command ")
      words.append(hex: code)
    }
    switch code {
    case FelicaCode.requestService, FelicaCode.requestServiceV2,
      FelicaCode.requestBlockInformation, FelicaCode.requestBlockInformationEx:
      append(nodes: command, at: 10)
    case FelicaCode.getNodeProperty: append(nodes: command, at: 11)
    case FelicaCode.searchServiceCode:
      guard command.count >= 12 else { return }
      words.append(" ")
      words.append(decimal: Int(ByteOrder.little.number16(command, at: 10)))
    case FelicaCode.requestCodeList:
      guard command.count >= 14 else { return }
      words.append(" ")
      words.append(hex: ByteOrder.little.number16(command, at: 10))
      words.append(" from ")
      words.append(decimal: Int(ByteOrder.little.number16(command, at: 12)))
    case FelicaCode.authentication1: append(authentication: command)
    case FelicaCode.authentication1V2: append(nodes: command, at: 11)
    case FelicaCode.secureRead, FelicaCode.secureWrite, FelicaCode.secureReadV2,
      FelicaCode.secureWriteV2, 0x36, 0x48, 0x4C, 0x78...0x8E:
      words.append(", enciphered")
      if isLong { appendCount(", ", command.count - 2) }
    case FelicaCode.echo:
      appendBytes(command, from: 3, of: .command)
    case FelicaCode.depRequest:
      append(dep: command)
    case FelicaCode.requestResponse, FelicaCode.requestSystemCode, FelicaCode.resetMode,
      FelicaCode.requestSpecificationVersion, FelicaCode.authentication2,
      FelicaCode.authentication2V2, 0x38:
      break
    default:
      let start = FelicaCode.namesCard(code) ? 10 : 2
      if command.count > start { appendBytes(command, from: start, of: .command) }
    }
  }

  /// ` 000B, 1009`: the codes of a list whose length stands at an offset.
  private mutating func append(nodes command: Span<UInt8>, at offset: Int) {
    guard offset < command.count else { return }
    let count = Int(command[offset])
    let whole = min(count, (command.count - offset - 1) / 2)
    let most = isWhole ? whole : min(whole, isLong ? 3 : 2)
    for index in 0..<most {
      words.append(index == 0 ? " " : ", ")
      words.append(hex: ByteOrder.little.number16(command, at: offset + 1 + 2 * index))
    }
    guard most < count else { return }
    words.append(most == 0 ? " " : " … (")
    words.append(count: count, "node", "nodes")
    if most > 0 { words.append(")") }
  }

  /// `: areas 0000, services 1188`.
  private mutating func append(authentication command: Span<UInt8>) {
    guard command.count > 11 else { return }
    let areas = Int(command[10])
    let servicesAt = 11 + 2 * areas
    guard servicesAt < command.count else { return }
    words.append(isLong ? ": areas" : ": ")
    if isLong {
      append(nodes: command, at: 10)
      words.append(", services")
      append(nodes: command, at: servicesAt)
    } else {
      words.append(count: Int(command[servicesAt]), "service", "services")
    }
  }

  /// ` ATR_REQ`, by ISO/IEC 18092.
  private mutating func append(dep packet: Span<UInt8>) {
    guard packet.count > 2 else { return }
    words.append(" ")
    if let name = names.felica(
      packet[1] == FelicaCode.depRequest ? .depCommand : .depResponse, UInt64(packet[2]))
    {
      words.append(name)
    } else {
      words.append(hex: packet[2])
    }
    if packet.count > 3, isLong { appendCount(", ", packet.count - 3) }
  }

  mutating func append(felica answer: Span<UInt8>, to command: Span<UInt8>) {
    let code = command.count > 1 ? command[1] : answer.count > 1 ? answer[1] & 0xFE : 0
    guard answer.count > 1, answer[1] == FelicaCode.answer(to: code) else {
      words.append(count: answer.count, "byte", "bytes")
      appendBytes(answer, from: 0, of: .answer)
      return
    }
    if FelicaCode.answersWithStatus(code), answer.count >= 12 {
      words.append(spaced: answer.extracting(10..<12))
      if answer[10] != 0 || answer[11] != 0,
        let meaning = names.felicaStatus(answer[11], isShort: !isLong)
      {
        words.append(" ")
        words.append(meaning)
      }
      if answer[10] != 0 { return }
    }
    switch code {
    case FelicaCode.read: append(read: answer, to: command)
    case FelicaCode.write, FelicaCode.resetMode: break
    case FelicaCode.requestService: append(versions: answer, at: 10, to: command)
    case FelicaCode.requestServiceV2: append(versions: answer, at: 13, to: command)
    case FelicaCode.requestResponse: append(mode: answer)
    case FelicaCode.searchServiceCode: append(node: answer)
    case FelicaCode.requestSystemCode: append(systems: answer)
    case FelicaCode.requestBlockInformation: append(counts: answer, at: 10, width: 2)
    case FelicaCode.requestBlockInformationEx: append(counts: answer, at: 12, width: 4)
    case FelicaCode.requestCodeList: append(codes: answer)
    case FelicaCode.requestSpecificationVersion: append(version: answer)
    case FelicaCode.authentication1, FelicaCode.authentication1V2:
      words.append("challenge and response")
    case FelicaCode.authentication2, FelicaCode.secureRead, FelicaCode.secureWrite,
      FelicaCode.authentication2V2, FelicaCode.secureReadV2, FelicaCode.secureWriteV2, 0x34, 0x36,
      0x48, 0x4C, 0x78...0x8E:
      words.append("enciphered, ")
      words.append(count: answer.count - 2, "byte", "bytes")
    case FelicaCode.echo:
      words.append(Self.isSame(answer, command) ? "the same" : "another packet")
    case FelicaCode.depRequest: append(dep: answer)
    default:
      let from = FelicaCode.answersWithStatus(code) ? 12 : FelicaCode.namesCard(code) ? 10 : 2
      if FelicaCode.answersWithStatus(code) {
        if answer.count > from { appendCount(", ", answer.count - from) }
      } else {
        words.append(count: max(0, answer.count - from), "byte", "bytes")
      }
      appendBytes(answer, from: from, of: .answer)
    }
  }

  private static func isSame(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    for index in one.indices where one[index] != other[index] { return false }
    return true
  }
}
