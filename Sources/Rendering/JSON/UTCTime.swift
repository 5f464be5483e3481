/// A moment in UTC as ISO 8601 has it: `2021-10-14T09:12:33.123456Z`.
struct UTCTime {
  let text: String

  /// Nanoseconds since 1970, shown with so many decimals of a second.
  init(_ time: Int64, digits: Int) {
    let (seconds, fraction) = Time.split(time, decimals: digits)
    let second = (seconds % 86_400 + 86_400) % 86_400
    let (year, month, day) = Self.date(daysSince1970: (seconds - second) / 86_400)
    var text = "\(Self.pad(year, 4))-\(Self.pad(month, 2))-\(Self.pad(day, 2))T"
    text += "\(Self.pad(second / 3600, 2)):\(Self.pad(second / 60 % 60, 2))"
    text += ":\(Self.pad(second % 60, 2))"
    if digits > 0 { text += "." + Self.pad(Int64(fraction), digits) }
    self.text = text + "Z"
  }

  /// The Gregorian date of a day, counted in eras of 400 years that begin on the first of March.
  private static func date(daysSince1970 days: Int64) -> (Int64, Int64, Int64) {
    let sinceMarch0 = days + 719_468
    let era = (sinceMarch0 >= 0 ? sinceMarch0 : sinceMarch0 - 146_096) / 146_097
    let dayOfEra = sinceMarch0 - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func pad(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
