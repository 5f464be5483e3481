import Synchronization

/// One test's turn at having a phone, for test runners that run several tests at once.
///
/// `@Suite(.phone)` takes it, and tells the phone's story as well; within it this does nothing. Where
/// that is no choice:
///
///     @Suite final class ReaderTests {
///       let turn: PhoneTurn
///       init() async { turn = await PhoneTurn() }
///     }
///
/// The next turn begins when this value is let go, as a suite is behind each of its tests.
public final class PhoneTurn: Sendable {
  private static let line = Mutex(Line())
  /// Whether this has the turn.
  private let isHeld: Mutex<Bool>

  private struct Line: Sendable {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Waits for the turn.
  public init() async {
    let isNeeded = PhoneLog.current == nil
    isHeld = Mutex(isNeeded)
    guard isNeeded else { return }
    await withCheckedContinuation { continuation in
      let isFree = Self.line.withLock { line in
        if line.isTaken {
          line.waiting.append(continuation)
          return false
        }
        line.isTaken = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  deinit { end() }

  /// The turn is over.
  func end() {
    let wasHeld = isHeld.withLock { isHeld in
      defer { isHeld = false }
      return isHeld
    }
    guard wasHeld else { return }
    let next = Self.line.withLock { line -> CheckedContinuation<Void, Never>? in
      if !line.waiting.isEmpty { return line.waiting.removeFirst() }
      line.isTaken = false
      return nil
    }
    next?.resume()
  }
}
