import CoreNFC
import Synchronization

/// The phones of one test, and how much of what they did has been told.
///
/// It keeps them until the test is over, so that a failure behind the last use of a phone still tells
/// its story.
final class PhoneLog: Sendable {
  /// The log of the test that runs in this task, where a `PhoneTrait` holds the turn for it.
  @TaskLocal static var current: PhoneLog?

  private let inside = Mutex(Inside())

  private struct Inside: Sendable {
    var phones: [TestPhone] = []
    var hasFailed = false
  }

  /// Keeps a phone that a test has made.
  func add(_ phone: TestPhone) {
    inside.withLock { inside in
      inside.phones.append(phone)
      if inside.phones.count > Self.limit { inside.phones.removeFirst() }
    }
  }

  /// What the phones did since this was asked last, for a failure, and where their traces lie; nil
  /// where that was told already.
  func tell() -> String? {
    let phones = inside.withLock { inside in
      inside.hasFailed = true
      return inside.phones
    }
    let parts = phones.compactMap { $0.tellNews() }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// The test is over: behind a failure the files are written once more, whole.
  func finish() {
    let phones = inside.withLock { inside in
      defer { inside = Inside() }
      return inside.hasFailed ? inside.phones : []
    }
    for phone in phones { _ = try? phone.leaveFiles(in: TestPhone.folder) }
  }

  /// So many phones has no test; where no framework says that a test is over, they are let go.
  private static let limit = 16
}

extension TestPhone {
  /// The lines of the story that no failure has told yet, with the trace's path.
  fileprivate func tellNews() -> String? {
    let news = phone.state.withLock { state -> String? in
      let begin = told.exchange(state.story.lines.count, ordering: .relaxed)
      return begin < state.story.lines.count ? state.story.text(from: begin) : nil
    }
    guard let news else { return nil }
    let lines = news.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    let trace = (try? leaveFiles(in: Self.folder)).map { "trace: \($0)" } ?? "no trace was written"
    return "The phone, until then:\n\n\(lines)\n\n  \(trace)"
  }
}
