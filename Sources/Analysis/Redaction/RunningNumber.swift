import GrammarLanguage

extension SecretValue {
  /// Whether its substitutes are told apart by a running number: not those of tracks, which match
  /// their card number, of what is left of a value, and of a UID's first three bytes.
  var isNumbered: Bool {
    guard cutFrom == nil else { return false }
    switch kind {
    case .track: return false
    case .pan: return !isPackedNumber || self == Substitutes.cardNumber(Array(leadingDigits))
    case .id: return bytes.count != 3
    case .name, .date, .pin, .key, .password: return true
    }
  }

  /// Up to this number a value that is like a substitute is one: at least three of its bytes are as no
  /// chance makes them. Of PINs none is certain.
  var certainNumber: Int {
    switch (kind, bytes.count) {
    case (.pin, _), (_, ...3): 0
    case (_, 4): 0xFF
    default: 0xFFFF
    }
  }

  /// A card number in BCD, which has ten bytes at most: longer ones are text.
  private var isPackedNumber: Bool { leadingDigits.count >= 8 && bytes.count <= 10 }

  /// The substitute with a running number.
  func filler(_ number: Int) -> [UInt8] {
    switch kind {
    case .pan where isPackedNumber:
      CardNumberFiller.filler(for: Array(leadingDigits), number)
    case .pan: AccountFiller.filler(for: bytes, number)
    case .track: bytes
    case .name: TextFiller.name(for: bytes, number)
    case .date: DateFiller.filler(for: bytes, number)
    case .pin: PINFiller.filler(for: bytes, number)
    case .key, .password: KeyFiller.filler(for: bytes, number)
    case .id: IdentifierFiller.filler(for: bytes, number)
    }
  }

  /// The number of which this is the substitute already; nil where it is none.
  var runningNumber: Int? { candidates.first { $0 > 0 && filler($0) == bytes } }

  /// The numbers that may stand in it.
  private var candidates: [Int] {
    var numbers = [1]
    switch kind {
    case .date: numbers = Array(1...28)
    case .pan:
      let digits = isPackedNumber ? Array(leadingDigits) : leadingText
      numbers.append(
        Self.decimal(digits.dropFirst(CardNumberFiller.keptCount(of: digits)).dropLast()))
    case .pin:
      if let place = PINDigits(bytes) { numbers.append(Self.decimal(place.digits) + 1) }
    case .id: numbers.append(Self.decimal(bytes.dropFirst(4).map { $0 & 15 }))
    case .track, .name, .key, .password: break
    }
    numbers.append(endingDigits)
    // From the last byte on, and, as UIDs of ISO/IEC 15693 are sent, from the first.
    for bytes in [bytes, bytes.reversed()] {
      var number = 0
      for (place, byte) in bytes.reversed().prefix(4).enumerated() {
        number |= Int(byte) << (8 * place)
        numbers.append(number)
      }
    }
    return numbers
  }

  /// The digits at the end of a text that may be filled up with spaces.
  private var endingDigits: Int {
    let text = bytes.reversed().drop { $0 == 0x20 }
    return Self.decimal(text.prefix { (0x30...0x39).contains($0) }.reversed().map { $0 & 15 })
  }

  /// The digits that a text begins with.
  private var leadingText: [UInt8] {
    bytes.prefix { (0x30...0x39).contains($0) }.map { $0 & 15 }
  }

  /// The last digits of a number; there are never so many values that it has more.
  private static func decimal(_ digits: some BidirectionalCollection<UInt8>) -> Int {
    digits.suffix(15).reduce(0) { $0 * 10 + Int($1) }
  }
}
