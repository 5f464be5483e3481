@testable import Tags

/// Makes messages of every kind of record, the same ones for the same seed, and damages them.
struct MessageMaker {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A message that nothing is wrong with.
  mutating func message() -> NDEFMessage {
    if number(8) == 0 { return handover() }
    var records = (0..<1 + number(4)).map { _ in record() }
    // ndeflib takes what follows a first poster for a part of it.
    if records.count > 1, records[0].type == Array("Sp".utf8) { records.removeFirst() }
    return NDEFMessage(records)
  }

  /// The bytes of a message with up to three faults.
  mutating func damaged() -> [UInt8] {
    var bytes = number(4) == 0 ? chunked() : message().bytes
    for _ in 0...number(3) {
      guard bytes.count > 1 else { break }
      let at = number(bytes.count)
      switch number(5) {
      case 0: bytes[at] ^= 1 << UInt8(number(8))
      case 1: bytes[at] = UInt8(number(256))
      case 2: bytes.removeSubrange(at...)
      case 3: bytes.insert(UInt8(number(256)), at: at)
      default: bytes.remove(at: at)
      }
    }
    // ndeflib takes no bytes for no message.
    return bytes.isEmpty ? [0x91] : bytes
  }

  /// A record in two or three chunks.
  private mutating func chunked() -> [UInt8] {
    let payload = octets(6, 30)
    var bytes: [UInt8] = [0xB2, 3, 4] + Array("a/b".utf8) + payload.prefix(4)
    if number(2) == 0 {
      return bytes + [0x56, 0, UInt8(payload.count - 4)] + payload.dropFirst(4)
    }
    bytes += [0x36, 0, 1, payload[4]]
    return bytes + [0x56, 0, UInt8(payload.count - 5)] + payload.dropFirst(5)
  }

  private mutating func record() -> NDEFRecord {
    var record = content()
    if number(4) == 0, record.nameFormat != .empty { record.id = letters(1, 5) }
    return record
  }

  private mutating func content() -> NDEFRecord {
    switch number(10) {
    case 0: return text().record
    case 1: return uri().record
    case 2:
      return SmartPoster.record(
        uri().uri, titles: [text()], action: number(2) == 0 ? UInt8(number(3)) : nil,
        size: number(2) == 0 ? UInt32(number(1 << 20)) : nil,
        mediaType: number(2) == 0 ? "text/html" : nil,
        icon: number(3) == 0 ? ("image/png", octets(0, 40)) : nil)
    case 3: return NDEFRecord(.mime, type: Array("text/plain".utf8), payload: octets(0, 400))
    case 4:
      return NDEFRecord(.external, type: Array("example.com:t".utf8), payload: octets(0, 20))
    case 5:
      return NDEFRecord(
        .external, type: Array("android.com:pkg".utf8), payload: Array("com.example.app".utf8))
    case 6:
      return WiFiConfiguration.record(
        ssid: string(1, 10), key: String(decoding: letters(8, 20), as: UTF8.self),
        authentication: 0x20, encryption: 8)
    case 7:
      return BluetoothPairing.record(address: "00:11:22:33:44:55", name: string(1, 12))
        ?? NDEFRecord(.empty)
    case 8:
      return NDEFRecord(
        .absoluteURI, type: Array("http://example.com/".utf8) + letters(0, 6), payload: [])
    default:
      return number(2) == 0 ? NDEFRecord(.empty) : NDEFRecord(.unknown, payload: octets(1, 9))
    }
  }

  private mutating func handover() -> NDEFMessage {
    let carriers = (0..<1 + number(3)).map { UInt8(0x30 + $0) }
    let inner = carriers.map { id in
      NDEFRecord(
        .wellKnown, type: Array("ac".utf8), payload: [UInt8(number(4)), 1, id, 0])
    }
    let select = NDEFRecord(
      .wellKnown, type: Array("Hs".utf8), payload: [0x12] + NDEFMessage(inner).bytes)
    return NDEFMessage(
      [select]
        + carriers.map {
          NDEFRecord(.mime, type: Array("a/c".utf8), id: [$0], payload: octets(0, 20))
        })
  }

  private mutating func text() -> TextRecord {
    TextRecord(
      string(0, 30), language: ["en", "de-CH", "ja", "zh-Hans"][number(4)],
      encoding: number(3) == 0 ? .utf16 : .utf8)
  }

  private mutating func uri() -> URIRecord {
    let beginning = URIRecord.beginnings[1 + number(URIRecord.beginnings.count - 1)]
    return URIRecord(beginning + String(decoding: letters(1, 30), as: UTF8.self))
  }

  private mutating func string(_ least: Int, _ most: Int) -> String {
    let characters: [Character] = Array("abcdefghij KLMNOP.,-äßéЖ日本😀")
    return String(
      (0..<least + number(most - least + 1)).map { _ in characters[number(characters.count)] })
  }

  private mutating func letters(_ least: Int, _ most: Int) -> [UInt8] {
    (0..<least + number(most - least + 1)).map { _ in UInt8(0x61 + number(26)) }
  }

  private mutating func octets(_ least: Int, _ most: Int) -> [UInt8] {
    (0..<least + number(most - least + 1)).map { _ in UInt8(number(256)) }
  }

  /// A number below a limit (xorshift).
  private mutating func number(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 16) % UInt64(limit))
  }
}
