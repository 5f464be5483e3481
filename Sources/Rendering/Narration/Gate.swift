import Glibc

/// A door that one thread passes at a time, and at which threads wait for their number.
///
/// The one file that knows of locks: everything that two threads share is touched between `enter`
/// and `leave`, or between the turn that `wait` gives and the one that `advance` gives away.
@safe final class Gate {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>
  private var turn: Int

  /// Makes a gate at which it is a number's turn.
  init(turn: Int) {
    self.turn = turn
    unsafe mutex = .allocate(capacity: 1)
    unsafe change = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe pthread_mutex_destroy(mutex)
    unsafe change.deallocate()
    unsafe mutex.deallocate()
  }

  /// Waits until no other thread is inside.
  func enter() { unsafe pthread_mutex_lock(mutex) }

  /// Lets the next one in.
  func leave() { unsafe pthread_mutex_unlock(mutex) }

  /// Waits until it is a number's turn.
  func wait(for number: Int) {
    enter()
    while turn != number { unsafe pthread_cond_wait(change, mutex) }
    leave()
  }

  /// Gives the turn to the next number.
  func advance() {
    enter()
    turn += 1
    unsafe pthread_cond_broadcast(change)
    leave()
  }
}

/// A second thread that does the same work as the one that asks for it.
enum Companion {
  /// Does work on this thread and on another one, and returns when both are done with it. The work
  /// must be such that one of them alone would get it done: a system may refuse a thread.
  static func share(_ work: () -> Void) {
    withoutActuallyEscaping(work) { work in
      let box = Work(work)
      var thread = pthread_t()
      let refused = unsafe pthread_create(
        &thread, nil,
        { context in
          if let context = unsafe context {
            unsafe Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body()
          }
          return nil
        }, Unmanaged.passUnretained(box).toOpaque())
      box.body()
      if refused == 0 { pthread_join(thread, nil) }
      // Until here the other thread has used it.
      withExtendedLifetime(box) {}
    }
  }

  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Whether the machine can do two things at a time.
  static var isUseful: Bool { sysconf(CInt(_SC_NPROCESSORS_ONLN)) > 1 }
}
