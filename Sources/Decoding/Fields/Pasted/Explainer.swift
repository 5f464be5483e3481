import Bytes
package import GrammarLanguage

/// Explains a status word, a tag, an AID, an instruction: by number or by name.
package struct Explainer: Sendable {
  private let lexicon: Lexicon
  private let apdus: Grammar?
  private let applications: Grammar?
  private let reader: PasteReader

  package init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    apdus = lexicon.grammar("iso7816")
    applications = lexicon.grammar("applications")
    reader = PasteReader(lexicon)
  }

  /// All explanations that fit a text; none when nothing is known of it.
  package func explain(_ text: String) -> [Explanation] {
    if let bytes = Hex.bytes(text), !bytes.isEmpty {
      let found = explain(bytes)
      if !found.isEmpty { return found }
    }
    return named(text)
  }

  private func explain(_ bytes: [UInt8]) -> [Explanation] {
    var found: [Explanation] = []
    if bytes.count == 2 { found += status(UInt16(bytes[0]) << 8 | UInt16(bytes[1])) }
    let lead = TLVLead(bytes.span, at: 0, end: bytes.count)
    if lead.isWhole, lead.count == bytes.count {
      found += tag(lead.tag)
    } else if lead.isWhole, let reading = reader.read(bytes, as: .tlv), reading.fit >= 65 {
      found += tag(lead.tag).prefix(1)
      if !found.isEmpty { found[found.count - 1].reading = reading }
    }
    if bytes.count == 1 { found += instruction(bytes[0]) }
    if let known = identifier(bytes) { found.append(known) }
    return found
  }

  /// An instruction or a tag by its name.
  private func named(_ name: String) -> [Explanation] {
    guard let apdus else { return [] }
    var found = apdus.entries(ofInstructionCalled: name).map(explanation)
    for (number, entry) in apdus.entries(ofTagCalled: name) {
      found.append(explanation(number, entry))
    }
    for word in ["iso14443a", "iso14443b", "iso-dep", "type2", "felica", "desfire"] {
      guard let grammar = lexicon.grammar(word) else { continue }
      found += grammar.entries(ofCommandCalled: name).map { entry in
        Explanation(
          "command \(entry.code) of \(grammar.name): \(entry.entry.title)",
          source: entry.entry.citation)
      }
    }
    return found
  }

  /// What a status word says: in general, then to some commands, then under some applications.
  private func status(_ word: UInt16) -> [Explanation] {
    var found: [Explanation] = []
    var isGeneralSaid = false
    let entries = apdus?.entries(ofStatus: word) ?? []
    let general = entries.filter { $0.isGeneral }
    for entry in general + entries.filter({ !$0.isGeneral }) {
      // Of the general ones the first is the most particular.
      if entry.isGeneral, isGeneralSaid { continue }
      isGeneralSaid = isGeneralSaid || entry.isGeneral
      var lines = places(entry.entry)
      if entry.classMask != 0 {
        lines.append("for commands of class \(pattern(entry.classMask, entry.classBits))")
      }
      let title =
        "status \(Hex.text(word, digits: 4)), \(entry.severity.word): \(entry.entry.title)"
      guard let ins = entry.ins else {
        found.append(Explanation(title, lines: lines, source: entry.entry.citation))
        continue
      }
      let name = name(ofInstruction: ins)
      // The same words to several commands are one explanation.
      if let same = found.firstIndex(where: {
        $0.title == title && $0.source == entry.entry.citation
          && Array($0.lines.dropLast()) == lines
      }), let last = found[same].lines.last {
        if !last.contains(name) { found[same].lines[lines.count] = "\(last), \(name)" }
      } else {
        found.append(
          Explanation(
            title, lines: lines + ["to \(name)"], source: entry.entry.citation))
      }
    }
    return found
  }

  private func tag(_ tag: UInt32) -> [Explanation] {
    (apdus?.entries(ofTag: tag) ?? []).map { explanation(tag, $0) }
  }

  private func explanation(_ tag: UInt32, _ entry: Grammar.TagEntry) -> Explanation {
    let attributes = lexicon.attributes(of: entry.label)
    var lines = places(entry.entry)
    if let parent = entry.parent {
      lines.append("inside \(PastedReading.text(UInt64(parent)))")
    }
    if entry.isTemplate { lines.append("a template: data objects are inside") }
    if let length = words(entry.lengths) { lines.append(length) }
    if let secret = attributes.secret, secret != .id {
      lines.append("masked unless secrets are shown (\(secret.word))")
    }
    if attributes.varies { lines.append("may differ from run to run") }
    return Explanation(
      "tag \(PastedReading.text(UInt64(tag))): \(entry.entry.title)", lines: lines,
      source: entry.entry.citation)
  }

  private func instruction(_ ins: UInt8) -> [Explanation] {
    (apdus?.entries(ofInstruction: ins) ?? []).map(explanation)
  }

  private func explanation(_ entry: Grammar.InstructionEntry) -> Explanation {
    var lines = places(entry.entry)
    if entry.classMask != 0 {
      lines.append("for commands of class \(pattern(entry.classMask, entry.classBits))")
    }
    lines += entry.parameters.map { "\($0.place)  \($0.meaning)" }
    return Explanation(
      "instruction \(Hex.text(entry.ins, digits: 2)): \(entry.entry.title)", lines: lines,
      source: entry.entry.citation)
  }

  private func identifier(_ aid: [UInt8]) -> Explanation? {
    guard let applications, (5...16).contains(aid.count),
      let known = applications.application(aid.span)
    else { return nil }
    var lines: [String] = []
    if let kind = known.kind, kind != .other { lines.append("for \(kind.word)") }
    if let owner = known.provider { lines.append("registered by \(applications.string(owner))") }
    if let note = known.note { lines.append(applications.string(note)) }
    if known.length > 0, known.length < aid.count {
      lines.append(
        "told by its first \(known.length) bytes; \(Hex.text(aid[known.length...])) is the issuer's"
      )
    }
    let name = known.name.map(applications.string) ?? "an application that is not registered here"
    return Explanation(
      "AID \(Hex.text(aid)): \(name)", lines: lines,
      source: known.citation.flatMap(applications.words))
  }

  /// Under which applications something holds.
  private func places(_ entry: Grammar.Entry) -> [String] {
    guard !entry.applications.isEmpty else { return [] }
    let names = entry.applications.map { hex -> String in
      let aid = Hex.bytes(hex) ?? []
      guard let applications, let known = applications.application(aid.span),
        let name = known.shortName ?? known.provider
      else { return hex }
      return "\(applications.string(name)) (\(hex))"
    }
    return ["under \(names.joined(separator: ", "))"]
  }

  private func name(ofInstruction ins: UInt8) -> String {
    let entries = apdus?.entries(ofInstruction: ins) ?? []
    guard let entry = entries.first(where: { $0.classMask == 0 }) ?? entries.first else {
      return "INS \(Hex.text(ins, digits: 2))"
    }
    return entry.entry.title
  }

  private func words(_ lengths: ClosedRange<UInt32>) -> String? {
    if lengths.lowerBound == lengths.upperBound {
      return PastedReading.count(Int(lengths.lowerBound), "byte")
    }
    if lengths.upperBound == .max { return nil }
    return lengths.lowerBound <= 1
      ? "at most \(PastedReading.count(Int(lengths.upperBound), "byte"))"
      : "\(lengths.lowerBound) to \(lengths.upperBound) bytes"
  }

  /// A class pattern as the standard prints it.
  private func pattern(_ mask: UInt8, _ bits: UInt8) -> String {
    if mask == 0xFF { return Hex.text(bits, digits: 2) }
    return String(
      (0..<8).reversed().map { place -> Character in
        mask >> UInt8(place) & 1 == 0 ? "-" : bits >> UInt8(place) & 1 == 0 ? "0" : "1"
      })
  }
}

extension Grammar.StatusEntry {
  /// Whether it holds for all commands and applications.
  fileprivate var isGeneral: Bool {
    entry.applications.isEmpty && ins == nil && classMask == 0
  }
}
