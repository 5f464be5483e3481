import Glibc

/// The two clocks of a recording: the one that never jumps, and the one on the wall.
enum Clock {
  /// Nanoseconds on the clock that only goes forward.
  static var steady: Int64 { read(CLOCK_MONOTONIC) }

  /// Nanoseconds since 1970.
  static var wall: Int64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
