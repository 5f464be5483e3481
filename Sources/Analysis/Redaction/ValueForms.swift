import Bytes
import GrammarLanguage

/// One way to write a value, and its substitute in the same way, as digits of four bits.
struct ValueForm: Sendable {
  /// The number of the value.
  var value: Int
  var written: [UInt8]
  var substitute: [UInt8]
  /// Whether it may begin in the middle of a byte, as digits in a row do.
  var isDigits = false
}

extension ValueForm {
  /// Every way in which a value is looked for: as it is, from its last byte on, in hex; digits in
  /// ASCII, packed beginning with either half of a byte, with the halves exchanged, from the last one
  /// on; a card's UID with its check bytes, as it stands in a selection and in a tag's first pages.
  static func all(of value: SecretValue, _ number: Int, substitute: [UInt8]) -> [ValueForm] {
    guard value.isTelling, substitute != value.bytes else { return [] }
    var forms = Forms(value: number)
    forms.add(bytes: value.bytes, substitute)
    if value.bytes.count > 3 {
      forms.add(bytes: value.bytes.reversed(), substitute.reversed())
    }
    forms.add(text: value.bytes, substitute)
    switch value.kind {
    case .pan:
      let digits = Array(value.leadingDigits)
      forms.add(digits: digits, Array(Nibbles.of(substitute).prefix(digits.count)), atLeast: 8)
    case .pin:
      if let place = PINDigits(value.bytes), let new = PINDigits(substitute) {
        forms.add(digits: place.digits, new.digits, atLeast: 6)
        if place.digits.count >= 4, Set(place.digits).count > 1 {
          forms.add(bytes: Nibbles.text(place.digits), Nibbles.text(new.digits))
        }
      }
    case .name:
      let trimmed = value.bytes.trimmed
      if trimmed.count < value.bytes.count, trimmed.count > 3 {
        forms.add(bytes: trimmed, Array(substitute.prefix(trimmed.count)))
      }
    case .id: forms.add(identifier: value.bytes, substitute)
    case .track, .date, .key, .password: break
    }
    return forms.list
  }

  /// The last four digits of a card number where a data object gives them alone (9F25).
  static func lastDigits(_ old: [UInt8], _ new: [UInt8], value: Int) -> ValueForm {
    let head: [UInt8] = [9, 15, 2, 5, 0, 2]
    return ValueForm(value: value, written: head + old.suffix(4), substitute: head + new.suffix(4))
  }
}

/// The forms of one value while they are put together.
private struct Forms {
  let value: Int
  private(set) var list: [ValueForm] = []

  init(value: Int) { self.value = value }

  private mutating func add(_ old: [UInt8], _ new: [UInt8], isDigits: Bool = false) {
    guard old.count == new.count, old != new else { return }
    list.append(ValueForm(value: value, written: old, substitute: new, isDigits: isDigits))
  }

  mutating func add(bytes old: some Sequence<UInt8>, _ new: some Sequence<UInt8>) {
    add(Nibbles.of(old), Nibbles.of(new))
  }

  /// Bytes as text in hex, in capitals and small letters.
  mutating func add(text old: [UInt8], _ new: [UInt8]) {
    let texts = (Array(Hex.text(old).utf8), Array(Hex.text(new).utf8))
    add(bytes: texts.0, texts.1)
    let small = texts.0.map(Self.lowercased)
    if small != texts.0 { add(bytes: small, texts.1.map(Self.lowercased)) }
  }

  mutating func add(digits old: [UInt8], _ new: [UInt8], atLeast least: Int) {
    guard old.count >= least, Set(old).count > 1 else { return }
    add(old, new, isDigits: true)
    add(old.reversed(), new.reversed(), isDigits: true)
    add(Self.exchanged(old), Self.exchanged(new))
    add(bytes: Nibbles.text(old), Nibbles.text(new))
    add(bytes: Nibbles.text(old.reversed()), Nibbles.text(new.reversed()))
  }

  /// A UID as cascade levels carry it (ISO/IEC 14443-3: 88h and three bytes, or four, and BCC), and as
  /// a tag's memory begins with it.
  mutating func add(identifier old: [UInt8], _ new: [UInt8]) {
    guard [3, 4, 7, 10].contains(old.count) else { return }
    var start = 0
    while start < old.count {
      let isLast = old.count - start == 4
      let count = isLast ? 4 : 3
      guard start + count <= old.count else { return }
      let parts = (Array(old[start..<start + count]), Array(new[start..<start + count]))
      let tag: UInt8 = isLast ? 0 : 0x88
      let checks = (Checksum.bcc(parts.0.span) ^ tag, Checksum.bcc(parts.1.span) ^ tag)
      add(bytes: parts.0 + [checks.0], parts.1 + [checks.1])
      if isLast {
        add(bytes: parts.0, parts.1)
      } else {
        add(bytes: [tag] + parts.0, [tag] + parts.1)
      }
      start += count
    }
  }

  private static func exchanged(_ digits: [UInt8]) -> [UInt8] {
    var digits = digits.count % 2 == 0 ? digits : digits + [15]
    for index in stride(from: 0, to: digits.count, by: 2) { digits.swapAt(index, index + 1) }
    return digits
  }

  private static func lowercased(_ letter: UInt8) -> UInt8 {
    (0x41...0x46).contains(letter) ? letter | 0x20 : letter
  }
}

extension [UInt8] {
  /// Without the spaces and zeros that fill up a text.
  fileprivate var trimmed: [UInt8] {
    var end = count
    while end > 0, self[end - 1] == 0x20 || self[end - 1] == 0 { end -= 1 }
    return Array(prefix(end))
  }
}
