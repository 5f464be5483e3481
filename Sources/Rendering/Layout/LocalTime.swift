import Glibc

/// A moment in the local time zone, as glibc tells it.
struct LocalTime: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int
  /// Seconds east of UTC.
  var offset: Int

  /// The moment `seconds` after 1970 began in UTC; nil for years that glibc cannot count.
  init?(_ seconds: Int64) {
    var moment = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&moment, &parts) != nil else { return nil }
    unsafe (year, month, day) = (
      Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)
    )
    unsafe (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
    offset = unsafe Int(parts.tm_gmtoff)
  }
}
