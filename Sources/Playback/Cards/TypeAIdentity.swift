/// What a card of NFC-A says of itself while it is selected.
package struct TypeAIdentity: Equatable, Sendable {
  /// As sent, low byte first.
  package var atqa: [UInt8]
  /// 4, 7 or 10 bytes.
  package var uid: [UInt8]
  /// The SAK of the last cascade level.
  package var sak: UInt8
  /// The answer to RATS without CRC; empty where the card has none.
  package var ats: [UInt8]
  /// Whether the UID is drawn anew with every field.
  package var isRandom = false

  package init(atqa: [UInt8], uid: [UInt8], sak: UInt8, ats: [UInt8] = [], isRandom: Bool = false) {
    self.atqa = atqa
    self.uid = uid
    self.sak = sak
    self.ats = ats
    self.isRandom = isRandom
  }

  /// The five bytes of each cascade level: ISO/IEC 14443-3 puts the cascade tag 88h before the
  /// first three bytes of a UID that goes on.
  var levels: [[UInt8]] {
    var rest = uid[...]
    var levels: [[UInt8]] = []
    while !rest.isEmpty {
      let part = rest.count > 4 ? [0x88] + rest.prefix(3) : Array(rest.prefix(4))
      rest = rest.dropFirst(rest.count > 4 ? 3 : 4)
      levels.append(part + [part.reduce(0, ^)])
    }
    return levels
  }

  /// Draws a new UID where the card does: 08h and three bytes of chance.
  mutating func draw() {
    guard isRandom else { return }
    uid = [0x08] + (0..<3).map { _ in UInt8.random(in: 0...255) }
  }
}
