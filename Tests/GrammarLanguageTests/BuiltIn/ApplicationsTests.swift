import Testing

/// The AID registry, against the lists that the networks, vendors and standards publish.
@Suite struct ApplicationsTests {
  private let facts: BuiltInFacts

  init() throws { facts = try BuiltInFacts() }

  @Test(
    "Payment applications are told by their AIDs",
    arguments: [
      ("315041592E5359532E4444463031", "PSE"), ("325041592E5359532E4444463031", "PPSE"),
      ("A0000000031010", "Visa"), ("A000000003101001", "Visa"),
      ("A0000000032010", "Visa Electron"), ("A0000000032020", "V PAY"),
      ("A0000000033010", "Visa Interlink"), ("A0000000038010", "Visa Plus"),
      ("A0000000980840", "Visa Common Debit"), ("A00000000305076010", "Elo"),
      ("A0000000041010", "Mastercard"), ("A0000000042203", "US Maestro"),
      ("A0000000043060", "Maestro"), ("A0000000046000", "Cirrus"),
      ("A0000000050001", "Maestro UK"), ("A000000025010801", "American Express"),
      ("A0000001523010", "Discover"), ("A0000003241010", "Discover ZIP"),
      ("A0000000651010", "JCB"), ("A000000333010101", "UnionPay"),
      ("A000000333010108", "UnionPay"), ("A0000002771010", "Interac"),
      ("A0000003591010028001", "girocard"), ("A00000005945430100", "girocard"),
      ("D27600002545500100", "girocard"), ("A0000000421010", "CB"), ("A0000000422010", "CB"),
      ("A0000000291010", "LINK"), ("A0000001211010", "Dankort"), ("A0000001214711", "Dankort"),
      ("A0000001410001", "PagoBANCOMAT"), ("D5780000021010", "Bankaxept"),
      ("A00000038410", "eftpos"), ("A00000038420", "eftpos"), ("A0000005241010", "RuPay"),
      ("A0000006581010", "Mir"), ("A0000006581011", "Mir"), ("A0000003710001", "Verve"),
      ("A0000006723010", "TROY"), ("A0000002281010", "mada"), ("A0000002282010", "mada"),
      ("A0000006200620", "DNA common debit"), ("A0000004391010", "ACCEL"),
      ("A0000003156020", "Chipknip"), ("A000000172950001", "Taiwan financial application"),
      ("A0000001544442", "Banricompras"), ("F0000000030001", "Bradesco"),
    ]
  )
  func payment(aid: String, name: String) throws {
    let application = try #require(facts.application(aid))
    #expect(application.short == name)
    #expect(application.kind == "payment")
  }

  @Test(
    "Other applications are told by their AIDs and kinds",
    arguments: [
      ("D2760000850101", "NDEF", "tag"), ("A0000002471001", "eMRTD", "identity"),
      ("E80704007F00070302", "eID", "identity"), ("A0000002480400", "mDL", "identity"),
      ("A000000308000010000100", "PIV", "identity"),
      ("4F53452E5641532E3031", "Apple VAS", "loyalty"),
      ("A000000476D0000111", "Google Smart Tap", "loyalty"),
      ("D2760001240103040006123456780000", "OpenPGP", "key"), ("A0000006472F0001", "FIDO", "key"),
      ("A000000527200101", "Yubico OTP", "key"),
      ("A000000527471117", "Yubico management", "management"),
      ("A000000151000000", "card manager", "management"),
      ("315449432E494341", "Calypso", "transit"),
      ("334D54522E494341", "Calypso master file", "transit"),
      ("A0000004040125090101", "Navigo", "transit"), ("A000000341000101", "CEPAS", "transit"),
      ("D4100000030001", "T-money", "transit"), ("A0000005500011", "Octopus, phone", "transit"),
      ("A00000039656434103F1216000000000", "MIFARE DESFire", "access"),
      ("A000000632010105", "China T-Union", "transit"),
      ("A0000008580101", "Apple Home Key", "access"), ("A000000909ACCE5501", "Aliro", "access"),
      ("A0000004400001010001", "Seos", "access"), ("A0000002164954534F2D31", "ITSO", "transit"),
      ("A000000063504B43532D3135", "PKCS#15", "signature"),
      ("A000000177504B43532D3135", "Belgian eID", "identity"),
      ("F222222222", "Android sample", "other"),
    ]
  )
  func others(aid: String, name: String, kind: String) throws {
    let application = try #require(facts.application(aid))
    #expect(application.short == name)
    #expect(application.kind == kind)
  }

  @Test("A provider's number alone does not make a payment card")
  func bareProvider() throws {
    let unknown = try #require(facts.application("A0000000047777"))
    #expect(unknown.owner == "Mastercard")
    #expect(unknown.name == nil)
    #expect(unknown.kind == nil)
    for transit in ["A0000000049100", "A0000000049101", "A000000004915500"] {
      #expect(facts.application(transit)?.kind == "transit")
    }
  }

  @Test("An AID that nobody registered is not known")
  func unknown() {
    #expect(facts.application("F00102030405") == nil)
    #expect(facts.application("A0000000") == nil)
    #expect(facts.application("") == nil)
  }

  @Test(
    "Providers are told by the first five bytes",
    arguments: [
      ("A0000003969999", "NXP"), ("A000000397", "Microsoft"), ("A00000061799", "Fidesmo"),
      ("A000000732", "Meeza"), ("A000000790", "American Express China"),
      ("A000000404FF", "Calypso Networks Association"), ("A0000000870000", "3GPP"),
    ]
  )
  func providers(aid: String, owner: String) {
    #expect(facts.application(aid)?.owner == owner)
  }
}
