import Bytes

/// The calls that were timed, a line each.
struct CallTable {
  private var rows: [Row] = []
  private let clock = ContinuousClock()
  /// What was computed, so that none of the work can be left out.
  private(set) var residue: UInt64 = 0

  private struct Row {
    let name: String
    let calls: Int
    let nanoseconds: Double
  }

  /// How often everything is done; the fastest time counts, as a busy machine only adds to it.
  static let passes = 5

  /// Times a piece of work that makes `calls` calls and gives a number that depends on all.
  mutating func time(_ name: String, calls: Int, _ work: () throws -> UInt64) rethrows {
    var fastest = Double.infinity
    for _ in 0..<Self.passes {
      let start = clock.now
      residue &+= try work()
      fastest = min(fastest, Self.nanoseconds(clock.now - start))
    }
    add(name, calls: calls, nanoseconds: fastest)
  }

  /// Adds a call that was timed elsewhere.
  mutating func add(_ name: String, calls: Int, nanoseconds: Double) {
    rows.append(Row(name: name, calls: calls, nanoseconds: nanoseconds / Double(max(1, calls))))
  }

  static func nanoseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
  }

  /// Prints the table.
  func write() {
    print("Hot calls across modules, fastest of \(Self.passes) passes")
    print("  " + Self.left("", 46) + Self.right("calls", 11) + Self.right("ns a call", 12))
    for row in rows {
      let tenths = Int((row.nanoseconds * 10).rounded())
      let time = "\(tenths / 10).\(tenths % 10)"
      print("  " + Self.left(row.name, 46) + Self.right("\(row.calls)", 11) + Self.right(time, 12))
    }
    print("  (computed on the way: \(residue))")
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
