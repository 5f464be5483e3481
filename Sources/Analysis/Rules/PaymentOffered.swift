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
    _ view: APDUView, _ vocabulary: inout Vocabulary, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    guard ApplicationIdentifierForm.isDirectory(view.application) else { return }
    var places = Places()
    var offer = Offer(isContactless: view.application[0] == UInt8(ascii: "2"))
    let data = story.bytes.span.extracting(view.answerData)
    var walker = TLVWalker(.ber, in: 0..<data.count)
    var count = 0
    while count < Self.limit {
      do throws(TLVFault) {
        guard let element = try walker.next(in: data) else { break }
        guard element.tag == 0x4F, element.parent == 0x61, !element.value.isEmpty else { continue }
        count += 1
        let aid = Identifier(data.extracting(element.value))
        guard let application = vocabulary.application(aid), application.isPayment,
          let place = story.place(of: element.value, in: view.answerSegments)
        else { continue }
        offer.applications.append((aid, application))
        places.append(place)
      } catch {
        // What is damaged has a finding of its own; the walker goes on behind it.
        continue
      }
    }
    guard let first = places.first else { return }
    var finding = view.finding(
      .paymentOffered, half: .answer, at: first, Finding.Message(.offer(offer)), in: story)
    finding.places = places
    findings.append(finding)
  }

  /// How many applications of a directory are looked at: tag 4F in application templates (61).
  private static let limit = 32

  /// What a directory lists.
  struct Offer {
    var applications: [(aid: Identifier, known: KnownApplication)] = []
    /// The PPSE, not the PSE.
    let isContactless: Bool

    init(isContactless: Bool) { self.isContactless = isContactless }

    func tell(_ say: (Finding.Message.Piece) -> Void) {
      for index in applications.indices {
        if index > 0 { say(.text(", ")) }
        say(.identifier(applications[index].aid))
        say(.text(" (\(applications[index].known.name))"))
      }
      say(.text(isContactless ? " in the PPSE directory" : " in the PSE directory"))
    }
  }
}
