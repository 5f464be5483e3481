import Bytes
import GrammarLanguage
import TraceFormat

@testable import Analysis
@testable import Decoding

/// A story and what was found in it, for tests to ask.
struct Told {
  let story: Story
  let findings: [Finding]
  /// How each visit went.
  let outcomes: [VisitOutcome]

  var exchanges: [Exchange] {
    steps.compactMap { content in
      if case .exchange(let exchange) = content { exchange } else { nil }
    }
  }

  private var steps: [Step.Content] {
    story.entries.compactMap { entry in
      if case .step(let step, _) = entry { step.content } else { nil }
    }
  }

  private var protocolActivation: ProtocolActivation? {
    steps.lazy.compactMap { content in
      if case .protocolActivation(let activation) = content { activation } else { nil }
    }.first
  }

  /// The first activation.
  var activation: Activation? {
    steps.lazy.compactMap { content in
      if case .activation(let activation) = content { activation } else { nil }
    }.first
  }

  /// An exchange's answer in hex.
  func answer(_ index: Int) -> String { Hex.text(story.bytes[exchanges[index].answer.range]) }

  /// An exchange's command in hex.
  func command(_ index: Int) -> String { Hex.text(story.bytes[exchanges[index].command.range]) }

  /// An exchange's command taken apart.
  func apdu(_ index: Int) -> CommandAPDU {
    CommandAPDU(story.bytes.span.extracting(exchanges[index].command.range))
  }

  /// What the ATS says.
  var parameters: ProtocolActivation.Parameters? { protocolActivation?.parameters }

  /// The ATS in hex.
  var ats: String? { protocolActivation.map { Hex.text(story.bytes[$0.answer.range]) } }

  /// What a listing of frames calls a frame.
  func name(ofFrame number: Int) -> FrameName? {
    story.frames.first { $0.frame.number == number }?.name
  }

  /// The data objects of an exchange's answer, `tag=value` in hex or the tag of a template.
  func elements(_ index: Int) -> [String] {
    let data = story.bytes.span.extracting(exchanges[index].answer.range.dropLast(2))
    var walker = TLVWalker(.ber, in: 0..<data.count)
    var found: [String] = []
    while let element = try? walker.next(in: data) {
      let tag = Hex.text(element.tag, digits: 2)
      let value = Hex.text(data.extracting(element.value))
      found.append(element.isConstructed ? tag : "\(tag)=\(value)")
    }
    return found
  }

  func messages(_ id: FindingID) -> [String] {
    findings.filter { $0.id == id }.map { $0.message.text(command: "COMMAND") }
  }
}
