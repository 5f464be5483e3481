import Bytes
import GrammarLanguage
import Testing

/// Products by ATQA, SAK, UID, ATS and GET_VERSION: NXP AN10833 and the products' data sheets.
@Suite struct ProductsTests {
  private let facts: BuiltInFacts

  init() throws { facts = try BuiltInFacts() }

  @Test(
    "A version tells the product",
    arguments: [
      ("0004030101000B03", "MIFARE Ultralight EV1, 48 bytes (MF0UL11)"),
      ("0004030101000E03", "MIFARE Ultralight EV1, 128 bytes (MF0UL21)"),
      ("0004030102000B03", "MIFARE Ultralight Nano (MF0UN)"),
      ("0004030104000F03", "MIFARE Ultralight AES (MF0AES20)"),
      ("0004040101000B03", "NTAG 210"), ("0004040101000E03", "NTAG 212"),
      ("0004040201000F03", "NTAG 213"), ("0004040201001103", "NTAG 215"),
      ("0004040201001303", "NTAG 216"), ("0004040203000F03", "NTAG 213 TagTamper"),
      ("0004040502011303", "NTAG I2C 1K (NT3H1101)"),
      ("0004040502011503", "NTAG I2C 2K (NT3H1201)"),
      ("0004040502021303", "NTAG I2C plus 1K (NT3H2111)"),
      ("0004040502021503", "NTAG I2C plus 2K (NT3H2211)"),
      ("0004040999990F03", "NTAG family, version not known here"),
    ]
  )
  func byVersion(version: String, name: String) throws {
    #expect(
      try products(atqa: 0x0044, sak: 0x00, uid: "04A1B2C3D4E5F6", version: version) == [name])
  }

  @Test(
    "DESFire's and MIFARE Plus's versions tell generation and size",
    arguments: [
      ("0401010100160504010101041605", "MIFARE DESFire EV1 2K"),
      ("0401010100180504010101041805", "MIFARE DESFire EV1 4K"),
      ("04010101001A0504010101041A05", "MIFARE DESFire EV1 8K"),
      ("0401011200180504010102011805", "MIFARE DESFire EV2 4K"),
      ("0401013300160504010103001605", "MIFARE DESFire EV3 2K"),
      ("0401013300180504010103001805", "MIFARE DESFire EV3 4K"),
      ("04010133001A0504010103001A05", "MIFARE DESFire EV3 8K"),
      ("0401010002180504010100061805", "MIFARE DESFire 4K (MF3ICD40)"),
    ]
  )
  func desfireByVersion(version: String, name: String) throws {
    let found = try products(
      atqa: 0x0344, sak: 0x20, uid: "04A1B2C3D4E5F6", ats: "067577810280", version: version)
    #expect(found == [name])
  }

  @Test(
    "ATQA, SAK and ATS tell the product where they can",
    arguments: [
      (0x0004, 0x09, nil, ["MIFARE Mini"]),
      (0x0F01, 0x01, nil, ["TNP3xxx"]),
      (0x0004, 0x88, nil, ["Infineon MIFARE Classic 1K"]),
      (0x0004, 0x28, nil, ["SmartMX with MIFARE Classic 1K"]),
      (0x0002, 0x38, nil, ["SmartMX with MIFARE Classic 4K"]),
      (0x0004, 0x10, nil, ["MIFARE Plus X 2K (SL2)"]),
      (0x0042, 0x11, nil, ["MIFARE Plus X 4K (SL2)"]),
      (0x0044, 0x20, "0C75778002C1052F2F0035C7", ["MIFARE Plus S 2K (SL3)"]),
      (0x0042, 0x20, "0C75778002C1052F2F0035C7", ["MIFARE Plus S 4K (SL3)"]),
      (0x0004, 0x08, "0C75778002C1052F2F0035C7", ["MIFARE Plus S 2K (SL1)"]),
      (0x0044, 0x20, "0C75778002C105213000F6D1", ["MIFARE Plus SE 1K (SL3)"]),
      (0x0344, 0x20, "067777710280", ["MIFARE DESFire Light", "NTAG 424 DNA", "NTAG 413 DNA"]),
      (0x0004, 0x28, "0A3833B14A434F503331", ["JCOP 31"]),
    ] as [(UInt16, UInt8, String?, [String])]
  )
  func byActivation(atqa: UInt16, sak: UInt8, ats: String?, names: [String]) throws {
    #expect(try products(atqa: atqa, sak: sak, ats: ats) == names)
  }

  @Test(
    "What ATQA, SAK and ATS leave open is a list of candidates",
    arguments: [
      (
        0x0044, 0x00, nil,
        [
          "MIFARE Ultralight", "MIFARE Ultralight C", "MIFARE Ultralight EV1",
          "MIFARE Ultralight Nano", "MIFARE Ultralight AES", "NTAG 203", "NTAG 21x", "NTAG I2C",
        ]
      ),
      (
        0x0344, 0x20, "067577810280",
        [
          "MIFARE DESFire", "MIFARE DESFire EV1", "MIFARE DESFire EV2", "MIFARE DESFire EV3",
        ]
      ),
      (
        0x0044, 0x20, "0C75778002C1052F2F01BCD6",
        ["MIFARE Plus X 2K (SL3)", "MIFARE Plus EV1 or EV2, 2K (SL3)"]
      ),
      (
        0x0004, 0x08, nil,
        [
          "MIFARE Classic 1K", "MIFARE Plus S 2K (SL1)", "MIFARE Plus X 2K (SL1)",
          "MIFARE Plus EV1 or EV2, 2K (SL1)", "MIFARE Plus SE 1K (SL1)",
        ]
      ),
    ] as [(UInt16, UInt8, String?, [String])]
  )
  func candidates(atqa: UInt16, sak: UInt8, ats: String?, names: [String]) throws {
    #expect(try products(atqa: atqa, sak: sak, uid: "04A1B2C3D4E5F6", ats: ats) == names)
  }

  /// The activation of `hf_visa_apple_ecp`, and of cards that share a part of it.
  @Test("A phone is told by a random UID and its ATS together")
  func phone() throws {
    let phone = try products(atqa: 0x0004, sak: 0x20, uid: "08DFBFF2", ats: "0578807002")
    #expect(phone == ["phone (HCE)"])
    let passport = try products(
      atqa: 0x0004, sak: 0x20, uid: "08DFBFF2", ats: "0B788084020073C84013009000")
    #expect(!passport.contains("phone (HCE)"))
    let fixed = try products(atqa: 0x0004, sak: 0x20, uid: "A1A2A3A4", ats: "0578807002")
    #expect(!fixed.contains("phone (HCE)"))
  }

  @Test(
    "No product is made up",
    arguments: [
      (0x0000, 0x00, nil, nil), (0x0001, 0x00, nil, nil), (0x0044, 0x02, nil, nil),
      (0x0048, 0x40, nil, nil), (0x0004, 0x1C, nil, nil), (0x0008, 0x20, "01020304", nil),
      (0x0048, 0x20, "00112233445566", "067577810280"), (0x0344, 0x60, nil, nil),
      (0x0044, 0x04, nil, nil), (0x0308, 0x20, "01020304", "05788070FF"),
    ] as [(UInt16, UInt8, String?, String?)]
  )
  func nothing(atqa: UInt16, sak: UInt8, uid: String?, ats: String?) throws {
    #expect(try products(atqa: atqa, sak: sak, uid: uid, ats: ats) == [])
  }

  @Test("A tag of another maker is no NXP tag")
  func otherMakers() throws {
    #expect(try products(atqa: 0x0044, sak: 0x00, uid: "05A1B2C3D4E5F6") == ["Infineon my-d"])
    #expect(try products(atqa: 0x0044, sak: 0x00, uid: "1DA1B2C3D4E5F6") == ["Type 2 tag"])
  }

  private func products(
    atqa: UInt16, sak: UInt8, uid: String? = nil, ats: String? = nil, version: String? = nil
  ) throws -> [String] {
    var evidence = ProductEvidence()
    evidence.atqa = atqa
    evidence.sak = sak
    evidence.uid = try uid.map { try #require(Hex.bytes($0)) }
    evidence.ats = try ats.map { try #require(Hex.bytes($0)) }
    evidence.version = try version.map { try #require(Hex.bytes($0)) }
    return facts.products(evidence)
  }
}
