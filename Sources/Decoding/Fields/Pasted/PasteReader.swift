import Bytes
package import GrammarLanguage
import Tags

/// Tells by their content what pasted bytes are.
package struct PasteReader: Sendable {
  let lexicon: Lexicon
  let apdus: Grammar?
  let applications: Grammar?
  let desfire: Grammar?
  let tags: TagTable

  package init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    apdus = lexicon.grammar("iso7816")
    applications = lexicon.grammar("applications")
    desfire = lexicon.grammar("desfire")
    tags = TagTable(apdus)
  }

  /// All readings that fit, the best first; none where nothing does. Another than the first is as good
  /// where its `fit` is within 15 of it.
  package func readings(of bytes: [UInt8]) -> [PastedReading] {
    var readings = PastedReading.Kind.allCases.compactMap { read(bytes, as: $0) }
    readings.removeAll { $0.fit < 30 }
    // A stable order: equal ones in that of the kinds.
    return readings.enumerated().sorted {
      $0.element.fit != $1.element.fit
        ? $0.element.fit > $1.element.fit : $0.offset < $1.offset
    }.map(\.element)
  }

  /// The bytes as one kind of thing, however badly they fit; nil where they are nothing of it.
  package func read(_ bytes: [UInt8], as kind: PastedReading.Kind) -> PastedReading? {
    guard !bytes.isEmpty else { return nil }
    let reading: PastedReading? =
      switch kind {
      case .command: command(bytes)
      case .answer: answer(bytes)
      case .status: status(bytes)
      case .tlv: elements(bytes)
      case .ats: ats(bytes)
      case .frame: frame(bytes)
      case .felica: felica(bytes)
      case .version: version(bytes)
      case .aid: identifier(bytes)
      case .pn532: chip(bytes)
      case .nci: controller(bytes)
      case .iso15693: vicinity(bytes)
      case .ndef: message(bytes)
      case .wsc, .oob: payload(bytes, kind)
      }
    guard var reading else { return nil }
    reading.takeFaults(of: lexicon)
    reading.tree.dropEmptyRests()
    if reading.isMalformed { reading.fit = min(reading.fit, 75) }
    return reading
  }

  /// The secrets in pasted bytes that are read in one way.
  package func secrets(in bytes: [UInt8], as kind: PastedReading.Kind, by finder: SecretFinder)
    -> [Secret]
  {
    var found: [Secret] = []
    switch kind {
    case .command where Track.isBarePassword(bytes.span):
      finder.find(inLoose: bytes.span, side: .command, into: &found)
    case .command: finder.find(inCommand: bytes.span, into: &found)
    case .answer where bytes.count > 2:
      finder.find(
        inData: bytes.span, range: 0..<bytes.count - 2, isPartial: false, into: &found)
    case .tlv:
      finder.find(inData: bytes.span, range: 0..<bytes.count, isPartial: true, into: &found)
    case .iso15693: finder.find(inVicinity: bytes.span, into: &found)
    // What a controller says of itself and of a card's activation.
    case .nci: break
    // The grammar says which of their fields are secrets, except for keys inside a text.
    case .ndef: found += KeyTrail.keys(in: bytes.span).map { Secret(.key, .command, $0) }
    case .wsc, .oob: break
    default:
      finder.find(inLoose: bytes.span, side: .command, into: &found)
      finder.find(inLoose: bytes.span, side: .answer, into: &found)
    }
    return found
  }
}
