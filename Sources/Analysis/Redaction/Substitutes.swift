import GrammarLanguage

/// What takes the place of secret values, the same for the same value: of the same length and kind,
/// and nothing of the value in it but what kind it is.
///
///     4761 7390 0101 0010   the issuer's six digits, zeros, a running number, the check digit
///     track 2               that number, December 2049, the service code, zeros
///     CARDHOLDER/TEST       NAME/REDACTED
///     24 12 34 FF …         the same block of as many zeros
///     keys, passwords       EE EE …
///
/// Where a value is the second of its kind and length, a running number in the filler tells it from the
/// first: commands that differed go on to differ.
///
/// A value that is a substitute already stays: what was redacted once is not changed by redacting it
/// again.
package struct Substitutes: Sendable {
  /// The values in the order in which they were met.
  package private(set) var values: [SecretValue] = []
  private var numbers: [SecretValue: Int] = [:]
  private var made: [[UInt8]?] = []
  /// No substitute may be a value that was replaced.
  private var originals: Set<[UInt8]> = []
  private var used: Set<[UInt8]> = []
  private var counts: [Series: Int] = [:]
  /// The running numbers that were there already.
  private var kept: [Series: Set<Int>] = [:]
  /// How many values of a series there are; nil before all are known that a trace is searched for.
  private var sizes: [Series: Int]?

  /// What has one series of running numbers.
  private struct Series: Hashable {
    let kind: SecretKind
    let length: Int

    init(_ value: SecretValue) {
      kind = value.kind
      length = value.bytes.count
    }
  }

  package init() {}

  /// Takes a value in, unless it is known, and gives its number.
  @discardableResult package mutating func add(_ value: SecretValue) -> Int {
    if let known = numbers[value] { return known }
    numbers[value] = values.count
    values.append(value)
    made.append(nil)
    originals.insert(value.bytes)
    if value.kind == .pan { originals.insert(Array(value.leadingDigits)) }
    return values.count - 1
  }

  /// The number of a value; nil for one that nobody took in.
  func number(of value: SecretValue) -> Int? { numbers[value] }

  /// What takes the place of a value. Ask when all values were taken in.
  mutating func substitute(for number: Int) -> [UInt8] {
    if sizes == nil { settle() }
    if let known = made[number] { return known }
    let value = values[number]
    if keep(number) { return value.bytes }
    // A cut value's own zeros need not be told from another's.
    let new = value.cutFrom == nil ? fill(value) : CutValue.filler(for: value)
    made[number] = new
    return new
  }

  /// The substitute of a card number's digits.
  mutating func substitute(forCardNumber digits: [UInt8]) -> [UInt8] {
    let value = Self.cardNumber(digits)
    let bytes = substitute(for: add(value))
    return Array(Nibbles.of(bytes).prefix(digits.count))
  }

  /// A card number's digits as a value: one on each nibble, filled up with F.
  static func cardNumber(_ digits: [UInt8]) -> SecretValue {
    SecretValue(.pan, Nibbles.bytes(digits), digits: digits.count)
  }

  /// Takes in what tracks hold, and lets what is a substitute already be its own.
  private mutating func settle() {
    var index = 0
    while index < values.count {
      if values[index].kind == .track {
        for part in TrackFiller.parts(of: values[index].bytes) { add(part) }
      }
      index += 1
    }
    var sizes: [Series: Int] = [:]
    for value in values where value.isNumbered { sizes[Series(value), default: 0] += 1 }
    self.sizes = sizes
    for index in values.indices { _ = keep(index) }
  }

  /// Lets a value be its own substitute if it is one already.
  ///
  /// What was redacted has running numbers from 1 on, so no number is higher than there are values; a
  /// little more where no real value is like a substitute by chance.
  private mutating func keep(_ index: Int) -> Bool {
    let value = values[index]
    guard value.isNumbered, let number = value.runningNumber else { return false }
    let series = Series(value)
    // One that was met later counts too.
    let size = max(1, sizes?[series] ?? 0)
    // Numbers whose filler was used already are skipped: one in 256 of those with two bytes.
    let most = value.certainNumber == 0 ? size : max(size + size / 128 + 1, value.certainNumber)
    guard number <= most else { return false }
    made[index] = value.bytes
    used.insert(value.bytes)
    kept[series, default: []].insert(number)
    return true
  }

  private mutating func fill(_ value: SecretValue) -> [UInt8] {
    switch value.kind {
    case .pan:
      let digits = Array(value.leadingDigits)
      // A packed card number has ten bytes at most: longer ones are text.
      if digits.count >= 8, value.bytes.count <= 10 {
        let canonical = Self.cardNumber(digits)
        guard value == canonical else {
          // The same number with other fillers.
          let digits = substitute(forCardNumber: digits)
          return Nibbles.bytes(digits + value.nibbles.dropFirst(digits.count))
        }
      }
      return number(value)
    case .track: return TrackFiller.filler(for: value.bytes, &self)
    case .name, .date, .pin, .key, .password: return number(value)
    case .id: return identifier(value)
    }
  }

  /// A card's first cascade level alone begins as its whole UID does, where that is known.
  private mutating func identifier(_ value: SecretValue) -> [UInt8] {
    guard value.bytes.count == 3 else { return number(value) }
    let whole = values.firstIndex {
      $0.kind == .id && [7, 10].contains($0.bytes.count) && $0.bytes.starts(with: value.bytes)
    }
    guard let whole else { return IdentifierFiller.filler(for: value.bytes, 0) }
    return Array(substitute(for: whole).prefix(3))
  }

  /// The first filler of a series that is nobody's yet; where there is no room to tell one from
  /// another, the last.
  private mutating func number(_ value: SecretValue) -> [UInt8] {
    let series = Series(value)
    let taken = kept[series] ?? []
    var number = counts[series, default: 0]
    var new: [UInt8]
    var tries = 0
    repeat {
      repeat { number += 1 } while taken.contains(number)
      tries += 1
      new = value.filler(number)
    } while tries < 64 && (used.contains(new) || originals.contains(new))
    counts[series] = number
    used.insert(new)
    return new
  }
}
