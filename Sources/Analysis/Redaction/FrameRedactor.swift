import Bytes
import TraceFormat

/// Writes substitutes over what is secret in one frame after the other.
struct FrameRedactor {
  private let edits: FrameEdits
  private let search: FormSearch
  private let fragments: FragmentSearch
  private let texts: TextSearch
  private let substitutes: [[UInt8]]
  private let unclear: [SecretPlacement.Unclear]
  private let trail: CipherTrail
  private let replacesIdentifiers: Bool
  private var trailPlace = CipherTrail.Place()
  /// How many frames of ciphertext were blanked.
  private(set) var blanked = 0
  private var nextEdit = 0
  private var nextUnclear = 0
  private var matches: [FormSearch.Match] = []
  private var parts: [FragmentSearch.Match] = []
  /// By the number of the value: in how many places it was replaced.
  private(set) var places: [Int: Int] = [:]
  /// The numbers of the values that are substitutes already.
  private(set) var kept: Set<Int> = []
  private(set) var changedFrames = 0
  /// How often a value is there after all.
  private(set) var left = 0

  init(_ placement: SecretPlacement, replacesIdentifiers: Bool) {
    self.replacesIdentifiers = replacesIdentifiers
    var table = placement.substitutes
    edits = placement.edits
    search = placement.search
    let known = Array(table.values.prefix(placement.searched))
    fragments = FragmentSearch(known)
    substitutes = table.values.indices.map { table.substitute(for: $0) }
    texts = TextSearch(known, substitutes)
    for (index, value) in table.values.enumerated() where substitutes[index] == value.bytes {
      kept.insert(index)
    }
    unclear = placement.unclear
    trail = placement.trail
  }

  /// A substitute may, with what stands around it, make a value once more.
  private static let rounds = 3

  /// A frame as it may be seen.
  struct Redacted {
    var bytes: [UInt8]
    /// Nil where the parity bits follow from what was changed.
    var parity: [UInt8]?
  }

  /// The frame as it may be seen; nil where it is as it was.
  mutating func redact(_ frame: Frame, _ old: [UInt8]) -> Redacted? {
    guard frame.event != .framesDropped else { return nil }
    if frame.event == .readerOpened, replacesIdentifiers {
      let name = ReaderSerial.removed(from: redact(plain: old, frame) ?? old)
      if name != old { changedFrames += 1 }
      return name == old ? nil : Redacted(bytes: name)
    }
    guard let treatment = trail.treatment(of: frame.number, &trailPlace) else {
      guard let new = redact(plain: old, frame) else { return nil }
      changedFrames += 1
      return Redacted(bytes: new)
    }
    var new = old
    var parity: [UInt8]
    if case .anew(let entry) = treatment, let plain = trail.plain(old, entry) {
      (new, parity) = trail.enciphered(redact(plain: plain, frame) ?? plain, entry)
    } else {
      blanked += 1
      new = KeyFiller.frame(old.count, blanked)
      parity = FrameMending.parity(of: new)
    }
    guard new != old else { return nil }
    changedFrames += 1
    return Redacted(bytes: new, parity: parity)
  }

  /// What a frame says, as it may be seen; nil where it is as it was.
  private mutating func redact(plain old: [UInt8], _ frame: Frame) -> [UInt8]? {
    let state = unclearState(of: frame.number)
    let count = FrameMending.contentCount(old, frame)
    var canvas = Canvas(old)
    for edit in edits.of(frame: frame.number, from: &nextEdit) {
      write(edits.digits(of: edit), at: Int(edit.start), value: Int(edit.value), to: &canvas)
    }
    if frame.event != .none { searchTexts(&canvas) }
    for _ in 0..<Self.rounds {
      let before = canvas.writes
      searchForms(upTo: count, &canvas)
      if state != nil { searchParts(&canvas) }
      guard canvas.writes > before else { break }
      canvas.release()
    }
    guard canvas.writes > 0, canvas.bytes != old else { return nil }
    var new = canvas.bytes
    FrameMending.mend(
      &new, from: old, frame, isDamaged: state?.isDamaged == true,
      hidesCheck: old.count > 1 && canvas.touched(old.count - 2..<old.count))
    matches.removeAll(keepingCapacity: true)
    search.find(in: new.span, 0..<count, into: &matches)
    left += matches.count
    return new
  }

