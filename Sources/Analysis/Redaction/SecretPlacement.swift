import Bytes
import Decoding
import GrammarLanguage
import Tags
import TraceFormat

/// Where in which captured frames a trace's secrets lie, once it is known which they are.
///
/// Where output hides bytes, it is known what they are of. Besides, every known value is looked for in
/// commands and answers as they were put together from blocks, and across the answers that follow each
/// other in a visit, as the parts of a file do. What lies in one frame needs no such search.
struct SecretPlacement {
  private var scan: SecretScan
  private(set) var substitutes: Substitutes
  let search: FormSearch
  /// So many values were known before the trace was read for the second time: those are looked for.
  let searched: Int
  private(set) var edits = FrameEdits()
  /// Frames in which values may begin and end anywhere, in order.
  private(set) var unclear: [Unclear] = []
  private var streams: [Stream.Key: Stream] = [:]
  private var matches: [FormSearch.Match] = []
  private var serials = SerialChecks()
  private(set) var trail: CipherTrail

  /// A frame that is damaged, or that nobody could tell what it is, a host's packet, or a part of a
  /// memory.
  struct Unclear: Sendable {
    var frame: Int
    /// Whether its CRC is wrong.
    var isDamaged: Bool
  }

  /// So many values are tried for what is left of one.
  private static let candidateLimit = 4_096

  init(_ scan: SecretScan, _ values: Substitutes, classicKeys: [UInt64]) {
    self.scan = scan
    trail = CipherTrail(classicKeys)
    substitutes = values
    var forms: [ValueForm] = []
    var index = 0
    // Filling tracks takes their numbers and names in.
    while index < substitutes.values.count {
      _ = substitutes.substitute(for: index)
      index += 1
    }
    for index in substitutes.values.indices {
      let value = substitutes.values[index]
      let substitute = substitutes.substitute(for: index)
      forms += ValueForm.all(of: value, index, substitute: substitute)
      if value.kind == .pan, value.isTelling, value.leadingDigits.count >= 12,
        substitute != value.bytes
      {
        let count = value.leadingDigits.count
        forms.append(
          .lastDigits(
            Array(value.leadingDigits), Array(Nibbles.of(substitute).prefix(count)), value: index))
      }
    }
    search = FormSearch(forms)
    searched = substitutes.values.count
  }

  /// Reads the next frames.
  mutating func read(_ batch: FrameBatch) {
    scan.read(batch)
    place()
  }

  /// Ends what was still open.
  mutating func finish() {
    scan.finish()
    place()
    edits.sort()
    trail.sort()
  }

  private mutating func place() {
    for note in scan.notes { place(note) }
    for found in scan.stored { place(found) }
    for entry in scan.story.entries {
      trail.note(entry, in: scan.story, &substitutes)
      switch entry {
      case .visit: break
      case .step(let step, _):
        switch step.content {
        case .activation(let activation): serials.note(activation.identifier, visit: step.visit)
        case .exchange(let exchange): place(exchange, visit: step.visit)
        default: break
        }
      case .end(let end):
        serials.forget(visit: end.number)
        streams[Stream.Key(visit: end.number, isAnswer: true)] = nil
        streams[Stream.Key(visit: end.number, isAnswer: false)] = nil
      }
    }
  }

  private mutating func place(_ note: SecretScan.Note) {
    let frame = scan.story.frames[note.index]
    let number = frame.frame.number
    if frame.name == .ciphertext {
      trail.note(ciphertext: number)
      return
    }
    let isDamaged = frame.crc == .bad
    if isDamaged || frame.name.isUnclear {
      unclear.append(Unclear(frame: number, isDamaged: isDamaged))
    }
    guard !note.runs.isEmpty else { return }
    let bytes = Array(scan.story.frameBytes[frame.frame.bytes.range])
    for run in note.runs where run.secret.kind != .id {
      let range = run.bytes.clamped(to: 0..<bytes.count)
      guard !range.isEmpty else { continue }
      let part = Array(bytes[range])
      let isWhole = run.offset == 0 && part.count == run.secret.bytes.range.count
      let (value, offset) = self.value(of: run, part, isWhole: isWhole)
      let substitute = substitutes.substitute(for: value)
      guard offset + part.count <= substitute.count else { continue }
      edits.add(
        frame: number, start: range.lowerBound * 2,
        Nibbles.of(substitute[offset..<offset + part.count]), value: value)
    }
  }

  /// The value that a run of a frame is of, and where in it the run begins.
  private mutating func value(
    of run: FrameMasks.Run, _ part: [UInt8], isWhole: Bool
  ) -> (Int, Int) {
    let secret = run.secret
    if secret.isPiece {
      for (index, value) in substitutes.values.enumerated().prefix(Self.candidateLimit)
      where value.kind == secret.kind {
        if let offset = value.bytes.firstRange(of: part)?.lowerBound {
          return (index, offset)
        }
      }
    }
    if isWhole, !secret.isPiece {
      let isCut = secret.kind == .pan && Int(secret.digits) > part.count * 2
      if !isCut {
        return (
          substitutes.add(SecretValue(secret.kind, part, digits: Int(secret.digits))), 0
        )
      }
    }
    let end = run.offset + part.count
    for (index, value) in substitutes.values.enumerated().prefix(Self.candidateLimit)
    where value.kind == secret.kind && value.cutFrom == nil && value.bytes.count >= end {
      if value.bytes[run.offset..<end].elementsEqual(part) { return (index, run.offset) }
    }
    return (
      substitutes.add(
        SecretValue(secret.kind, part, digits: Int(secret.digits), cutFrom: run.offset)), 0
    )
  }

