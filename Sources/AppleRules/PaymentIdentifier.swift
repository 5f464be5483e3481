/// Applications of payment cards, as Proxmark3's list of AIDs and emv-utils name them.
///
/// `NFCTagReaderSession` selects none of them. Apple publishes no list: this one is what cards are
/// known to have, and transit cards under the RID of a payment scheme are taken out.
package enum PaymentIdentifier {
  /// What pays with an application of this name; nil where it is no payment application.
  package static func name(of aid: [UInt8]) -> String? {
    let text = Hexadecimal.text(aid)
    if transit.contains(where: { text.hasPrefix($0) }) { return nil }
    return known.last { text.hasPrefix($0.beginning) }?.name
  }

  /// Transit cards under a payment scheme's RID: HOP and Ventra under Mastercard's, China City
  /// Union under Visa's.
  private static let transit = ["A00000000491", "A00000000386980701"]

  private static let known: [(name: String, beginning: String)] = [
    ("Visa", "A000000003"),
    ("Visa USA", "A000000098"),
    ("Mastercard", "A000000004"),
    ("Maestro UK", "A000000005"),
    ("American Express", "A000000025"),
    ("American Express China", "A000000790"),
    ("Discover", "A000000152"),
    ("UnionPay", "A000000333"),
    ("CB", "A000000042"),
    ("Dankort", "A000000121"),
    ("Mir", "A000000658"),
    ("Meeza", "A000000732"),
    ("TROY", "A000000672"),
    ("mada", "A000000228"),
    ("Chipknip", "A000000315"),
    ("GIM-UEMOA", "A000000337"),
    ("eTranzact", "A000000454"),
    ("eftpos", "A00000038410"),
    ("eftpos", "A00000038420"),
    ("Discover ZIP", "A0000003241010"),
    ("JCB", "A0000000651010"),
    ("Interac", "A0000002771010"),
    ("LINK", "A0000000291010"),
    ("PagoBANCOMAT", "A0000001410001"),
    ("BankAxept", "D5780000021010"),
    ("RuPay", "A0000005241010"),
    ("Verve", "A0000003710001"),
    ("DNA US debit", "A0000006200620"),
    ("ACCEL", "A0000004391010"),
    ("Banrisul", "A0000001544442"),
    ("Bradesco", "F0000000030001"),
    ("Taiwan", "A000000172950001"),
    ("ELO", "A00000000305076010"),
    ("Geldkarte", "A00000005945430100"),
    ("Geldkarte", "D27600002545500100"),
    ("Girocard", "A0000003591010028001"),
    ("PSE (1PAY.SYS.DDF01)", "315041592E5359532E4444463031"),
    ("PPSE (2PAY.SYS.DDF01)", "325041592E5359532E4444463031"),
  ]
}
