import Bytes
import Decoding
import GrammarLanguage

/// Raises `payment-selected`.
enum PaymentSelected {
  static let manual = """
    The reader selects a payment application.

    No fault: for people who must know whether a capture holds payments before they pass it on, \
    and for gates that must never ask for one. Raised whether or not the card has it.
    """

  static func check(
    _ view: APDUView, _ vocabulary: inout Vocabulary, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    let aid = view.name
    guard let application = vocabulary.application(aid), application.isPayment,
      !ApplicationIdentifierForm.isDirectory(aid)
    else { return }
    findings.append(
      view.finding(
        .paymentSelected, half: .command,
        at: view.commandPlace(view.command.data.range, in: story),
        Finding.Message(.selection(Selection(aid: aid, application: application))), in: story))
  }

  /// What is selected.
  struct Selection {
    let aid: Identifier
    let application: KnownApplication

    func tell(_ say: (Finding.Message.Piece) -> Void) {
      say(.text("the reader selects "))
      say(.identifier(aid))
      say(.text(" (\(application.name))"))
    }
  }
}
