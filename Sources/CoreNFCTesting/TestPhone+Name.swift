import Synchronization
import Testing

/// What a phone's files are called, and who tells of its story.
extension TestPhone {
  /// The framework that runs the test is asked to say when it fails.
  func beWatched() {
    if let log = PhoneLog.current {
      log.add(self)
    } else if Test.current == nil {
      PhoneObserver.shared.log.add(self)
    }
  }

  /// The names of the test's file and of the test; in XCTest, those of whoever made the phone.
  static func name(_ fileID: String, _ function: String) -> String {
    let test = Test.current
    let file = (test?.sourceLocation.fileID ?? fileID).split(separator: "/").last?
      .split(separator: ".").first
    let name = (test?.name ?? function).prefix { $0 != "(" }
    return "\(file ?? "test")-\(name)".map { character in
      character.isLetter || character.isNumber || character == "-" ? String(character) : "_"
    }.joined()
  }

  /// The name of the phone's files. Of a test's second phone, and of a test's second case, they have
  /// another number.
  func fileName() -> String {
    ownName.withLock { own in
      if let own { return own }
      let count = Self.names.withLock { names in
        names[name, default: 0] += 1
        return names[name] ?? 1
      }
      let chosen = count == 1 ? name : "\(name)-\(count)"
      own = chosen
      return chosen
    }
  }

  private static let names = Mutex<[String: Int]>([:])
}
