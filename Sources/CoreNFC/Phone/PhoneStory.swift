/// What a phone did, line by line, with times.
package struct PhoneStory: Sendable {
  /// A line and when it happened, in nanoseconds since the phone was there.
  package struct Line: Equatable, Sendable {
    package var time: Int64
    package var text: String
  }

  package private(set) var lines: [Line] = []
  /// How many lines were left out.
  private var leftOut = 0

  mutating func add(_ text: String, at time: Int64) {
    guard lines.count < Self.limit else {
      leftOut += 1
      return
    }
    lines.append(Line(time: time, text: text))
  }

  /// All lines. What happens again and again is written once.
  package var text: String { text(from: 0) }

  /// The lines behind so many.
  package func text(from start: Int) -> String {
    var rows: [String] = []
    var index = start
    while index < lines.count {
      let (length, count) = Self.repetition(in: lines, at: index)
      rows += lines[index..<index + length].map { "\(Self.seconds($0.time))  \($0.text)" }
      if count > 1 {
        let subject = length == 1 ? "the line above" : "the \(length) lines above"
        rows.append(
          "\(Self.seconds(lines[index + length * count - 1].time))  \(subject), ×\(count)")
      }
      index += length * count
    }
    if leftOut > 0 { rows.append("… and \(leftOut) lines more") }
    return rows.joined(separator: "\n")
  }

  /// How many lines repeat from here, and how often.
  private static func repetition(in lines: [Line], at start: Int) -> (length: Int, count: Int) {
    for length in 1...8 {
      var count = 1
      while start + length * (count + 1) <= lines.count,
        (0..<length).allSatisfy({
          lines[start + $0].text == lines[start + length * count + $0].text
        })
      { count += 1 }
      if count > 2 { return (length, count) }
    }
    return (1, 1)
  }

  /// Seconds with three decimals, right-aligned.
  package static func seconds(_ time: Int64) -> String {
    let milliseconds = (time + 500_000) / 1_000_000
    let rest = String(milliseconds % 1000)
    let text = "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }

  private static let limit = 20_000
}
