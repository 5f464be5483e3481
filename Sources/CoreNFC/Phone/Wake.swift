@unsafe @preconcurrency import Dispatch
import Synchronization

/// What wakes a session on its queue, from whichever thread.
///
/// A work item is handed from the thread that began the session to the one that has something to
/// tell, which libdispatch allows and does not declare. It is run on the session's queue alone.
final class Wake: Sendable {
  private let item = Mutex<DispatchWorkItem?>(nil)

  /// Keeps what is to be run, and what that keeps alive.
  func set(_ hear: DispatchWorkItem) { item.withLock { $0 = hear } }

  /// Runs it once more, at once or at a time.
  func ring(on queue: DispatchQueue, at time: DispatchTime? = nil) {
    guard let item = item.withLock({ $0 }) else { return }
    if let time {
      queue.asyncAfter(deadline: time, execute: item)
    } else {
      queue.async(execute: item)
    }
  }

  /// Lets it go.
  func clear() { item.withLock { $0 = nil } }
}
