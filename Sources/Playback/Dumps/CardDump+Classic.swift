import Bytes
import Tags

/// Dumps of MIFARE Classic cards, written.
extension CardDump {
  /// How many blocks there are: by SAK, by the UID's block, by the highest block that was seen.
  mutating func takeClassicSize() {
    if uid.isEmpty, let head = image[0..<7] {
      uid = head[0..<4].reduce(0, ^) == head[4] ? Array(head[0..<4]) : head
    }
    let stated = sak == 0x09 ? 320 : sak == 0x18 ? 4096 : 1024
    size = image.end <= stated ? stated : image.end <= 1024 ? 1024 : 4096
  }

  /// Flipper Zero's text; what was not seen is `??`.
  var flipperSectors: String {
    let kind = size <= 320 ? "MINI" : size <= 1024 ? "1K" : "4K"
    let order = atqa.isEmpty ? [UInt8(0x04), 0x00] : atqa
    let number = sak ?? (size <= 320 ? 0x09 : size <= 1024 ? 0x08 : 0x18)
    var lines = [
      "Filetype: Flipper NFC device", "Version: 4", "Device type: Mifare Classic",
      "UID: \(Self.spaced(uid.isEmpty ? Self.zeros(4) : uid))",
      "ATQA: \(Self.spaced(order.reversed()))", "SAK: \(Self.spaced([number]))",
      "Mifare Classic type: \(kind)", "Data format version: 2",
    ]
    for block in 0..<size / 16 {
      let bytes = (16 * block..<16 * block + 16).map { address in
        image[address].map { Hex.text($0, digits: 2) } ?? "??"
      }
      lines.append("Block \(block): \(bytes.joined(separator: " "))")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
