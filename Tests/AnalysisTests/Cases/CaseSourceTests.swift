import Foundation
import Testing

@testable import Analysis

/// Holds our copies of the cases against the list they were taken from, where that is at hand.
@Suite(.enabled(if: Shared.isThere, "needs ../shared/cases"))
struct CaseSourceTests {
  private struct Source: Decodable {
    let id: String
    let expected: Expected

    struct Expected: Decodable {
      let decode: [String]
      let flags: [Flag]
    }

    struct Flag: Decodable {
      let severity: String
      let message: String
    }
  }

  private func source(of id: String) throws -> Source {
    let data = try Data(contentsOf: URL(filePath: "\(Capture.root)/../shared/cases/cases.json"))
    return try #require(
      try JSONDecoder().decode([Source].self, from: data).first { $0.id == id })
  }

  @Test("No fact is left out or changed", arguments: CaseTests.all)
  func facts(of one: Case) throws {
    #expect(try source(of: one.id).expected.decode == one.facts.map(\.words))
  }

  @Test("No flag is left out or changed", arguments: CaseTests.all)
  func flags(of one: Case) throws {
    let ours = try Flag.all().filter { $0.caseID == one.id }
    let theirs = try source(of: one.id).expected.flags
    #expect(theirs.map(\.severity) == ours.map(\.severity))
    #expect(theirs.map(\.message) == ours.map(\.message))
  }
}
