import Foundation
import Synchronization

/// A lock around a value, which apps use beside their loggers. The value is Sendable here, also where
/// Apple's lock takes it unchecked.
public struct OSAllocatedUnfairLock<State: Sendable>: Sendable {
  private let guarded: Guarded

  private final class Guarded: Sendable {
    let lock = NSLock()
    let state: Mutex<State>
    init(_ state: State) { self.state = Mutex(state) }
  }

  /// A lock around a value.
  public init(initialState: State) { guarded = Guarded(initialState) }

  /// A lock around a value.
  public init(uncheckedState: State) { guarded = Guarded(uncheckedState) }

  /// Does something to the value, alone.
  public func withLock<Value: Sendable>(
    _ body: @Sendable (inout State) throws -> Value
  ) rethrows -> Value { try withLockUnchecked(body) }

  /// Does something to the value, alone.
  public func withLockUnchecked<Value>(_ body: (inout State) throws -> Value) rethrows -> Value {
    guarded.lock.lock()
    defer { guarded.lock.unlock() }
    var state = guarded.state.withLock { $0 }
    defer { guarded.state.withLock { $0 = state } }
    return try body(&state)
  }

  /// Does something to the value, alone, if nobody else does; nil otherwise.
  public func withLockIfAvailable<Value: Sendable>(
    _ body: @Sendable (inout State) throws -> Value
  ) rethrows -> Value? {
    guard guarded.lock.try() else { return nil }
    defer { guarded.lock.unlock() }
    var state = guarded.state.withLock { $0 }
    defer { guarded.state.withLock { $0 = state } }
    return try body(&state)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// A lock around nothing that it knows of.
  public init() { self.init(initialState: ()) }

  /// Waits until nobody else has the lock, and takes it.
  public func lock() { guarded.lock.lock() }

  /// Gives the lock back.
  public func unlock() { guarded.lock.unlock() }

  /// Takes the lock if nobody else has it.
  public func lockIfAvailable() -> Bool { guarded.lock.try() }

  /// Does something alone.
  public func withLock<Value: Sendable>(_ body: @Sendable () throws -> Value) rethrows -> Value {
    try withLockUnchecked(body)
  }

  /// Does something alone.
  public func withLockUnchecked<Value>(_ body: () throws -> Value) rethrows -> Value {
    guarded.lock.lock()
    defer { guarded.lock.unlock() }
    return try body()
  }
}
