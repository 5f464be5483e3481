/// A moment in UTC as ISO 8601 has it, `2026-01-02T03:04:05.123456789Z`, and back.
enum UTCText {
  /// Nanoseconds since 1970 as a text with nine decimals.
  static func text(_ time: Int64) -> String {
    let day = floorDivided(time, by: nanosecondsOfDay)
    let rest = time - day * nanosecondsOfDay
    let seconds = rest / 1_000_000_000
    let (year, month, dayOfMonth) = date(daysSince1970: day)
    return "\(pad(year, 4))-\(pad(month, 2))-\(pad(dayOfMonth, 2))T"
      + "\(pad(seconds / 3600, 2)):\(pad(seconds / 60 % 60, 2)):\(pad(seconds % 60, 2))"
      + ".\(pad(rest % 1_000_000_000, 9))Z"
  }

  /// The nanoseconds since 1970 of such a text with any number of decimals; nil where it is none.
  static func nanoseconds(_ text: [UInt8]) -> Int64? {
    guard text.count >= 20, text.last == UInt8(ascii: "Z"), text[4] == UInt8(ascii: "-"),
      text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), let year = number(text[0..<4]),
      let month = number(text[5..<7]), let day = number(text[8..<10]),
      let hour = number(text[11..<13]), let minute = number(text[14..<16]),
      let second = number(text[17..<19]), (1...12).contains(month), (1...31).contains(day),
      (1678...2261).contains(year), hour < 24, minute < 60, second <= 60
    else { return nil }
    var fraction: Int64 = 0
    if text.count > 20 {
      let digits = text[20..<text.count - 1]
      guard text[19] == UInt8(ascii: "."), digits.count <= 9, let value = number(digits) else {
        return nil
      }
      fraction = value
      for _ in digits.count..<9 { fraction *= 10 }
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    return seconds * 1_000_000_000 + fraction
  }

  private static let nanosecondsOfDay: Int64 = 86_400 * 1_000_000_000

  /// The day of a Gregorian date, counted from 1970.
  static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years begin in March, so that the leap day is a year's last.
    let year = month <= 2 ? year - 1 : year
    let era = floorDivided(year, by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The Gregorian date of a day: found by counting on from a year that is not too late.
  private static func date(daysSince1970 day: Int64) -> (Int64, Int64, Int64) {
    var year = 1970 + floorDivided(day, by: 366) - 1
    while days(year + 1, 1, 1) <= day { year += 1 }
    var month: Int64 = 1
    while month < 12, days(year, month + 1, 1) <= day { month += 1 }
    return (year, month, day - days(year, month, 1) + 1)
  }

  private static func floorDivided(_ number: Int64, by divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  private static func pad(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
