import Decoding

/// Applications that a visit's reader asked for in vain, until one of them is there.
struct MissingApplications {
  private(set) var requests: [Request] = []
  /// Whether any SELECT by name succeeded: then the reader was trying what there may be.
  private(set) var foundOne = false

  /// A SELECT by name that was answered "not found".
  struct Request {
    let aid: Identifier
    let step: Int
    let place: Place
  }

  mutating func note(_ request: Request) {
    if requests.count < 16 { requests.append(request) }
  }

  mutating func noteSuccess() {
    foundOne = true
    if !requests.isEmpty { requests.removeAll() }
  }
}
