/// A value that is not of the kind that iOS takes under its key: a string where an array belongs.
package struct MistypedValue: Equatable, Sendable {
  package var key: String
  /// What stands there: "a string".
  package var found: String
  /// What belongs there: "an array of strings".
  package var wanted: String
  /// The lines that say the same in the right kind; none where that is not clear.
  package var lines: [String]

  /// A value that must be a text.
  init?(text value: PropertyList.Value?, under key: String) {
    guard let value else { return nil }
    if case .text = value { return nil }
    let texts = PropertyList.strings(value)
    self.key = key
    found = Self.words(value)
    wanted = "a string"
    lines = texts.count == 1 ? PropertyList.lines(key, .text(texts[0])) : []
  }

  /// A value that must be a list of texts.
  init?(list value: PropertyList.Value?, under key: String) {
    guard let value else { return nil }
    self.key = key
    found = Self.words(value)
    wanted = "an array of strings"
    lines = []
    switch value {
    case .list(let list):
      if list.count == PropertyList.strings(value).count { return nil }
      found = "an array with something else than strings"
    case .text(let text): lines = PropertyList.lines(key, .list([.text(text)]))
    case .truth, .keys, .other: break
    }
  }

  private static func words(_ value: PropertyList.Value) -> String {
    switch value {
    case .text: "a string"
    case .truth: "a Boolean"
    case .list: "an array"
    case .keys: "a dictionary"
    case .other: "a number, a date or data"
    }
  }
}
