import BuiltInGrammars
import Bytes
import GrammarLanguage

@testable import Analysis
@testable import Decoding

/// A finding in one line, to compare: `error crc-mismatch 14:21 command: CRC_A is …. Note`.
///
/// Places are frame:byte of the first byte, or the frame alone; `COMMAND` stands for the row's own
/// words.
func line(_ finding: Finding) -> String {
  let places = finding.places.map { place in
    finding.namesBytes ? "\(place.frame):\(place.bytes.lowerBound)" : "\(place.frame)"
  }
  let sentences = [finding.message.text(command: "COMMAND")] + finding.notes
  return """
    \(finding.severity.word) \(finding.id) \(places.joined(separator: " ")) \(finding.half): \
    \(sentences.joined(separator: ". "))
    """
}

/// All findings of a story, in one line each.
func lines(_ story: Story) -> [String] { analyzed(story).map(line) }

/// All findings of a story.
func analyzed(_ story: Story) -> [Finding] {
  var analyzer = Analyzer(lexicon: lexicon, secrets: secrets)
  analyzer.examine(story)
  return analyzer.findings
}

/// The grammars that are built in, which were checked when they were.
let lexicon: Lexicon = {
  let files = BuiltInGrammar.all.map {
    GrammarFile(builtIn: $0.name, file: $0.file, labelCount: $0.labelCount, text: $0.text)
  }
  do {
    return try Lexicon(files)
  } catch {
    preconditionFailure("\(error)")
  }
}()

/// What finds personal data: the tags that cards keep it in, and VERIFY's data.
let secrets: SecretFinder = {
  var tags = TagTable()
  for template in [0x61, 0x6F, 0x70, 0x77, 0xA5, 0xBF0C] as [UInt32] {
    tags.enter(tag: template, isTemplate: true, secret: nil)
  }
  tags.enter(tag: 0x5A, isTemplate: false, secret: .pan)
  tags.enter(tag: 0x57, isTemplate: false, secret: .track)
  tags.enter(tag: 0x5F20, isTemplate: false, secret: .name)
  tags.enter(tag: 0x5F24, isTemplate: false, secret: .date)
  tags.enter(tag: 0x9F36, isTemplate: false, secret: nil)
  return SecretFinder(tags: tags, instructions: [0x20: .pin, 0x24: .pin, 0x2C: .pin], type2: [:])
}()
