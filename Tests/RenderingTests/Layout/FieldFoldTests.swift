import Bytes
import Testing

@testable import Rendering

/// Lines of fields on a narrow terminal. Paths begin at column 8, values at 30.
@Suite struct FieldFoldTests {
  private let line =
    "      = 6F.50                 4D61737465724361726420446562697420506C6174696E756D21 "
    + "\"MasterCard Debit Platinum!\" 26:28\n"

  @Test func foldsDigitsInPairsAndKeepsTexts() {
    // 50 digits of the value have room in columns 30 to 79.
    #expect(
      folded(line, edge: 80) == [
        "      = 6F.50                 4D61737465724361726420446562697420506C6174696E756D",
        // 61 columns are taken, and the place takes the last five of 80.
        "      = +                     21 \"MasterCard Debit Platinum!\""
          + String(repeating: " ", count: 14) + "26:28",
      ])
  }

  @Test func aPipeFoldsNothing() { #expect(folded(line, edge: nil).count == 1) }

  @Test func whatFitsOnceItsPlaceMovesLeftIsOneLine() {
    let line =
      "      = status                9000 \"done\"" + String(repeating: " ", count: 39) + "26:45\n"
    #expect(
      folded(line, edge: 80) == [
        "      = status                9000 \"done\"" + String(repeating: " ", count: 34) + "26:45"
      ])
  }

  @Test func linesOfBytesAreNotFolded() {
    let line = "      > " + String(repeating: "00", count: 60) + "\n"
    #expect(folded(line, edge: 80).count == 1)
  }

  @Test(
    "Nothing is wider than the terminal, and no digit is lost", arguments: [80, 81, 97, 120, 160])
  func keepsEveryDigit(edge: Int) {
    let digits = String(repeating: "0123456789ABCDEF", count: 40)
    let lines = folded("      = 6F.A5.BF0C.61.4F.and.on \(digits) 1:2\n", edge: edge)
    #expect(lines.allSatisfy { $0.utf8.count <= edge && $0.hasPrefix("      = ") })
    let values = lines.map { $0.dropFirst(8).split(separator: " ")[1] }.filter { $0 != "1:2" }
    #expect(values.joined() == digits)
    #expect(values.allSatisfy { $0.utf8.count.isMultiple(of: 2) })
  }

  private func folded(_ line: String, edge: Int?) -> [String] {
    var out = ByteBuffer(capacity: 256)
    FieldFold.write(
      line.utf8.span, edge: edge, Typeface(isUTF8: true, hasColour: false), into: &out)
    var bytes: [UInt8] = []
    bytes.append(out.span)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
