import Bytes
import GrammarLanguage

/// What card numbers, tracks and names look like where no intact structure says that they are there.
///
/// Two strengths. *Strict* is for any bytes at all: a value must be whole and check out (Luhn, field
/// separator, month), so that a UID or a cryptogram is never hidden by chance. *Loose* is for bytes
/// behind a damaged or missing structure: the tag, a likely length and a likely beginning suffice,
/// and what is there of the value is the secret.
package enum SecretPatterns {
  /// How much a match must prove.
  package enum Strength: Equatable, Sendable { case strict, loose }

  /// Bytes that a match can begin with or turn on: 5A, 57, 5F, 9F, 56 tags, a nibble D (the field
  /// separator of track 2), `^` (the field separator of track 1).
  package static let turns: [Bool] = {
    var turns = [Bool](repeating: false, count: 256)
    for byte in [0x5A, 0x57, 0x5F, 0x9F, 0x56, 0x5E] { turns[byte] = true }
    for nibble in 0..<10 {
      turns[0xD0 | nibble] = true
      turns[nibble << 4 | 0xD] = true
    }
    return turns
  }()

  /// Looks through `range` of `bytes` and appends what it finds.
  package static func search(
    _ bytes: Span<UInt8>, in range: Range<Int>, strength: Strength, side: Side,
    into secrets: inout [Secret], from first: Int
  ) {
    let turns = turns.span
    var at = range.lowerBound
    let end = range.upperBound
    while at < end {
      let byte = bytes[at]
      guard turns[Int(byte)], mayMatch(bytes, at, range, strength) else {
        at += 1
        continue
      }
      let found =
        switch byte {
        case 0x5A: number(bytes, tag: at..<at + 1, end: end, strength)
        case 0x57: track2(bytes, tag: at..<at + 1, end: end, strength)
        case 0x56: track1(bytes, tag: at..<at + 1, end: end, strength)
        case 0x5F, 0x9F: twoByteTag(bytes, at: at, end: end, strength)
        case 0x5E: bareTrack1(bytes, caret: at, start: range.lowerBound, end: end)
        default: bareTrack2(bytes, turn: at, start: range.lowerBound, end: end)
        }
      if var found {
        found.side = side
        add(found, to: &secrets, from: first)
        at = max(at + 1, found.bytes.range.upperBound)
      } else {
        at += 1
      }
    }
  }

  /// Whether the byte beside a turn lets it be a match: of the turns in any bytes nearly all are none,
  /// and nearly all of those are told by it.
  private static func mayMatch(
    _ bytes: Span<UInt8>, _ at: Int, _ range: Range<Int>, _ strength: Strength
  ) -> Bool {
    if bytes[at] == 0x5E { return at > range.lowerBound && isDigit(bytes[at - 1]) }
    guard at + 1 < range.upperBound else { return false }
    let next = bytes[at + 1]
    switch bytes[at] {
    case 0x5A: return strength == .loose || (5...10).contains(next)
    case 0x57: return strength == .loose || (8...19).contains(next)
    case 0x56: return strength == .loose || (2...76).contains(next)
    case 0x5F: return next == 0x20 || next == 0x24
    case 0x9F: return next == 0x0B || next == 0x6B || next == 0x1F || next == 0x20
    default: return next >> 4 < 10 && next & 15 < 10
    }
  }

  /// Appends a secret unless one from index `first` on covers it already.
  package static func add(_ secret: Secret, to secrets: inout [Secret], from first: Int) {
    guard !secret.bytes.isEmpty else { return }
    let range = secret.bytes.range
    for index in first..<secrets.count {
      let covers = secrets[index].bytes.range
      if secrets[index].side == secret.side, covers.lowerBound <= range.lowerBound,
        covers.upperBound >= range.upperBound
      {
        return
      }
    }
    secrets.append(secret)
  }

  private static func twoByteTag(
    _ bytes: Span<UInt8>, at: Int, end: Int, _ strength: Strength
  ) -> Secret? {
    guard at + 1 < end else { return nil }
    let tag = at..<at + 2
    switch (bytes[at], bytes[at + 1]) {
    case (0x5F, 0x20), (0x9F, 0x0B): return name(bytes, tag: tag, end: end, strength)
    case (0x9F, 0x6B): return track2(bytes, tag: tag, end: end, strength)
    case (0x5F, 0x24) where strength == .loose: return date(bytes, tag: tag, end: end)
    case (0x9F, 0x1F) where strength == .loose, (0x9F, 0x20) where strength == .loose:
      return discretionary(bytes, tag: tag, end: end)
    default: return nil
    }
  }

  /// The part of a value that is there, if the length behind `tag` is among `lengths`.
  ///
  /// Behind a damaged structure the length may be damaged as well: one that cannot be believed
  /// means everything up to the end.
  private static func value(
    _ bytes: Span<UInt8>, behind tag: Range<Int>, end: Int, lengths: ClosedRange<Int>,
    _ strength: Strength
  ) -> (there: Range<Int>, claimed: Int)? {
    guard tag.upperBound < end else { return nil }
    var length = Int(bytes[tag.upperBound])
    var start = tag.upperBound + 1
    if strength == .loose, length > 0x80, length <= 0x83 {
      // BER's long form: so many bytes of length follow.
      let digits = length & 0x7F
      guard start + digits <= end else { return nil }
      length = 0
      for index in start..<start + digits { length = length << 8 | Int(bytes[index]) }
      start += digits
    }
    guard start < end else { return nil }
    if !lengths.contains(length) {
      guard strength == .loose else { return nil }
      length = end - start
    }
    if strength == .strict, start + length > end { return nil }
    return (start..<min(end, start + length), length)
  }

  private static func number(
    _ bytes: Span<UInt8>, tag: Range<Int>, end: Int, _ strength: Strength
  ) -> Secret? {
    guard let found = value(bytes, behind: tag, end: end, lengths: 5...10, strength) else {
      return nil
    }
    let digits = CardNumber.digits(bytes, in: found.there)
    if strength == .strict {
      guard digits >= 12, CardNumber.isFilled(bytes, in: found.there, behind: digits),
        CardNumber.passesLuhn(bytes, in: found.there, digits: digits)
      else { return nil }
    } else if digits < min(6, found.there.count * 2) {
      return nil
    }
    return CardNumber.secret(bytes, in: found.there, claimed: found.claimed, side: .answer)
  }

  private static func track2(
    _ bytes: Span<UInt8>, tag: Range<Int>, end: Int, _ strength: Strength
  ) -> Secret? {
    guard let found = value(bytes, behind: tag, end: end, lengths: 8...19, strength) else {
      return nil
    }
    let digits = CardNumber.digits(bytes, in: found.there)
    if strength == .strict {
      guard digits >= 12, digits + 1 < found.there.count * 2,
        CardNumber.nibble(bytes, found.there.lowerBound, digits) == 0xD
      else { return nil }
    } else if digits < min(6, found.there.count * 2) {
      return nil
    }
    return Secret(.track, .answer, found.there)
  }

  private static func track1(
    _ bytes: Span<UInt8>, tag: Range<Int>, end: Int, _ strength: Strength
  ) -> Secret? {
    guard let found = value(bytes, behind: tag, end: end, lengths: 2...76, strength),
      bytes[found.there.lowerBound] == UInt8(ascii: "B")
    else { return nil }
    let rest = found.there.dropFirst().prefix(strength == .strict ? 12 : 4)
    for index in rest where !isDigit(bytes[index]) { return nil }
    return Secret(.track, .answer, found.there)
  }

  private static func name(
    _ bytes: Span<UInt8>, tag: Range<Int>, end: Int, _ strength: Strength
  ) -> Secret? {
    guard
      let found = value(
        bytes, behind: tag, end: end, lengths: strength == .strict ? 4...45 : 2...45, strength)
    else { return nil }
    let proof = strength == .strict ? found.there : found.there.prefix(2)
    for index in proof {
      switch bytes[index] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: " "), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "'"):
        continue
      default: return nil
      }
    }
    return Secret(.name, .answer, found.there)
  }

  private static func date(_ bytes: Span<UInt8>, tag: Range<Int>, end: Int) -> Secret? {
    guard let found = value(bytes, behind: tag, end: end, lengths: 3...3, .loose),
      CardNumber.digits(bytes, in: found.there) == found.there.count * 2
    else { return nil }
    return Secret(.date, .answer, found.there)
  }

  private static func discretionary(_ bytes: Span<UInt8>, tag: Range<Int>, end: Int) -> Secret? {
    guard let found = value(bytes, behind: tag, end: end, lengths: 1...54, .loose) else {
      return nil
    }
    for index in found.there.prefix(4) where bytes[index] < 0x20 || bytes[index] > 0x7E {
      return nil
    }
    return Secret(.track, .answer, found.there)
  }

  /// `B`, a card number in ASCII and the caret that ends it, wherever it stands; the secret goes on
  /// over the name and the rest of the track as long as they are characters.
  private static func bareTrack1(
    _ bytes: Span<UInt8>, caret: Int, start: Int, end: Int
  ) -> Secret? {
    var from = caret
    while from > start, caret - from < 19, isDigit(bytes[from - 1]) { from -= 1 }
    guard caret - from >= 12, from > start, bytes[from - 1] == UInt8(ascii: "B") else { return nil }
    var to = caret
    while to < end, to - caret < 60, bytes[to] >= 0x20, bytes[to] <= 0x7E { to += 1 }
    return Secret(.track, .answer, from - 1..<to)
  }

  /// A card number in BCD, the separator D, a year and a month, wherever they stand.
  private static func bareTrack2(
    _ bytes: Span<UInt8>, turn: Int, start: Int, end: Int
  ) -> Secret? {
    // The separator's place in nibbles, counted from `start`.
    let separator = (turn - start) * 2 + (bytes[turn] >> 4 == 0xD ? 0 : 1)
    let last = (end - start) * 2
    guard separator >= 12, separator + 8 <= last else { return nil }
    for place in separator + 1...separator + 7
    where CardNumber.nibble(bytes, start, place) > 9 {
      return nil
    }
    let month =
      CardNumber.nibble(bytes, start, separator + 3) * 10
      + CardNumber.nibble(bytes, start, separator + 4)
    guard month >= 1, month <= 12 else { return nil }
    // A track of this kind begins on a byte, so its number's first digit is a high nibble.
    var from = separator
    while from > 0, separator - from < 19, CardNumber.nibble(bytes, start, from - 1) < 10 {
      from -= 1
    }
    var first = from + from % 2
    while separator - first >= 12 {
      if CardNumber.nibble(bytes, start, first) != 0,
        CardNumber.passesLuhn(bytes, from: start, nibbles: first..<separator)
      {
        var to = separator + 1
        while to < last, CardNumber.nibble(bytes, start, to) < 10 { to += 1 }
        return Secret(.track, .answer, start + first / 2..<start + (to + 1) / 2)
      }
      first += 2
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
