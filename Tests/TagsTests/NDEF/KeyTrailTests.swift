import Bytes
import Tags
import Testing

/// Keys are found in a memory that goes by in pieces.
@Suite struct KeyTrailTests {
  /// A network index, then the key `tiger lily 42` (13 bytes, from byte 9 on), then an address.
  private static let attributes =
    [0x10, 0x26, 0x00, 0x01, 0x01, 0x10, 0x27, 0x00, 0x0D] + Array("tiger lily 42".utf8) + [
      0x10, 0x20, 0x00, 0x06,
    ]

  /// Lays bytes in, and gives which of them are hidden.
  private func hidden(
    _ trail: inout KeyTrail, _ bytes: ArraySlice<UInt8>, at address: Int, isWritten: Bool = false
  ) -> Range<Int>? {
    trail.take(Array(bytes).span, at: address, isWritten: isWritten)
  }

  @Test("However the pieces are cut, every byte of the key is hidden", arguments: 1...26)
  func isHiddenInPieces(of size: Int) {
    let bytes = Self.attributes
    var trail = KeyTrail()
    var found: [Int] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = bytes[start..<min(start + size, bytes.count)]
      if let range = hidden(&trail, piece, at: 100 + start) {
        found += range.map { start + $0 }
      }
    }
    #expect(found == Array(9..<22))
  }

  @Test func goesOnWhereAnotherReadCameBetween() {
    var trail = KeyTrail()
    let bytes = Self.attributes
    // The head ends in the first piece; page 0 is read again before the rest.
    #expect(hidden(&trail, bytes[0..<8], at: 32) == nil)
    #expect(hidden(&trail, [4, 0x11, 0x22, 0xBF], at: 0) == nil)
    #expect(hidden(&trail, bytes[8..<24], at: 40) == 1..<14)
    #expect(hidden(&trail, bytes[12..<16], at: 44) == 0..<4)
  }

  @Test func isForgottenWhenItsHeadIsWrittenOver() {
    var trail = KeyTrail()
    #expect(hidden(&trail, Self.attributes[...], at: 16) == 9..<22)
    #expect(hidden(&trail, [0x03, 0, 0xFE, 0], at: 20, isWritten: true) == nil)
    #expect(hidden(&trail, Self.attributes[8...], at: 24) == nil)
  }

  @Test func doesNotTakeOtherAttributesForKeys() {
    // An SSID (1045) and a key with a length that none has.
    for text in ["10450005 4775657374", "10270000 01020304", "10270100 01020304", "1027FF10 0102"] {
      #expect(keys(in: Hex.bytes(text) ?? []) == [], "\(text)")
    }
  }

  @Test func takesBluetoothKeysBehindTheirTypeAlone() {
    let hash = [0x11, 0x0E] + [UInt8](repeating: 0x5A, count: 16)
    #expect(keys(in: hash) == [])
    #expect(
      keys(in: hash, type: "application/vnd.bluetooth.ep.oob") == [2..<18])
    let message = Array("application/vnd.bluetooth.ep.oob".utf8) + hash
    #expect(keys(in: message) == [34..<50])
  }

  @Test("A network's text hides its key, however it is cut", arguments: 1...44)
  func isHiddenInText(of size: Int) {
    let bytes = Array("WIFI:S:Guest;P:tiger\\;lily;T:WPA;H:true;;".utf8)
    var trail = KeyTrail()
    var shown: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = bytes[start..<min(start + size, bytes.count)]
      let range = hidden(&trail, piece, at: 64 + start)
      for index in piece.indices where !(range?.contains(index - start) ?? false) {
        shown.append(piece[index])
      }
    }
    #expect(String(decoding: shown, as: UTF8.self) == "WIFI:S:Guest;P:;T:WPA;H:true;;")
  }

  @Test("Only a network's text has a key", arguments: ["S:Guest;P:tiger;", "tel:1;P:2", "WIFI"])
  func leavesOtherTexts(text: String) { #expect(keys(in: Array(text.utf8)) == []) }

  @Test func takesKeysInUTF16() {
    let text = "wifi:T:WPA;S:Guest;P:lily;;"
    let bytes = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    // Four characters behind the 21 of the head; the zero byte of `;` lies in front of it.
    #expect(keys(in: bytes) == [42..<51])
    #expect(text.withoutNetworkKey == "wifi:T:WPA;S:Guest;P:····;;")
  }

  @Test func hidesUntilTheEndIsSeen() {
    var trail = KeyTrail()
    let head = Array("WIFI:S:G;P:tige".utf8)
    #expect(hidden(&trail, head[...], at: 0) == 11..<15)
    // Read past a gap: it may still be the key.
    #expect(hidden(&trail, Array("lily".utf8)[...], at: 20) == 0..<4)
    #expect(hidden(&trail, Array("r;;".utf8)[...], at: 15) == 0..<1)
    #expect(hidden(&trail, Array("lily".utf8)[...], at: 20) == nil)
  }

  @Test func isBounded() {
    var trail = KeyTrail()
    // Ten thousand keys in a row, each in a memory part of its own place: the first are forgotten.
    for index in 0..<10_000 {
      let range = trail.take(Self.attributes.span, at: index * 1_000)
      #expect(range == 9..<22)
    }
    for address in [Int.max - 4, -1] {
      #expect(hidden(&trail, Self.attributes[...], at: address) == nil)
    }
  }

  private func keys(in bytes: [UInt8], type: String = "") -> [Range<Int>] {
    KeyTrail.keys(in: bytes.span, type: Array(type.utf8))
  }
}