  private mutating func unclearState(of frame: Int) -> SecretPlacement.Unclear? {
    while nextUnclear < unclear.count, unclear[nextUnclear].frame < frame { nextUnclear += 1 }
    guard nextUnclear < unclear.count, unclear[nextUnclear].frame == frame else { return nil }
    return unclear[nextUnclear]
  }

  private mutating func write(
    _ digits: some Collection<UInt8>, at start: Int, value: Int, to canvas: inout Canvas
  ) {
    if canvas.write(digits, at: start), !kept.contains(value) { places[value, default: 0] += 1 }
  }

  /// Longer forms first: a track before the number in it.
  private mutating func searchForms(upTo count: Int, _ canvas: inout Canvas) {
    matches.removeAll(keepingCapacity: true)
    search.find(in: canvas.bytes.span, 0..<count, into: &matches)
    guard !matches.isEmpty else { return }
    let forms = search.forms
    matches.sort { one, other in
      let lengths = (forms[one.form].written.count, forms[other.form].written.count)
      return lengths.0 != lengths.1 ? lengths.0 > lengths.1 : one.start < other.start
    }
    for match in matches {
      let form = forms[match.form]
      write(form.substitute, at: match.start, value: form.value, to: &canvas)
    }
  }

  private mutating func searchParts(_ canvas: inout Canvas) {
    parts.removeAll(keepingCapacity: true)
    fragments.find(in: canvas.bytes.span, 0..<canvas.bytes.count, into: &parts)
    for part in parts {
      let new = substitutes[part.value][part.offset..<part.offset + part.bytes.count]
      write(Nibbles.of(new), at: part.bytes.lowerBound * 2, value: part.value, to: &canvas)
    }
  }

  private mutating func searchTexts(_ canvas: inout Canvas) {
    for match in texts.find(in: canvas.bytes) where canvas.write(match) {
      places[match.value, default: 0] += 1
    }
  }

  /// A source's name without what is known, and without its serial number.
  func redact(sourceName name: String) -> String {
    let known = redact(name)
    guard replacesIdentifiers else { return known }
    return String(decoding: ReaderSerial.removed(from: Array(known.utf8)), as: UTF8.self)
  }

  /// Replaces values in a text that is no frame.
  func redact(_ text: String) -> String {
    let old = Array(text.utf8)
    var canvas = Canvas(old)
    for match in texts.find(in: old) { _ = canvas.write(match) }
    var found: [FormSearch.Match] = []
    search.find(in: old.span, 0..<old.count, into: &found)
    for match in found { _ = canvas.write(search.forms[match.form].substitute, at: match.start) }
    return canvas.writes > 0 ? String(decoding: canvas.bytes, as: UTF8.self) : text
  }
}

/// A frame's bytes while they are written over; what was written first stays.
private struct Canvas {
  private(set) var bytes: [UInt8]
  private var isWritten: [Bool] = []
  private var wasWritten: [Bool] = []
  /// How often something was written.
  private(set) var writes = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Writes half bytes where nothing was written yet. Whether there was such a place.
  mutating func write(_ digits: some Collection<UInt8>, at start: Int) -> Bool {
    if isWritten.isEmpty { isWritten = [Bool](repeating: false, count: bytes.count * 2) }
    var isNew = false
    for (index, digit) in digits.enumerated() where start + index < isWritten.count {
      let place = start + index
      guard !isWritten[place] else { continue }
      isWritten[place] = true
      isNew = true
      let byte = bytes[place / 2]
      bytes[place / 2] = place % 2 == 0 ? digit << 4 | byte & 15 : byte & 0xF0 | digit
    }
    if isNew { writes += 1 }
    return isNew
  }

  /// Writes what takes the place of a value in a text.
  mutating func write(_ match: TextSearch.Match) -> Bool {
    var isNew = false
    for (place, letter) in match.letters where write([letter >> 4, letter & 15], at: place * 2) {
      isNew = true
    }
    return isNew
  }

  /// Lets everything be written over again.
  mutating func release() {
    if wasWritten.isEmpty { wasWritten = [Bool](repeating: false, count: bytes.count * 2) }
    for index in isWritten.indices where isWritten[index] { wasWritten[index] = true }
    isWritten.removeAll(keepingCapacity: true)
  }

  /// Whether anything in a range of bytes was written.
  func touched(_ range: Range<Int>) -> Bool {
    (range.lowerBound * 2..<range.upperBound * 2).contains { place in
      place < isWritten.count && isWritten[place] || place < wasWritten.count && wasWritten[place]
    }
  }
}
