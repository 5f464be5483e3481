import Testing

@testable import AppleRules

/// Which applications pay, by Proxmark3's list of AIDs.
@Suite struct PaymentIdentifierTests {
  @Test(
    "Cards of payment schemes",
    arguments: [
      ("A0000000031010", "Visa"), ("A0000000043060", "Mastercard"),
      ("A00000000305076010", "ELO"), ("A000000025010801", "American Express"),
      ("A0000001523010", "Discover"), ("A0000000651010", "JCB"), ("A000000333010101", "UnionPay"),
      ("A0000002771010", "Interac"), ("A0000003591010028001", "Girocard"),
      ("D5780000021010", "BankAxept"), ("A00000038410", "eftpos"), ("F0000000030001", "Bradesco"),
      ("325041592E5359532E4444463031", "PPSE (2PAY.SYS.DDF01)"),
    ])
  func pays(aid: String, name: String) {
    #expect(Hexadecimal.bytes(aid).flatMap(PaymentIdentifier.name) == name)
  }

  /// Transit cards that have a payment scheme's RID, and what shares its beginning with one.
  @Test(
    "Cards that do not pay",
    arguments: [
      "A0000000049100010000", "A00000000386980701", "A0000002471001", "D2760000850101",
      "A000000308000010000100", "A0000003965643", "D4100000030001", "A00000",
    ])
  func doesNotPay(aid: String) {
    #expect(Hexadecimal.bytes(aid).flatMap(PaymentIdentifier.name) == nil)
  }
}
