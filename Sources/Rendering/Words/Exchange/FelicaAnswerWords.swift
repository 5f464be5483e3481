import Bytes
import Decoding

/// The words of answers that say what a FeliCa card is made of: its systems, nodes, keys, modes.
extension Composer {
  /// `key versions 0001, 0002; 1009 not there`: FFFF says that a node does not exist.
  mutating func append(versions answer: Span<UInt8>, at offset: Int, to command: Span<UInt8>) {
    guard offset < answer.count else { return }
    let count = min(Int(answer[offset]), (answer.count - offset - 1) / 2)
    let isListed = offset == 13
    if isListed {
      words.append(", ")
      words.append(names.felica(.encryption, UInt64(answer[12])) ?? "cipher unknown")
      words.append(", ")
    }
    var missing = 0
    var listed = 0
    let most = isWhole ? count : isLong ? 3 : 2
    for index in 0..<count {
      let version = ByteOrder.little.number16(answer, at: offset + 1 + 2 * index)
      if version == Self.noNode {
        missing += 1
      } else {
        if listed < most {
          words.append(listed == 0 ? isLong ? "key versions " : "keys " : ", ")
          words.append(hex: version)
        } else if listed == most {
          words.append(" …")
        }
        listed += 1
      }
    }
    guard missing > 0 else { return }
    if listed > 0 { words.append("; ") }
    if missing == count, count > 1 {
      words.append("none is there")
    } else if missing == 1, let node = firstMissing(in: answer, at: offset, of: command) {
      words.append(hex: node)
      words.append(" not there")
    } else {
      words.append(decimal: missing)
      words.append(" not there")
    }
  }

  private static let noNode: UInt16 = 0xFFFF

  private func firstMissing(
    in answer: Span<UInt8>, at offset: Int, of command: Span<UInt8>
  ) -> UInt16? {
    var index = 0
    while offset + 3 + 2 * index <= answer.count, 13 + 2 * index <= command.count {
      if ByteOrder.little.number16(answer, at: offset + 1 + 2 * index) == Self.noNode {
        return ByteOrder.little.number16(command, at: 11 + 2 * index)
      }
      index += 1
    }
    return nil
  }

  mutating func append(mode answer: Span<UInt8>) {
    guard answer.count > 10 else { return }
    words.append("mode ")
    words.append(decimal: Int(answer[10]))
  }

  /// `service 090F`, `area 0000–FFFE`, `no more (FFFF)`.
  mutating func append(node answer: Span<UInt8>) {
    guard answer.count >= 12 else { return }
    let node = ByteOrder.little.number16(answer, at: 10)
    if answer.count >= 14 {
      words.append("area ")
      words.append(hex: node)
      words.append("–")
      words.append(hex: ByteOrder.little.number16(answer, at: 12))
    } else if node == Self.noNode {
      words.append("no more")
    } else {
      words.append("service ")
      words.append(hex: node)
      append(nameOfService: node)
    }
  }

  /// ` (history of trips)`, by the system that is spoken to; nothing where it has no name.
  mutating func append(nameOfService code: UInt16) {
    guard isLong, !FelicaCard.isTagService(code),
      let name = names.service(code, system: felicaCard.system)
    else { return }
    appendBracketed(name)
  }

  /// `systems 0003, FE00 (common area)`.
  mutating func append(systems answer: Span<UInt8>) {
    guard answer.count > 10 else { return }
    let count = min(Int(answer[10]), (answer.count - 11) / 2)
    words.append(count == 1 ? "system " : isLong ? "systems " : "")
    for index in 0..<count {
      let system = ByteOrder.big.number16(answer, at: 11 + 2 * index)
      if index > 0 { words.append(", ") }
      words.append(hex: system)
      guard isLong || count == 1, let name = names.system(system) else { continue }
      appendBracketed(name)
    }
  }

  /// `16, 512 blocks`; with free ones `16 blocks, 2 free`.
  mutating func append(counts answer: Span<UInt8>, at offset: Int, width: Int) {
    guard offset < answer.count else { return }
    if width == 4 { words.append(", ") }
    let count = min(Int(answer[offset]), (answer.count - offset - 1) / width)
    for index in 0..<count {
      if index > 0 { words.append(width == 4 ? "; " : ", ") }
      let start = offset + 1 + width * index
      words.append(decimal: Int(ByteOrder.little.number16(answer, at: start)))
      guard width == 4 else { continue }
      words.append(" blocks, ")
      words.append(decimal: Int(ByteOrder.little.number16(answer, at: start + 2)))
      words.append(" free")
    }
    if width == 2, count > 0 { words.append(" blocks") }
  }

  /// `, 2 areas, 7 services`.
  mutating func append(codes answer: Span<UInt8>) {
    guard answer.count > 13 else { return }
    let areas = Int(answer[13])
    let servicesAt = 14 + 4 * areas
    words.append(", ")
    words.append(count: areas, "area", "areas")
    guard servicesAt < answer.count else { return }
    words.append(", ")
    words.append(count: Int(answer[servicesAt]), "service", "services")
    if answer[12] != 0 { words.append(", more") }
  }

  /// `, version 5.0.0, 2 options`: BCD behind a first digit of 8.
  mutating func append(version answer: Span<UInt8>) {
    guard answer.count >= 15 else { return }
    let version = ByteOrder.little.number16(answer, at: 13)
    words.append(", version ")
    for shift in [8, 4, 0] as [UInt16] {
      words.append(decimal: Int(version >> shift & 0x0F))
      if shift > 0 { words.append(".") }
    }
    guard answer.count > 15, isLong else { return }
    words.append(", ")
    words.append(count: Int(answer[15]), "option", "options")
  }
}
