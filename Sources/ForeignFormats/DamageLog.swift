import TraceFormat

/// What was found damaged in a file: the first of it, since a hostile file can have any number.
struct DamageLog: Equatable, Sendable {
  private(set) var entries: [TraceDamage] = []

  /// How many places are kept; one entry more says that there are others.
  static let most = 64

  /// Notes that something is wrong at an offset of the file.
  mutating func note(_ reason: String, at offset: Int64) {
    guard entries.count <= Self.most else { return }
    let reason = entries.count < Self.most ? reason : "more is damaged than is listed"
    entries.append(TraceDamage(reason: reason, offset: offset, frames: nil, times: nil))
  }
}
