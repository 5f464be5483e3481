import Foundation
import Testing

@testable import os

/// What apps log with.
@Suite struct LoggingTests {
  /// Formats as `printf` has them, with Apple's `%@` and `{public}`.
  @Test(
    "A format takes its arguments",
    arguments: [
      ("plain, 100 %% of it", [], "plain, 100 % of it"),
      ("%{public}@ and %{private, mask.hash}@", ["a", "b"], "a and b"),
      ("cla=0x%02X len=%ld", [UInt8(0xA), 300], "cla=0x0A len=300"),
      ("%.1f s, %5d", [1.25 as Double, 7], "1.2 s,     7"),
      ("%{public}s", ["a text of Swift's"], "a text of Swift's"),
      // What does not fit is shown, and ends nobody's test.
      ("%@ %d %s", [3, "three", 3], "3 three 3"),
      ("%@ and %@", ["one"], "one and %@"),
      ("%", [], "%"),
      ("%{public", [1], "%{public"),
      ("%999999999999d", [1], "1"),
    ] as [(String, [any CVarArg & Sendable], String)])
  func takesItsArguments(format: String, arguments: [any CVarArg & Sendable], expected: String) {
    #expect(LogFormat(format).text(with: arguments) == expected)
  }

  /// Every way in which values are put into a message.
  @Test func valuesAreWrittenAsTheFormatSays() {
    let (number, page, share, isThere) = (-26, 0xA as UInt8, 2.0 / 3, true)
    let name: String? = nil
    let texts: [OSLogMessage] = [
      "\(number) \(number, format: .hex) \(number, format: .decimal(minDigits: 4))",
      "\(page, format: .hex(includePrefix: true, uppercase: true, minDigits: 2), privacy: .public)",
      "\(page, format: .octal(explicitPositiveSign: true), align: .right(columns: 5))|",
      "\(share, format: .fixed(precision: 2)) \(Float(0.5), format: .fixed(precision: 1))",
      "\(isThere) \(isThere, format: .answer) \(isThere, format: .truth, privacy: .public)",
      "\(name ?? "nobody", align: .left(columns: 8), privacy: .private(mask: .hash))|",
    ]
    #expect(
      texts.map(\.text) == [
        "-26 -1a -0026", "0x0A", "  +12|", "0.67 0.5", "true yes true", "nobody  |",
      ])
  }

  /// Compiles: a message may be a format with arguments, or have its values in it.
  @Test func oldFunctionTakesNewMessages() {
    let count = 2
    os_log("no value")
    os_log("%d values", log: .disabled, type: .debug, count)
    os_log(.error, log: .disabled, "%d values", count)
    os_log("\(count) values")
    os_log(.error, "\(count, privacy: .public) values")
    os_log(.debug, log: .disabled, "\(count) values")
    #expect(!OSLog.disabled.isEnabled(type: .fault))
    #expect(OSLog(subsystem: "example", category: .pointsOfInterest).isEnabled(type: .info))
  }

  @Test func lockGuards() async {
    let count = OSAllocatedUnfairLock(initialState: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { count.withLock { $0 += 1 } } }
    }
    #expect(count.withLock { $0 } == 100)
    #expect(
      count.withLockUnchecked {
        $0 -= 1; return $0
      } == 99)
    let gate = OSAllocatedUnfairLock()
    #expect(gate.withLock { gate.lockIfAvailable() } == false)
    #expect(count.withLock { _ in count.withLockIfAvailable { $0 } } == nil)
    gate.lock()
    gate.unlock()
    #expect(gate.lockIfAvailable())
    gate.unlock()
  }
}
