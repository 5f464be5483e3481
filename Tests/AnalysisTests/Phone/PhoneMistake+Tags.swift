@testable import Analysis

/// Mistakes that tags show.
extension PhoneMistake {
  /// "https://example.com": code 04, and a Text record "Hello" in English.
  private static let link = "046578616D706C652E636F6D"
  private static let text = "02656E48656C6C6F"
  /// "myapp://x", not abbreviated.
  private static let custom = "006D796170703A2F2F78"

  static let ofMessages: [PhoneMistake] = [
    PhoneMistake(
      13, "an empty tag", .iosNDEFEmpty, .note, .tag("E1101200" + "0300FE00"),
      near: .tag(record: "D1", "55", link)),
    PhoneMistake(
      14, "a tag that is not laid out for NDEF", .iosNDEFUnformatted, .warning,
      .tag("00000000" + "00000000"), near: .tag("E1101200" + "0300FE00")),
    PhoneMistake(
      15, "a message larger than the tag", .iosNDEFCapacity, .error,
      // 16 bytes of room (CC 02h), a message of 32 behind its two bytes of TLV; one of 13 fits.
      .tag("E1100200" + "0320D1011C550478787878787878787878787878787878787878"),
      near: .tag("E1100200" + "030DD10109550461622E6578616D706C65FE")),
    PhoneMistake(
      16, "a text read with its status byte", .iosTextStatus, .note, .tag(record: "D1", "54", text),
      near: .tag(record: "D1", "55", link)),
    PhoneMistake(
      17, "a text written without its status byte", .iosTextRaw, .warning,
      .tag(record: "D1", "54", "68656C6C6F20776F726C64"), near: .tag(record: "D1", "54", text)),
    PhoneMistake(
      18, "a URI read with its first byte", .iosURIPrefix, .note, .tag(record: "D1", "55", link),
      near: .tag(record: "D1", "54", text)),
    PhoneMistake(
      30, "no notification", .iosBackground, .warning, .tag(record: "D1", "55", custom),
      near: .tag(record: "D1", "55", link)),
  ]

  private static let poll = ">0600000300" + "00"
  private static let found = "<1201" + "012E112233445566" + "0101020304050607"
  private static let idm = "012E112233445566"
  /// Read Without Encryption of block 0 of service 090Fh.
  private static func read(_ idm: String) -> String { ">1006\(idm)010F09018000" }
  private static let block =
    "<1D07" + idm + "000001" + "00112233445566778899AABBCCDDEEFF"

  static let ofCards: [PhoneMistake] = [
    PhoneMistake(
      8, "a FeliCa system that is not listed", .iosSystemCodeUnlisted, .error,
      .felica([poll, found], listing: ["88B4"]), near: .felica([poll, found], listing: ["0003"])),
    PhoneMistake(
      10, "the IDm of another system", .iosFelicaIDm, .error,
      .felica([poll, found, read("112E112233445566"), block], listing: ["0003"]),
      near: .felica([poll, found, read(idm), block], listing: ["0003"])),
    PhoneMistake(
      12, "a MIFARE Classic", .iosMIFAREClassic, .error,
      .typeA([">26", "<0400", ">9320", "<0111223323", ">93700111223323+", "<08+", ">3000+", "<04"]),
      near: .typeA(PhoneInput.activation)),
    PhoneMistake(
      28, "two tags at once", .iosSeveralTags, .warning, after(otherCard),
      near: after([">5000+"] + PhoneInput.waking)),
  ]

  /// READ of page 4 and what it brings.
  private static let readPage = [">3004+", "<0103A00C340300FE0000000000000000+"]

  static let ofAnswers: [PhoneMistake] = [
    PhoneMistake(
      21, "a session right after another", .iosSessionAgain, .note, twice(after: "~1000"),
      near: twice(after: "~4000")),
    PhoneMistake(
      23, "no answer", .iosConnectionLost, .warning,
      after([">3004+", "~50", ">52", "~50", ">52"]), near: after(readPage)),
    PhoneMistake(
      24, "an ISO 15693 tag answers with an error", .iosTagError, .warning,
      .vicinity([">022005", "<0110"]), near: .vicinity([">022005", "<0011223344"])),
    PhoneMistake(
      25, "a page behind a password", .iosPasswordPage, .warning, after(opened),
      near: after(password + readPage)),
    PhoneMistake(
      26, "the CRC appended twice", .iosCRCTwice, .error,
      // READ of page 4 with its CRC is 30 04 26 EE.
      after([">300426EE+"]), near: after(readPage)),
    PhoneMistake(
      31, "more than 60 seconds", .iosSessionTime, .warning, .typeA(lasting(seconds: 61)),
      near: .typeA(lasting(seconds: 59))),
    PhoneMistake(
      32, "an answer of more than 256 bytes", .iosResponseLength, .error,
      // 1 + 64 × 4 = 257 bytes; 63 blocks are 253.
      .vicinity([">0223003F", "<010F"]), near: .vicinity([">0223003E", "<010F"])),
    PhoneMistake(
      34, "a write that did not take", .iosWriteLost, .warning,
      after([">A20401020304+", "<00"]), near: after([">A20401020304+", "<0A"])),
  ]

  /// A card that is read every second; its first frames take 95 ms, each READ 10.
  private static func lasting(seconds: Int) -> [String] {
    var lines = PhoneInput.activation
    for _ in 0..<seconds {
      lines += readPage
      lines.append("~990")
    }
    return lines + readPage
  }

  /// A tag that is activated twice, with the field off between.
  private static func twice(after pause: String) -> PhoneInput {
    var lines = PhoneInput.activation
    lines += readPage
    lines += ["!off", pause, "!on"]
    lines += PhoneInput.activation
    return .typeA(lines)
  }

  /// What follows on the activation of the tag.
  private static func after(_ lines: [String]) -> PhoneInput {
    .typeA(PhoneInput.activation + lines)
  }

  private static let otherCard = [
    ">5000+", ">26", "<0400", ">9320", "<0111223301", ">93700111223301+", "<00+", ">3000+",
  ]
  private static let refusedRead = [">3004+", "<00"]
  private static let password = [">1B01020304+", "<0506+"]
  private static let opened: [String] = refusedRead + PhoneInput.waking + password + readPage

  static let all: [PhoneMistake] = [
    ofFiles, ofApplications, ofMessages, ofCards, ofAnswers, undecided,
  ].flatMap { $0 }.sorted { $0.number < $1.number }
}
