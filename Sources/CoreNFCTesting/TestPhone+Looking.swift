import Bytes
public import CoreNFC
import Foundation
import Synchronization

/// What the phone has seen.
extension TestPhone {
  /// What the sheet said, in order.
  public var alertMessages: [String] { phone.state.withLock { $0.alerts } }

  /// How sessions ended, in order.
  public var ends: [NFCReaderError.Code] { phone.state.withLock { $0.errors.map(\.code) } }

  /// Whether a session runs.
  public var isScanning: Bool { phone.state.withLock { $0.isRunning } }

  /// The commands that the app sent, in hex, in order. With `all`, those too by which the phone finds
  /// tags and reads and writes their messages.
  public func commands(all: Bool = false) -> [String] {
    phone.state.withLock { state in
      state.commands.filter { all || $0.isApps }.map { Hex.text($0.command) }
    }
  }

  /// Seconds since the phone was there, on its own clock.
  public var time: Double { Double(phone.state.withLock { $0.time }) / 1_000_000_000 }

  /// What the phone did, line by line, with times.
  public var story: String { phone.state.withLock { $0.story.text } }
}

/// Waiting for what the app does. Nothing waits longer than `timeout` seconds of real time.
extension TestPhone {
  /// Waits until the session has ended and the app has heard of it, and says how it ended.
  @discardableResult
  public func sessionEnds(timeout: Double = 10) async throws -> NFCReaderError.Code {
    let number = endsSeen.load(ordering: .relaxed)
    try await until("the session ends", timeout: timeout) { [phone] in
      phone.state.withLock { $0.errors.count > number } && !phone.isClosing && phone.isQuiet
    }
    return phone.state.withLock { state in
      endsSeen.store(number + 1, ordering: .relaxed)
      return state.errors[number].code
    }
  }

  /// Waits until the sheet has said a text, or something that it is part of.
  public func alert(containing text: String, timeout: Double = 10) async throws {
    try await until("the sheet says “\(text)”", timeout: timeout) { [phone] in
      phone.state.withLock { $0.alerts.contains { $0.contains(text) } }
    }
  }

  /// Waits until nothing of the app's is still to be called, for a moment.
  public func settle(timeout: Double = 10) async throws {
    var since: Date?
    try await until("the app has nothing to do", timeout: timeout) { [phone] in
      guard phone.isQuiet else {
        since = nil
        return false
      }
      let begin = since ?? Date()
      since = begin
      return Date().timeIntervalSince(begin) > 0.015
    }
  }

  /// Waits until something is true of the app. Time in which this was not even looked for, because
  /// other tests kept the machine busy, hardly counts: the app had no turn either.
  public func until(
    _ what: String, timeout: Double = 10, _ isTrue: () -> Bool
  ) async throws {
    var waited = 0.0
    var last = Date()
    while !isTrue() {
      if let crash = phone.state.withLock({ $0.crash }) {
        throw failure("the app is gone: \(crash)")
      }
      let now = Date()
      waited += min(max(0, now.timeIntervalSince(last)), 0.02)
      last = now
      guard waited < timeout else { throw failure("\(timeout) s passed before \(what)") }
      MainTimers.fire()
      try await Task.sleep(nanoseconds: 3_000_000)
    }
  }

  /// Fails where something is not true, with the story of the phone.
  public func expect(_ isTrue: Bool, _ message: String) throws {
    guard !isTrue else { return }
    throw failure(message)
  }
}

/// The same for tests that do not wait with `await`. On the main thread, what is to run there runs
/// meanwhile.
extension TestPhone {
  /// Waits until the session has ended and the app has heard of it, and says how it ended.
  @discardableResult
  public func sessionEnds(timeout: Double = 10) throws -> NFCReaderError.Code {
    let number = endsSeen.load(ordering: .relaxed)
    try until("the session ends", timeout: timeout) { [phone] in
      phone.state.withLock { $0.errors.count > number } && !phone.isClosing && phone.isQuiet
    }
    return phone.state.withLock { state in
      endsSeen.store(number + 1, ordering: .relaxed)
      return state.errors[number].code
    }
  }

  /// Waits until something is true of the app.
  public func until(_ what: String, timeout: Double = 10, _ isTrue: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: timeout)
    while !isTrue() {
      if let crash = phone.state.withLock({ $0.crash }) {
        throw failure("the app is gone: \(crash)")
      }
      guard Date() < deadline else { throw failure("\(timeout) s passed before \(what)") }
      if Thread.isMainThread {
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.003))
      } else {
        Thread.sleep(forTimeInterval: 0.003)
      }
    }
  }
}
