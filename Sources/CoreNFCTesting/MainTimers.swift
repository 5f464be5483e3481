import Dispatch
import Foundation
import Synchronization

/// Lets the app's timers fire, whose run loop on a phone runs always, and in a test that waits with
/// `await` never.
enum MainTimers {
  private static let isOnItsWay = Atomic<Bool>(false)

  /// Runs the run loop of the main queue for a moment, as soon as the queue is free. While tests run
  /// with `await`, the thread that serves it on Linux is not the main one: a timer that was scheduled
  /// there is in that thread's run loop.
  static func fire() {
    guard !isOnItsWay.exchange(true, ordering: .acquiringAndReleasing) else { return }
    DispatchQueue.main.async {
      _ = RunLoop.current.run(mode: .default, before: Date())
      isOnItsWay.store(false, ordering: .releasing)
    }
  }
}
