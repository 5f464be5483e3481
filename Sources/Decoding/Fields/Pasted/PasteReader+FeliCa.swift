import Bytes
import GrammarLanguage

/// FeliCa frames.
extension PasteReader {
  /// A FeliCa frame with or without its CRC_F and the sync code in front: LEN counts itself and the
  /// data.
  func felica(_ bytes: [UInt8]) -> PastedReading? {
    let start = FelicaSync.length(in: bytes.span)
    guard start == 0 else {
      return felica(Array(bytes[start...])).map { $0.shifted(by: start) }
    }
    guard let felica = lexicon.grammar("felica"), bytes.count >= 2 else { return nil }
    let length = Int(bytes[0])
    let hasChecksum = bytes.count == length + 2 && length >= 2
    let body = hasChecksum ? length : bytes.count
    let run = Array(bytes[..<body])
    guard length == body else { return withoutLength(bytes, felica) }
    let message =
      felica.message(in: run.span, isResponse: false)
      ?? felica.message(in: run.span, isResponse: true)
    guard let message else { return nil }
    var reading = PastedReading(.felica, fit: 0)
    var reader = MessageReader(Perspective(felica))
    reader.read(message, run.span, into: &reading.tree)
    if length >= 6 || run[1] == FelicaCode.echo {
      reading.fit = reading.tree.problems.isEmpty ? 76 : 32
    }
    if hasChecksum {
      let crc = Checksum.crcF(run.span)
      let isRight = bytes[body] == UInt8(crc >> 8) && bytes[body + 1] == UInt8(crc & 0xFF)
      reading.checksum = PastedReading.CheckValue(
        name: "CRC_F", bytes: body..<body + 2, isRight: isRight)
      reading.fit = isRight ? 92 : 20
    }
    reading.notes = Self.notes(on: run)
    return reading
  }

  /// A command that begins with its code: what would be LEN does not count it.
  private func withoutLength(_ bytes: [UInt8], _ felica: Grammar) -> PastedReading? {
    guard bytes.count >= 9, FelicaCode.namesCard(bytes[0]), bytes[1] & 1 == 1,
      let message = felica.message(code: UInt32(bytes[0]), isResponse: false)
    else { return nil }
    let length = Hex.text(UInt8(clamping: bytes.count + 1), digits: 2)
    var reading = PastedReading(.felica, fit: 40)
    reading.faults.append(
      PastedReading.Fault(
        offset: 0,
        words: "LEN is missing: byte 0, \(Hex.text(bytes[0], digits: 2)), is the code of "
          + "\(lexicon.title(of: felica.label(of: message))) and counts none of the "
          + "\(bytes.count) bytes; with \(length) in front it is whole"))
    return reading
  }

  private static func notes(on packet: [UInt8]) -> [String] {
    switch packet[1] {
    case FelicaCode.echo:
      return [
        "Echo is answered by itself: only the capture tells which way it went, not the code"
      ]
    case FelicaCode.answer(to: FelicaCode.polling) where packet.count >= 18:
      let pmm = ByteOrder.big.number64(packet.span, at: 10)
      let times = [(3, "READ"), (4, "WRITE")].map { index, name in
        let limit = FelicaTiming.limit(FelicaTiming.parameter(index, of: pmm), times: 1)
        let tenths = (limit + 50_000) / 100_000
        return "\(name) of one block \(tenths / 10).\(tenths % 10) ms"
      }
      return ["by PMm the card takes at the most: \(times.joined(separator: ", "))"]
    default: return []
    }
  }
}
