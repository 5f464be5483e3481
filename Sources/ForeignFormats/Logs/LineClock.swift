import Bytes
import TraceFormat

/// The times with which a log's lines begin, in whichever shape.
///
/// A time of the day that jumps back by more than half a day is one of the next day. Where there are
/// none, all frames are of one moment: nothing is made up.
struct LineClock: Equatable {
  /// The last line's time.
  private(set) var time: Int64 = 0
  /// Whether the times are dates.
  private(set) var isDated = false
  private var days: Int64 = 0
  private var hasTime = false

  private static let day: Int64 = 86_400 * 1_000_000_000
  /// No log is longer than a century.
  private static let mostDays: Int64 = 36_525

  /// Takes the time that a text begins with, if it does; gives where the rest begins.
  @discardableResult
  mutating func take(_ text: ArraySlice<UInt8>) -> Int {
    var scan = Scanner(text: text, at: text.startIndex)
    scan.skip(0x20)
    let isBracketed = scan.skips(UInt8(ascii: "[")) || scan.skips(UInt8(ascii: "("))
    scan.skip(0x20)
    guard let found = scan.moment() else { return text.startIndex }
    if isBracketed, !scan.skips(UInt8(ascii: "]")), !scan.skips(UInt8(ascii: ")")) {
      return text.startIndex
    }
    set(found)
    return scan.at
  }

  private mutating func set(_ moment: Moment) {
    switch moment {
    case .date(let nanoseconds):
      time = nanoseconds
      isDated = true
    case .ofDay(let nanoseconds):
      if hasTime, days < Self.mostDays,
        nanoseconds + days * Self.day < time - Self.day / 2
      {
        days += 1
      }
      time = nanoseconds + days * Self.day
    case .elapsed(let nanoseconds): time = nanoseconds
    }
    hasTime = true
  }

  /// What a text can say of a moment.
  private enum Moment {
    case date(Int64)
    case ofDay(Int64)
    case elapsed(Int64)
  }

  /// A place in a text that moves forward.
  private struct Scanner {
    let text: ArraySlice<UInt8>
    var at: Int

    mutating func skip(_ byte: UInt8) {
      while at < text.endIndex, text[at] == byte { at += 1 }
    }

    mutating func skips(_ byte: UInt8) -> Bool {
      guard at < text.endIndex, text[at] == byte else { return false }
      at += 1
      return true
    }

    /// A number of so many digits.
    mutating func number(_ lengths: ClosedRange<Int>) -> Int64? {
      var end = at
      while end < text.endIndex, end - at < lengths.upperBound,
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[end])
      {
        end += 1
      }
      guard lengths.contains(end - at) else { return nil }
      defer { at = end }
      return Int64(text[at..<end].text)
    }

    mutating func moment() -> Moment? {
      let start = at
      if let date = dateAndTime() { return date }
      at = start
      if let nanoseconds = timeOfDay() { return .ofDay(nanoseconds) }
      at = start
      if let milliseconds = ticks() { return .elapsed(milliseconds * 1_000_000) }
      at = start
      // Nine billion seconds are the most that nanoseconds hold.
      guard let seconds = number(1...12), seconds < 9_000_000_000, skips(UInt8(ascii: ".")),
        let fraction = fraction()
      else {
        at = start
        return nil
      }
      let time = seconds * 1_000_000_000 + fraction
      return seconds > 900_000_000 ? .date(time) : .elapsed(time)
    }

    /// `508 ms [nfc.clf]` of nfcpy, `72000 [D][Nfc]` of a Flipper: milliseconds.
    private mutating func ticks() -> Int64? {
      guard let count = number(1...12) else { return nil }
      let rest = text[at...]
      if rest.starts(with: " ms".utf8) {
        at += 3
        return count
      }
      let isTag =
        rest.count >= 4 && rest.starts(with: " [".utf8) && rest.dropFirst(3).starts(with: "][".utf8)
      return isTag ? count : nil
    }

    /// `2026-01-02 03:04:05.678`, with T or a space, Android's without a year, or
    /// `2026:01:02-03:04:05.678` as the NCI library for Linux writes.
    private mutating func dateAndTime() -> Moment? {
      var scan = self
      guard let first = scan.number(2...4) else { return nil }
      let mark = first >= 1000 && scan.skips(UInt8(ascii: ":")) ? ":" : "-" as Unicode.Scalar
      guard mark == ":" || scan.skips(UInt8(ascii: "-")), let second = scan.number(2...2) else {
        return nil
      }
      var year: Int64?
      var (month, day) = (first, second)
      if scan.skips(UInt8(ascii: mark)) {
        guard let third = scan.number(2...2) else { return nil }
        (year, month, day) = (first, second, third)
      }
      guard scan.skips(0x20) || scan.skips(UInt8(ascii: "T")) || scan.skips(UInt8(ascii: "-")),
        let time = scan.timeOfDay(),
        (1...12).contains(month), (1...31).contains(day), (1971...2200).contains(year ?? 1972)
      else { return nil }
      _ = scan.skips(UInt8(ascii: "Z"))
      self = scan
      // Without a year, one with a leap day.
      let days = UTCText.days(year ?? 1972, month, day)
      let moment = days * 86_400_000_000_000 + time
      return year == nil ? .elapsed(moment) : .date(moment)
    }

    private mutating func timeOfDay() -> Int64? {
      guard let hour = number(1...2), skips(UInt8(ascii: ":")), let minute = number(2...2),
        skips(UInt8(ascii: ":")), let second = number(2...2), hour < 24, minute < 60, second <= 60
      else { return nil }
      let seconds = (hour * 60 + minute) * 60 + second
      guard at < text.endIndex,
        [UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":")]
          .contains(text[at])
      else { return seconds * 1_000_000_000 }
      let point = at
      at += 1
      // A comma may also part the time from what follows it.
      if text[point] == UInt8(ascii: ","), !hasMilliseconds {
        at = point
        return seconds * 1_000_000_000
      }
      guard let fraction = fraction() else {
        at = point
        return seconds * 1_000_000_000
      }
      return seconds * 1_000_000_000 + fraction
    }

    /// Three digits and no more of a number in hex.
    private var hasMilliseconds: Bool {
      let digits = text[at...].prefix { (0x30...0x39).contains($0) }
      return digits.count == 3
        && (digits.endIndex == text.endIndex || Hex.value(text[digits.endIndex]) == nil)
    }

    private mutating func fraction() -> Int64? {
      let start = at
      guard var value = number(1...9) else { return nil }
      for _ in (at - start)..<9 { value *= 10 }
      while at < text.endIndex, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[at]) {
        at += 1
      }
      return value
    }
  }
}
