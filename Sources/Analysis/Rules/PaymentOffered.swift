import Bytes
import Decoding
import GrammarLanguage

/// Raises `payment-offered`.
enum PaymentOffered {
  static let manual = """
    The card lists payment applications in its directory, the PPSE (2PAY.SYS.DDF01) or PSE.

    No fault: it says that the card or phone would pay, whether or not the reader goes on to it. \
    Evidence are the AIDs (tag 4F) in the answer.
    """

  /// Looks at a directory's answer: to SELECT, or a record of the contact directory.
  static func check(
    _ view: APDUView, _ vocabulary: inout Vocabulary, into findings: inout [Finding], _ story: Story
  ) {
    guard ApplicationIdentifierForm.isDirectory(view.exchange.application) else { return }
    let directory =
      view.exchange.application[0] == UInt8(ascii: "2") ? "PPSE directory" : "PSE directory"
    var places: [Place] = []
    var names: Finding.Message = ""
    let data = story.bytes.span.extracting(view.answerData)
    for range in identifiers(in: data) {
      let aid = Identifier(data.extracting(range))
      guard let application = vocabulary.application(aid), application.isPayment,
        let place = story.place(of: range, in: view.exchange.answerSegments)
      else { continue }
      names += places.isEmpty ? "\(aid) (\(application.name))" : ", \(aid) (\(application.name))"
      places.append(place)
    }
    guard let first = places.first else { return }
    names += " in the \(directory)"
    var finding = view.finding(.paymentOffered, half: .answer, at: first, names, in: story)
    finding.places = places
    findings.append(finding)
  }

  /// Where the AIDs stand: tag 4F in application templates (61).
  private static func identifiers(in data: Span<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var walker = TLVWalker(.ber, in: 0..<data.count)
    while found.count < 32 {
      do throws(TLVFault) {
        guard let element = try walker.next(in: data) else { break }
        if element.tag == 0x4F, element.parent == 0x61, !element.value.isEmpty {
          found.append(element.value)
        }
      } catch {
        // What is damaged has a finding of its own; the walker goes on behind it.
        continue
      }
    }
    return found
  }
}
