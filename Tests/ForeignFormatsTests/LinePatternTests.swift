import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// Regular expressions of the user's, and how long they may take.
@Suite struct LinePatternTests {
  @Test(
    "An expression finds its groups",
    arguments: [
      ("(?<hex>[0-9A-F]+)", "xx 4A00 yy", "4A00"),
      ("^\\s*(?<hex>(?:[[:xdigit:]]{2} ?)+)$", "  4A 00", "4A00"),
      ("data=(?<hex>\\w+?);", "data=4a00;data=11;", "4A00"),
      ("(?i)DATA: *(?<hex>[0-9a-f]+)", "data:   4A0b", "4A0B"),
      ("(?P<hex>(?:aa|bb|cc|dd){2,3})", "xxccbbaadd", "CCBBAA"),
      ("a|b(?<hex>0{2})c|d", "b00c", "00"),
      ("\\b(?<hex>\\d{4})\\b", "12345 1234", "1234"),
      ("\\[(?<hex>[^\\]]*)\\]", "[01 02]", "0102"),
      ("x*(?<hex>00)*?", "00", nil),
      (".*(?<hex>..)$", "aa\u{00E4}bb", "BB"),
      ("(?<hex>..){0}y", "aay", nil),
      ("(a*)*(?<hex>bb)", "aaabb", "BB"),
    ] as [(String, String, String?)])
  func finds(pattern: String, line: String, bytes: String?) throws {
    do throws(LinePattern.Fault) {
      let pattern = try LinePattern(pattern)
      let reading = try? Reading(Array(line.utf8), by: pattern)
      #expect(reading?.frames.first.map { Hex.text($0.bytes) } == bytes)
    } catch {
      // A named group that is repeated is refused.
      #expect(bytes == nil, "\(error.words)")
    }
  }

  @Test(
    "What is no expression is said with its place",
    arguments: [
      ("(?<hex>a", "a ( without its )", 9), ("a)(?<hex>b)", "a ) without its (", 2),
      ("[a", "a [ without its ]", 3), ("(?<hex>a)\\q", "\\q is not known", 11),
      ("*a", "a count of nothing", 1), ("(?<hex>a**)", "a count of a count", 10),
      ("(?<bytes>a)", "a group called bytes; there are time, dir and hex", 10),
      ("(?<hex>a)(?<hex>b)", "two groups called hex", 17),
      ("(?=a)", "a kind of group that is not known", 3),
      ("abc", "it has no group (?<hex>...) for the bytes", 1),
      ("a{2", "a count in braces that is none", 2),
      ("(?<hex>a)[z-a]", "a range that ends before it begins", 14), ("a\\", "a \\ at the end", 3),
      ("(?<hex>(?:a{1000}){1000})", "an expression of more than 4000 steps", 25),
      ("a{2000}", "a count above 1000", 8),
    ])
  func refuses(pattern: String, words: String, column: Int) {
    #expect(throws: LinePattern.Fault(words: words, column: column)) { try LinePattern(pattern) }
  }

  @Test("No expression takes for ever", .timeLimit(.minutes(1)))
  func hostile() throws {
    let line = String(repeating: "a", count: 2_000) + "!"
    for text in ["(?<hex>(?:a*)*b)", "(?<hex>(?:a|a|a)*b)", "(?<hex>(?:a?){200}a{200}b)"] {
      let pattern = try LinePattern(text)
      #expect(throws: TraceError.self) { try Reading(Array(line.utf8), by: pattern) }
    }
    let deep = String(repeating: "(", count: 10_000)
    #expect(throws: LinePattern.Fault.self) { try LinePattern(deep) }
  }

  @Test func aLogIsReadByIt() throws {
    let text = """
      ts=1700000000123 dir=out payload="00 84 00 00 08"
      another line
      ts=1700000000130 dir=in payload="9000"
      ts=1700000000140 dir=sideways payload="6D00"
      ts=x dir=in payload="600"

      """
    let pattern = try LinePattern(
      #"ts=(?<time>\w+) dir=(?<dir>\w+) payload="(?<hex>[0-9A-F ]+)""#)
    let reading = try Reading(Array(text.utf8), by: pattern)
    #expect(
      reading.lines == [
        "1 1700000000.123000000 apdu toCard 0084000008",
        "2 1700000000.130000000 apdu fromCard 9000", "3 1700000000.140000000 apdu unknown 6D00",
      ])
    #expect(reading.damage.map(\.reason) == ["the pattern finds \"600\", which is no hex"])
    #expect(reading.description.timesAreWallClock)
  }
}

extension Reading {
  /// Reads a log by a pattern.
  fileprivate init(_ bytes: [UInt8], by pattern: LinePattern) throws(TraceError) {
    try self.init(openFrames(InputFile(Pieces(bytes)), pattern: pattern))
  }
}
