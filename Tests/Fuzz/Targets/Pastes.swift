import Analysis
import Bytes
import Decoding
import Rendering
import TraceFormat

/// Text that somebody pasted, as `decode` and `explain` take it.
enum Pastes {
  /// A byte for how it is told, one for what it is taken for, and the text.
  static func run(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    var appearance = [numbers.byte(), 0x83, 0xFF, 0]
    let kinds = PastedReading.Kind.allCases
    let kind = Int(numbers.byte()) % (kinds.count + 1)
    guard let text = String(validating: numbers.rest(), as: UTF8.self),
      let paste = try? PastedText(text)
    else { return }
    switch paste {
    case .bytes(let bytes): read(bytes, as: kind < kinds.count ? kinds[kind] : nil)
    case .sequence(let lines):
      let link = PastedSequence.link(of: lines)
      let batch = PastedSequence.batch(of: lines, link: link)
      var description = TraceDescription(format: "pasted lines")
      description.timesAreWallClock = false
      description.sources = [TraceDescription.Source(name: "", linkType: nil, link: link)]
      appearance[2] = 0x0F
      var look = Numbers(appearance)
      Appearance(&look).tell(
        Reading(Replay(batch.frames.map { Seen($0, in: batch) }, description)))
    }
  }

  private static func read(_ bytes: [UInt8], as kind: PastedReading.Kind?) {
    let reader = PasteReader(Known.lexicon)
    let readings =
      if let kind { [reader.read(bytes, as: kind)].compactMap(\.self) } else {
        reader.readings(of: bytes)
      }
    guard let reading = readings.first else { return }
    let secrets = reader.secrets(in: bytes, as: reading.kind, by: Known.secrets)
    var report = PastedReport(
      reading, of: bytes, others: readings.dropFirst().map(\.kind), lexicon: Known.lexicon,
      secrets: secrets)
    var output = ByteBuffer(capacity: 4096)
    report.write(Typeface(isUTF8: false, hasColour: false), into: &output)
    Output.checkText([UInt8](copying: output.span), isUTF8: false)
    output.clear()
    report.writeJSON(into: &output)
    Output.checkJSON(lines: [UInt8](copying: output.span))
  }

  static func explain(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    let typeface = Typeface(isUTF8: true, hasColour: false)
    var output = ByteBuffer(capacity: 4096)
    if let id = FindingID(rawValue: text) {
      ManualPage(id, columns: .terminal(80), typeface: typeface).write(into: &output)
    }
    for explanation in explainer.explain(text) {
      explanation.write(typeface, into: &output)
    }
    Output.checkText([UInt8](copying: output.span))
  }

  private static let explainer = Explainer(Known.lexicon)
}
