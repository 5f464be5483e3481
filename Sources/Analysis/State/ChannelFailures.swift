/// For each logical channel the failed command that later ones depend on.
struct ChannelFailures {
  private var failures: [Failure] = []

  /// A command that failed and what depends on it.
  struct Failure: Equatable {
    var channel: UInt8
    var kind: Kind
    var frame: Int
    var status: UInt16
  }

  /// Which commands depend on it.
  enum Kind: Equatable {
    /// SELECT by DF name, SELECT of a file.
    case application, file
    /// VERIFY, an authentication.
    case verification
  }

  subscript(channel: UInt8) -> Failure? {
    failures.isEmpty ? nil : failures.first { $0.channel == channel }
  }

  /// Remembers a failure, the newest of its channel. ISO/IEC 7816-4 has 20 channels.
  mutating func note(_ failure: Failure) {
    clear(failure.channel)
    if failures.count < 20 { failures.append(failure) }
  }

  mutating func clear(_ channel: UInt8) {
    if !failures.isEmpty { failures.removeAll { $0.channel == channel } }
  }
}
