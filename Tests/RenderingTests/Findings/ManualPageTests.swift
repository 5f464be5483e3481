import Analysis
import Bytes
import Testing

@testable import Rendering

@Suite struct ManualPageTests {
  @Test(arguments: FindingID.allCases)
  func everyKindHasAPageThatFitsTheTerminal(id: FindingID) {
    var out = ByteBuffer(capacity: 1024)
    let page = ManualPage(
      id, columns: .terminal(80), typeface: Typeface(isUTF8: true, hasColour: false))
    page.write(into: &out)
    let text = lines(of: out)
    #expect(text[0] == "\(id.rawValue): \(id.severity.word), \(id.category.rawValue)")
    #expect(text[1].isEmpty)
    #expect(text.count > 2)
    #expect(text.allSatisfy { $0.count <= 80 })
  }
}
