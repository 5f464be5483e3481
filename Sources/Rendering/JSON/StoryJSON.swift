package import Analysis
package import Bytes
package import Decoding
import TraceFormat

/// A trace's story as JSON: one object for each visit, exchange, frame and finding.
package struct StoryJSON: ~Copyable, Renderer {
  let options: JSONOptions
  let contents: JSONOptions.Contents
  var names: Names
  var families = CardFamilies()
  var dissector: Dissector?
  var dissection = Dissection()
  var fieldWriter: FieldWriter?
  var frameFields = FrameFields()
  /// Writes NDEF messages, where there are grammars.
  var ndef: NDEFJSON?
  var exchanges = ExchangeMemory()
  var mask: Mask
  var frameMask: FrameMask
  var memory: CommandMemory
  var output: JSONOutput
  var selector: Selector
  /// The object under work.
  var object = ByteBuffer(capacity: 4096)
  /// Visits whose end was not seen.
  var visits: [OpenVisit] = []
  /// The first frame's time, which the others are counted from.
  var start: Int64 = 0
  /// Decimals of a second that the source has.
  var digits = 9
  var links: [Link] = []
  private var file = ""

  /// A visit whose end was not seen.
  struct OpenVisit {
    let visit: Visit
    var sak: UInt8?
    var ats: [UInt8] = []
    var form: StaticString?
    /// Whether its object was written: at its first exchange, when the most is known.
    var isWritten = false
    /// Findings that wait for its object.
    var findings: [Finding] = []
  }

  package init(_ options: JSONOptions, names: NameSource, secrets: SecretFinder?) {
    self.options = options
    contents = JSONOptions.Contents(options.details)
    self.names = Names(names)
    mask = Mask(secrets)
    ndef = names.lexicon.map { NDEFJSON($0, showsSecrets: secrets == nil) }
    if contents.fields, let lexicon = names.lexicon {
      dissector = Dissector(lexicon)
      fieldWriter = FieldWriter(lexicon)
    } else {
      fieldWriter = nil
    }
    frameMask = FrameMask(secrets)
    memory = CommandMemory(names: names, secrets: secrets)
    selector = Selector(options.filter, names: names)
    output = JSONOutput(isDocument: options.isDocument, waits: contents.frames)
  }

  package var hasMasked: Bool {
    mask.hasHidden || frameMask.hasHidden || ndef?.hidden.isEmpty == false
  }

  package mutating func open(_ opening: Opening, into out: inout ByteBuffer) {
    let description = opening.description
    start = opening.start ?? 0
    selector.start = start
    digits = Int(min(9, description.timeDigits))
    links = description.sources.map(\.link)
    file = opening.file
    begin("trace")
    object.json("format", text: "nfctrace/1")
    object.json("file", text: opening.file)
    object.json("source", text: description.format)
    if let link = links.first { object.json("link", word: link.jsonName) }
    if description.timesAreWallClock, let start = opening.start {
      object.json("start", text: UTCTime(start, digits: digits).text)
    }
    end(through: 0, into: &out)
    output.release(through: 0, into: &out)
  }

  package mutating func write(
    _ story: borrowing Story, findings: [Finding], outcomes: [VisitOutcome],
    into out: inout ByteBuffer
  ) {
    var next = 0
    var ended = 0
    for index in story.entries.indices {
      let first = next
      while next < findings.count, findings[next].entry <= index { next += 1 }
      let found = findings[first..<next]
      switch story.entries[index] {
      case .visit(let visit): visits.append(OpenVisit(visit: visit))
      case .step(let step, let defects):
        write(step, defects: defects, found, in: story, into: &out)
      case .end(let end):
        let outcome = ended < outcomes.count ? outcomes[ended] : nil
        ended += 1
        finish(end, outcome, found, into: &out)
      }
      dissector?.observe(story.entries[index], in: story)
    }
    if contents.frames { writeFrames(of: story, into: &out) }
  }

  package mutating func write(_ findings: [Finding], into out: inout ByteBuffer) {
    for finding in findings where selector.selects(finding) {
      write(finding)
      end(through: .max, into: &out)
    }
  }

  package mutating func close(_ summary: Summary, into out: inout ByteBuffer) {
    for index in visits.indices { settle(index, through: .max, into: &out) }
    begin("summary")
    object.json("file", text: file)
    object.json("frames", summary.frames)
    object.json("visits", summary.visits)
    object.json("exchanges", summary.exchanges)
    object.json("duration", seconds: summary.duration, digits: digits)
    if let times = summary.times {
      object.json("first", seconds: times.lowerBound, digits: digits)
      object.json("last", seconds: times.upperBound, digits: digits)
    }
    object.json(key: "findings")
    object.append("{")
    var isFirst = true
    for id in FindingID.allCases where summary.raised[id] > 0 {
      if !isFirst { object.append(",") }
      isFirst = false
      object.json(text: id.rawValue)
      object.append(":")
      object.append(decimal: summary.raised[id])
    }
    object.append("}")
    end(through: .max, into: &out)
    output.finish(into: &out)
  }

  /// Begins an object.
  mutating func begin(_ type: StaticString) {
    object.clear()
    object.append("{\"type\":\"")
    object.append(type)
    object.append("\"")
  }

  /// Ends an object and puts it out, where frames are listed behind those up to one.
  mutating func end(through frame: Int, into out: inout ByteBuffer) {
    object.append("}")
    output.put(object, through: frame, into: &out)
  }

  /// Appends a time, counted from the first frame.
  mutating func append(_ key: StaticString, time: Int64) {
    object.json(key, seconds: elapsed(at: time), digits: digits)
  }

  /// A time, counted from the first frame.
  func elapsed(at time: Int64) -> Int64 {
    let (elapsed, overflow) = time.subtractingReportingOverflow(start)
    return overflow ? 0 : elapsed
  }

  /// Appends the source's number where there are several.
  mutating func append(source: UInt16) {
    if links.count > 1 || source > 0 { object.json("source", Int(source)) }
  }
}

extension StoryJSON {
  package func double() -> StoryJSON? {
    guard !options.filter.isActive else { return nil }
    var other = StoryJSON(options, names: names.source, secrets: mask.finder)
    other.start = start
    other.digits = digits
    other.links = links
    other.file = file
    other.selector.start = start
    other.output.goOn()
    return other
  }
}
