import Bytes
import Decoding
import GrammarLanguage
import TraceFormat

/// Exchanges as objects.
extension StoryJSON {
  /// Writes the exchange that a step is; the object stays open.
  mutating func write(_ exchange: Exchange, of step: Step, in story: borrowing Story) {
    let bytes = story.bytes.span
    let command = bytes.extracting(exchange.command.range)
    let answer = bytes.extracting(exchange.answer.range)
    begin("exchange")
    if step.visit != 0 { object.json("visit", step.visit) }
    object.json(key: "frames")
    append(framesOf: exchange, step, in: story)
    append("time", time: step.time)
    if step.answerFrame != 0, let latency = step.latency {
      object.json("latency", seconds: latency, digits: digits)
    }
    if let wait = step.wait { object.json("wait", seconds: wait, digits: digits) }
    if let budget = step.budget { object.json("budget", seconds: budget, digits: digits) }
    object.json("protocol", word: exchange.form.jsonName)
    if let name = names.name(of: exchange, command) { object.json("name", text: name) }
    if command.count > 0 { append("command", command, of: .command) }
    let isWhole = exchange.outcome == .answered || exchange.outcome == .commandMissing
    if isWhole, answer.count > 0 { append("response", answer, of: .answer) }
    append(meaningOf: exchange, command)
    if isWhole, exchange.form == .iso15693 { append(vicinityError: answer) }
    if exchange.isEncrypted { object.json(flag: "encrypted") }
    if exchange.isDecrypted { object.json(flag: "decrypted") }
    if exchange.retries > 0 { object.json("retries", exchange.retries) }
    if exchange.waitingExtensions > 0 { object.json("wtx", exchange.waitingExtensions) }
    if exchange.inferred || step.firstDerived != 0 || exchange.outcome == .commandMissing {
      object.json(flag: "inferred")
    }
    appendMasked()
  }

  /// All frames of it; of several sources, those that carried its bytes.
  private mutating func append(
    framesOf exchange: Exchange, _ step: Step, in story: borrowing Story
  ) {
    object.append("[")
    if step.firstDerived != 0 {
      append(derivedFramesOf: exchange, step, in: story)
    } else if links.count <= 1 {
      for frame in step.frames {
        if frame > step.frames.lowerBound { object.append(",") }
        object.append(decimal: frame)
      }
    } else {
      var frames = Set([step.frames.lowerBound, step.frames.upperBound])
      for run in [exchange.commandSegments, exchange.answerSegments] {
        for index in run.range { frames.insert(story.segments[index].frame) }
      }
      var isFirst = true
      for frame in frames.sorted() {
        if !isFirst { object.append(",") }
        isFirst = false
        object.append(decimal: frame)
      }
    }
    object.append("]")
  }

  /// Of an exchange that follows from what a host and its reader said, the derived frames.
  private mutating func append(
    derivedFramesOf exchange: Exchange, _ step: Step, in story: borrowing Story
  ) {
    var places = [
      Place(frame: step.frames.lowerBound, derived: step.firstDerived, bytes: 0..<0),
      Place(frame: step.frames.upperBound, derived: step.lastDerived, bytes: 0..<0),
    ]
    for run in [exchange.commandSegments, exchange.answerSegments] {
      for segment in story.segments[run.range] {
        places.append(Place(frame: segment.frame, derived: segment.derived, bytes: 0..<0))
      }
    }
    places.sort { ($0.frame, $0.derived) < ($1.frame, $1.derived) }
    for index in places.indices where index == 0 || places[index] != places[index - 1] {
      if index > 0 { object.append(",") }
      object.append("\"")
      object.append(decimal: places[index].frame)
      object.append(derived: places[index].derived)
      object.append("\"")
    }
  }

  private mutating func append(_ key: StaticString, _ bytes: Span<UInt8>, of side: Side) {
    object.json(key: key)
    object.append("\"")
    object.append(hex: bytes, 0..<bytes.count, of: side, mask: &mask, sign: "X")
    object.append("\"")
  }

  /// Status, what it means, and whose it is.
  private mutating func append(meaningOf exchange: Exchange, _ bytes: Span<UInt8>) {
    guard exchange.form == .iso7816 else { return }
    let command = CommandAPDU(bytes)
    if let status = exchange.status {
      object.json("status", number: status)
      let name = names.status(
        status, cla: command.cla, ins: command.ins, under: exchange.application)
      if let name { object.json("meaning", text: name.meaning) }
    }
    var application = exchange.application
    let data = bytes.extracting(command.data.range)
    if command.isSelect, command.p1 == 0x04, data.count > 0, data.count <= 16 {
      application = Identifier(data)
    }
    guard !application.isEmpty else { return }
    object.json("aid", hex: application.bytes.span)
    guard let known = names.application(application) else { return }
    object.json("application", text: known.name)
    object.json("category", text: known.category)
  }

  /// The error code of an ISO/IEC 15693 answer, and what it means.
  private mutating func append(vicinityError answer: Span<UInt8>) {
    guard answer.count > 1, answer[0] & 1 != 0 else { return }
    object.json("status", hex: answer.extracting(1..<2))
    if let words = names.vicinityError(answer[1], isShort: false) {
      object.json("meaning", text: words)
    }
  }

  /// Which kinds of secrets were masked in it.
  private mutating func appendMasked() {
    guard !mask.secrets.isEmpty else { return }
    object.json(key: "masked")
    object.append("[")
    var kinds: [String] = []
    for secret in mask.secrets where !kinds.contains("\(secret.kind)") {
      kinds.append("\(secret.kind)")
    }
    for index in kinds.indices {
      if index > 0 { object.append(",") }
      object.json(text: kinds[index])
    }
    object.append("]")
  }
}
