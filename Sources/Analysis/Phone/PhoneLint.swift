import AppleRules
import Bytes
package import Decoding
package import Tags

/// Looks at an app's files and at traces as an iPhone would that runs the app.
package struct PhoneLint: Sendable {
  /// What was found: of the files first, then in the order of the traces.
  package private(set) var found: [AppFinding] = []
  let app: AppFacts
  /// The trace that is looked at.
  private var file = ""
  private var visits: [Int: PhoneVisit] = [:]
  private var session = PhoneSession()
  /// Where a finding that was said before stands.
  private var known: [String: Int] = [:]
  /// Keys that Info.plist lacks and that were given to paste already.
  var said: Set<String> = []

  /// How many findings are kept, and how many places of each.
  private static let limit = 2_000
  private static let placeLimit = 8

  /// Looks at the files alone.
  package init(_ app: AppFacts) {
    self.app = app
    AppFileRules.check(app, into: &self)
    EntitlementRules.check(app, into: &self)
    ApplicationList.check(app, into: &self)
    SystemCodeList.check(app, into: &self)
  }

  /// Begins with a trace.
  package mutating func open(_ file: String) {
    self.file = file
    visits.removeAll()
    session = PhoneSession()
    known.removeAll()
  }

  /// Looks at everything that a story holds, with what was found in it.
  package mutating func examine(
    _ story: borrowing Story, findings: [Finding], outcomes: [VisitOutcome]
  ) {
    for finding in findings { PhoneAnswer.check(finding, into: &self) }
    for index in story.entries.indices {
      switch story.entries[index] {
      case .visit(let visit):
        var sessions = session
        sessions.check(visit, into: &self)
        session = sessions
        visits[visit.number] = PhoneVisit(visit)
      case .step(let step, _):
        guard var visit = visits[step.visit] else { continue }
        examine(step, &visit, in: story)
        visits[step.visit] = visit
      case .end(let end):
        let contents = outcomes.first { $0.visit == end.number }?.contents ?? []
        if let visit = visits.removeValue(forKey: end.number) { close(visit, end, contents) }
      }
    }
  }

  /// Looks at a memory that came in one piece.
  package mutating func examine(_ contents: TagContents) {
    if contents.kind == .classic {
      PhoneTagClass.addClassic(" by its memory", visit: 0, at: Places(), into: &self)
    }
    PhoneMessage.check(contents, visit: 0, into: &self)
  }

  /// Looks at a message by itself.
  package mutating func examine(_ message: NDEFContents) {
    PhoneRecord.check(
      message, isWhole: true, isDoubtful: false, visit: 0, at: Places(), into: &self)
  }

  private mutating func examine(
    _ step: Step, _ visit: inout PhoneVisit, in story: borrowing Story
  ) {
    visit.note(step, in: story)
    switch step.content {
    case .activation(let activation) where activation.technology == .nfcF:
      PhoneFelica.note(activation, of: step, &visit, in: story)
    case .exchange(let exchange):
      let command = Array(story.bytes[exchange.command.range])
      let answer = Array(story.bytes[exchange.answer.range])
      let talk = PhoneExchange(
        step: step, exchange: exchange, command: command, answer: answer)
      switch exchange.form {
      case .iso7816: PhoneSelection.check(talk, &visit, into: &self, story)
      case .felica: PhoneFelica.check(talk, &visit, into: &self)
      case .native where PhoneExchange.isOfDESFire(command.first):
        visit.native = visit.native ?? talk.place
      case .classic: visit.isClassic = true
      case .native, .type1, .type2, .iso15693, .iclass, .sri, .unknown: break
      }
      PhoneAnswer.check(talk, &visit, into: &self)
    default: break
    }
  }

  private mutating func close(_ visit: PhoneVisit, _ end: VisitEnd, _ contents: [TagContents]) {
    PhoneTagClass.check(visit, into: &self)
    PhoneFelica.close(visit, into: &self)
    PhoneAnswer.close(visit, contents, into: &self)
    for part in contents where part.isMain {
      PhoneMessage.check(part, visit: visit.number, into: &self)
    }
    var sessions = session
    sessions.close(visit, end, into: &self)
    session = sessions
  }

  /// Adds a finding. The same sentence again becomes another place of the one that is there.
  mutating func add(
    _ id: FindingID, severity: Severity? = nil, _ message: String, notes: [String] = [],
    change: String = "", lines: [String] = [], visit: Int = 0, at places: Places = Places(),
    in file: String? = nil
  ) {
    let key = "\(id)\u{0}\(message)"
    if let index = known[key] {
      for place in places
      where found[index].finding.places.count < Self.placeLimit
        && !found[index].finding.places.contains(where: { $0.frame == place.frame })
      {
        found[index].finding.places.append(place)
      }
      return
    }
    guard found.count < Self.limit else { return }
    var finding = Finding(
      id, severity: severity, visit: visit, step: 0, half: .command, places: places,
      message: "\(message)", notes: notes)
    finding.namesBytes = false
    known[key] = found.count
    found.append(
      AppFinding(finding: finding, file: file ?? self.file, change: change, lines: lines))
  }
}