  /// What a tag's memory holds, where its bytes were read.
  private mutating func place(_ found: MemorySecrets.Found) {
    let value = substitutes.add(found.value)
    let substitute = substitutes.substitute(for: value)
    for piece in found.pieces where piece.origin.derived == 0 {
      edits.add(
        frame: piece.origin.frame, start: piece.origin.offset * 2,
        Nibbles.of(substitute[piece.offset..<piece.offset + piece.count]), value: value)
    }
  }

  private mutating func place(_ exchange: Exchange, visit: Int) {
    let story = scan.story
    if let (check, frame, offset) = serials.check(in: exchange, visit: visit, story),
      let value = substitutes.number(of: SecretValue(.id, check))
    {
      let new = SerialChecks.check(of: substitutes.substitute(for: value))
      edits.add(frame: frame, start: offset * 2, [new >> 4, new & 15], value: value)
    }
    searchAcross(exchange.command, exchange.commandSegments)
    for part in story.parts[exchange.partRun.range] {
      searchAcross(part.command, part.commandSegments)
    }
    searchAcross(exchange.answer, exchange.answerSegments)
    follow(exchange, isAnswer: true, visit: visit)
    follow(exchange, isAnswer: false, visit: visit)
  }

  /// Looks through bytes that several frames brought.
  private mutating func searchAcross(_ run: Extent, _ segments: Extent) {
    guard segments.count > 1 else { return }
    var stream = Stream()
    stream.append(run.range, 0..<run.count, segments, of: scan.story)
    takeDown(stream) { _ in true }
  }

  /// Goes on with what a visit's commands or answers carry.
  private mutating func follow(_ exchange: Exchange, isAnswer: Bool, visit: Int) {
    let payload = exchange.payload(isAnswer: isAnswer, in: scan.story.bytes.span)
    guard !payload.isEmpty else { return }
    let key = Stream.Key(visit: visit, isAnswer: isAnswer)
    var stream = streams[key] ?? Stream()
    let seam = stream.bytes.count
    stream.append(
      (isAnswer ? exchange.answer : exchange.command).range, payload,
      isAnswer ? exchange.answerSegments : exchange.commandSegments, of: scan.story)
    takeDown(stream) { $0.lowerBound < seam && $0.upperBound > seam }
    stream.keepEnd()
    streams[key] = stream
  }

  /// Takes down the forms that lie in several frames.
  private mutating func takeDown(_ stream: Stream, where isNew: (Range<Int>) -> Bool) {
    matches.removeAll(keepingCapacity: true)
    search.find(in: stream.bytes.span, 0..<stream.bytes.count, into: &matches)
    for match in matches {
      let form = search.forms[match.form]
      let end = match.start + form.written.count
      guard isNew(match.start / 2..<(end + 1) / 2) else { continue }
      var digits: [UInt8] = []
      var run = (frame: 0, start: 0)
      for (index, digit) in form.substitute.enumerated() {
        let place = stream.places[(match.start + index) / 2]
        let start = Int(place.offset) * 2 + (match.start + index) % 2
        if place.frame != run.frame || start != run.start + digits.count {
          add(digits, at: run, value: form.value)
          run = (place.frame, start)
          digits.removeAll(keepingCapacity: true)
        }
        digits.append(digit)
      }
      add(digits, at: run, value: form.value)
    }
  }

  /// What a frame carries of a value that lies in several.
  private mutating func add(_ digits: [UInt8], at run: (frame: Int, start: Int), value: Int) {
    guard run.frame != 0 else { return }
    edits.add(frame: run.frame, start: run.start, digits, value: value)
  }
}

extension Exchange {
  /// What of a command or answer is content that may go on in the next one.
  fileprivate func payload(isAnswer: Bool, in bytes: Span<UInt8>) -> Range<Int> {
    let count = isAnswer ? answer.count : command.count
    switch (form, isAnswer) {
    case (.iso7816, true): return 0..<max(0, count - (status == nil ? 0 : 2))
    case (.iso7816, false): return CommandAPDU(bytes.extracting(command.range)).data.range
    // READ gives bytes; WRITE begins with its code and the page.
    case (.type2, true): return 0..<(count > 1 ? count : 0)
    case (.type2, false): return min(2, count)..<count
    case (.native, true): return min(1, count)..<count
    default: return 0..<0
    }
  }
}

extension FrameName {
  /// Whether a value may begin and end anywhere in the frame: what it is could not be told, or it is a
  /// few pages of a memory, cut where the reader wanted them.
  fileprivate var isUnclear: Bool {
    switch self {
    case .raw, .record, .unknown, .cut, .type2Answer, .type2Command: true
    case .felicaAnswer, .felicaCommand, .iso15693Answer, .iso15693Command: true
    case .classicAnswer, .classicCommand: true
    default: isHostSide
    }
  }
}
