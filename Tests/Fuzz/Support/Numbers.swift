/// Takes what decides something off the front of the fuzzer's bytes; zeros where there are none.
struct Numbers {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether nothing is left.
  var isEmpty: Bool { at == bytes.count }

  mutating func byte() -> UInt8 {
    guard at < bytes.count else { return 0 }
    at += 1
    return bytes[at - 1]
  }

  /// As many bytes as are left, `count` at the most.
  mutating func run(_ count: Int) -> [UInt8] {
    let end = min(bytes.count, at + count)
    defer { at = end }
    return Array(bytes[at..<end])
  }

  mutating func rest() -> [UInt8] { run(bytes.count - at) }

  mutating func number(_ width: Int) -> UInt64 {
    var number: UInt64 = 0
    for _ in 0..<width { number = number << 8 | UInt64(byte()) }
    return number
  }
}
