/// Tries left of each reference, as 63Cx told them.
struct RetryCounters {
  private var counters: [Counter] = []

  private struct Counter {
    var reference: UInt8
    var channel: UInt8
    var tries: UInt8
  }

  /// Remembers what was told, and gives what was known before.
  mutating func note(_ tries: UInt8, of reference: UInt8, on channel: UInt8) -> UInt8? {
    if let index = index(of: reference, on: channel) {
      let before = counters[index].tries
      counters[index].tries = tries
      return before
    }
    if counters.count < 32 {
      counters.append(Counter(reference: reference, channel: channel, tries: tries))
    }
    return nil
  }

  /// Forgets a reference that was verified.
  mutating func clear(_ reference: UInt8, on channel: UInt8) {
    if let index = index(of: reference, on: channel) { counters.remove(at: index) }
  }

  private func index(of reference: UInt8, on channel: UInt8) -> Int? {
    counters.firstIndex { $0.reference == reference && $0.channel == channel }
  }
}
