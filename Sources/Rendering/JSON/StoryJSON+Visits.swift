import Analysis
import Bytes
import Decoding
import TraceFormat

/// Visits, their ends, and findings.
extension StoryJSON {
  /// Takes in what a step tells of its visit, writes the exchange that it is, and its findings.
  mutating func write(
    _ step: Step, defects: Range<Int>, _ found: ArraySlice<Finding>, in story: borrowing Story,
    into out: inout ByteBuffer
  ) {
    memory.note(step, hasFinding: !found.isEmpty, in: story)
    if contents.exchanges {
      families.note(step, in: story)
      names.family = families.family(of: step.visit, &names)
    }
    let index = visits.lastIndex { $0.visit.number == step.visit }
    if let index { learn(step, visit: index, in: story) }
    let isShown = selector.selects(step, defects: defects, found, in: story)
    if contents.frames { frameMask.note(step) }
    if case .exchange(let exchange) = step.content {
      if let index { settle(index, through: step.frames.upperBound, into: &out) }
      mask.find(in: exchange, bytes: story.bytes.span)
      if contents.frames {
        frameMask.add(mask.secrets, of: exchange, step.frames, in: story)
      }
      if contents.exchanges, isShown {
        write(exchange, of: step, in: story)
        if contents.fields, !contents.frames { append(fieldsOf: step, in: story) }
        end(through: step.frames.upperBound, into: &out)
      }
    }
    if case .peer(let peer) = step.content, contents.exchanges, isShown {
      write(peer, of: step, in: story, into: &out)
    }
    if contents.fields, contents.frames { keepFields(of: step, in: story) }
    if isShown { write(found, visit: index, through: step.frames.upperBound, into: &out) }
  }

  private mutating func learn(_ step: Step, visit index: Int, in story: borrowing Story) {
    guard !visits[index].isWritten else { return }
    switch step.content {
    case .activation(let activation): visits[index].sak = activation.sak
    case .protocolActivation(let activation):
      visits[index].ats = Array(story.bytes[activation.answer.range])
      if !activation.answer.isEmpty { visits[index].form = "iso-dep" }
    case .exchange(let exchange): visits[index].form = exchange.form.visitName
    default: break
    }
  }

  /// Writes a visit's object, unless it was written.
  mutating func settle(_ index: Int, through frame: Int, into out: inout ByteBuffer) {
    guard !visits[index].isWritten else { return }
    visits[index].isWritten = true
    if contents.visits, shows(visit: visits[index].visit.number) {
      write(visits[index])
      end(through: frame, into: &out)
    }
    let findings = visits[index].findings
    visits[index].findings = []
    write(findings[...], visit: index, through: frame, into: &out)
  }

  private mutating func write(_ open: OpenVisit) {
    let visit = open.visit
    begin("visit")
    object.json("visit", visit.number)
    append("time", time: visit.time)
    append(source: visit.source)
    if let name = visit.technology.jsonName { object.json("link", word: name) }
    if let form = open.form { object.json("protocol", word: form) }
    if !visit.identifier.isEmpty {
      object.json(visit.technology.identifierKey, hex: visit.identifier.bytes.span)
    }
    if visit.identifierIsRandom { object.json(flag: "random") }
    if let atqa = visit.atqa { object.json("atqa", number: atqa) }
    if let sak = open.sak { object.json("sak", hex: [sak].span) }
    if !open.ats.isEmpty { object.json("ats", hex: open.ats.span) }
    if let again = visit.again { object.json("again", again) }
  }

  mutating func finish(
    _ end: VisitEnd, _ outcome: VisitOutcome?, _ found: ArraySlice<Finding>,
    into out: inout ByteBuffer
  ) {
    let index = visits.lastIndex { $0.visit.number == end.number }
    if let index { settle(index, through: end.knownAfter, into: &out) }
    for finding in found where selector.selects(finding) {
      write([finding], visit: index, through: end.knownAfter, into: &out)
    }
    if let index { visits.remove(at: index) }
    guard contents.visits, shows(visit: end.number) else { return }
    if let outcome { write(memoryOf: outcome, end, into: &out) }
    begin("visit-end")
    object.json("visit", end.number)
    append("time", time: end.time)
    object.json("reason", word: end.reason.jsonName)
    if let outcome {
      if !outcome.products.isEmpty {
        object.json("product", text: outcome.products.joined(separator: " or "))
      }
      object.json("outcome", text: outcome.long)
    }
    object.json("activations", end.activations)
    object.json("exchanges", end.exchanges)
    object.json("frames", end.frames)
    self.end(through: end.knownAfter, into: &out)
  }

  private func shows(visit: Int) -> Bool { options.filter.visits?.contains(visit) != false }

  /// So many findings wait for their visit's object, which waits for the first exchange.
  private static let mostWaiting = 256

  /// Writes findings, or keeps them until their visit is written.
  private mutating func write(
    _ found: ArraySlice<Finding>, visit index: Int?, through frame: Int,
    into out: inout ByteBuffer
  ) {
    for finding in found {
      if let index, !visits[index].isWritten {
        visits[index].findings.append(finding)
        // With so many it will hardly come to an exchange.
        if visits[index].findings.count >= Self.mostWaiting {
          settle(index, through: frame, into: &out)
        }
      } else {
        write(finding)
        end(through: frame, into: &out)
      }
    }
  }

  mutating func write(_ finding: Finding) {
    begin("finding")
    object.json("id", text: finding.id.rawValue)
    object.json("severity", text: finding.severity.word)
    object.json("category", text: finding.category.rawValue)
    if finding.visit != 0 { object.json("visit", finding.visit) }
    if let place = finding.places.first {
      object.json("frame", place.frame)
      if place.derived != 0 { object.json("derived", Int(place.derived)) }
      if finding.namesBytes {
        object.json(key: "bytes")
        object.append("[")
        object.append(decimal: place.bytes.lowerBound)
        object.append(",")
        object.append(decimal: place.bytes.upperBound)
        object.append("]")
      }
    }
    object.json("message", text: finding.text(&memory))
    guard !finding.notes.isEmpty else { return }
    object.json(key: "notes")
    object.append("[")
    for index in finding.notes.indices {
      if index > 0 { object.append(",") }
      object.json(text: finding.notes[index])
    }
    object.append("]")
  }
}
