import AppleRules
import Testing

@testable import Analysis

/// A mistake that people make with Core NFC: an input that shows it, and one that nearly does.
struct PhoneMistake: Sendable, CustomTestStringConvertible {
  let number: Int
  let words: String
  let verdict: Verdict

  var testDescription: String { "\(number): \(words)" }

  enum Verdict: Sendable {
    /// Found under an id, at least as bad as the severity.
    case found(FindingID, Severity, shown: PhoneInput, near: PhoneInput)
    /// No file shows it; where it stands.
    case undecided(String)
  }

  init(
    _ number: Int, _ words: String, _ id: FindingID, _ severity: Severity,
    _ shown: PhoneInput, near: PhoneInput
  ) {
    self.number = number
    self.words = words
    verdict = .found(id, severity, shown: shown, near: near)
  }

  init(_ number: Int, _ words: String, undecided place: String) {
    self.number = number
    self.words = words
    verdict = .undecided(place)
  }
}

extension PhoneMistake {
  static let message = "D2760000850101"
  static let passport = "A0000002471001"
  /// An identifier in the proprietary range, as nobody registers it.
  static let own = "F0010203040506"
  static let selectMessage = ">00A4040007D276000085010100"
  static let selectPassport = ">00A4040007A000000247100100"
  static let selectOwn = ">00A4040007F001020304050600"

  static let ofFiles: [PhoneMistake] = [
    PhoneMistake(
      1, "TAG is not among the formats", .iosEntitlementTag, .error,
      PhoneInput(formats: ["NDEF"], target: 15), near: PhoneInput(formats: ["TAG"], target: 15)),
    PhoneMistake(
      9, "the order of FeliCa's codes", .iosSystemCodeOrder, .note,
      PhoneInput(applications: [], systems: ["88B4", "0003"]),
      near: PhoneInput(applications: [], systems: ["0003", "88B4"])),
    PhoneMistake(
      33, "NDEF among the formats from iOS 13 on", .iosEntitlementNDEF, .error,
      PhoneInput(formats: ["TAG", "NDEF"], target: 13),
      near: PhoneInput(formats: ["TAG", "NDEF"], target: 12)),
    PhoneMistake(
      36, "a stray space in a key's name", .iosKeyName, .error,
      PhoneInput(plist: [
        PropertyList.Entry(InfoPlist.Key.usageDescription, .text("To read tags.")),
        PropertyList.Entry(InfoPlist.Key.selectIdentifiers + " ", .list([.text(message)])),
      ]),
      near: PhoneInput(plist: [
        PropertyList.Entry(InfoPlist.Key.usageDescription, .text("To read tags.")),
        PropertyList.Entry(InfoPlist.Key.selectIdentifiers, .list([.text(message)])),
      ])),
  ]

  static let ofApplications: [PhoneMistake] = [
    PhoneMistake(
      2, "SELECT of an application that is not listed", .iosAIDUnlisted, .error,
      .apdus([selectPassport, "<9000"], listing: [message]),
      near: .apdus([selectPassport, "<9000"], listing: [passport.lowercased()])),
    PhoneMistake(
      3, "SELECT without a name", .iosSelectEmpty, .error,
      .apdus([">00A4040000", "<9000"], listing: [passport]),
      near: .apdus([">00A4000C", "<9000"], listing: [passport])),
    PhoneMistake(
      4, "no listed application is on the card", .iosCardInvisible, .error,
      .apdus([selectPassport, "<6A82", selectOwn, "<9000"], listing: [passport]),
      near: .apdus([selectPassport, "<6A82", selectOwn, "<9000"], listing: [passport, own])),
    PhoneMistake(
      5, "the message's application is not listed", .iosNDEFAIDMissing, .error,
      .apdus([selectMessage, "<9000"], listing: [passport]),
      near: .apdus([selectMessage, "<9000"], listing: [passport, message])),
    PhoneMistake(
      6, "DESFire's commands to what comes as ISO 7816", .iosDESFireClass, .warning,
      .apdus(
        [selectMessage, "<9000", ">905A00000301020300", "<9100"],
        listing: [message]),
      near: .apdus([selectMessage, "<9000", ">905A00000301020300", "<9100"], listing: [own])),
    PhoneMistake(
      7, "EF.CardAccess under the passport's application", .iosEMRTDSelected, .warning,
      .apdus([">00B09C0000", "<6A82"], listing: [passport]),
      near: .apdus([">00A4000C", "<9000", ">00B09C0000", "<31009000"], listing: [passport])),
    PhoneMistake(
      11, "a payment card", .iosPaymentAID, .error,
      .apdus([">00A4040007A000000003101000", "<9000"], listing: [message]),
      // HOP's private label shares Mastercard's RID.
      near: .apdus(
        [">00A4040008A00000000491000100", "<9000"], listing: ["A000000004910001"])),
    PhoneMistake(
      27, "PACE without the right to it", .iosPACE, .warning,
      PhoneInput(formats: ["TAG"], lines: [">0022C1A40F800A04007F00070202040202830101", "<9000"]),
      near: PhoneInput(
        formats: ["TAG", "PACE"],
        lines: [">0022C1A40F800A04007F00070202040202830101", "<9000"])),
  ]

  /// What only the app's code, the phone or its user knows.
  static let undecided: [PhoneMistake] = [
    PhoneMistake(
      19, "didDetectNDEFs never comes", undecided: "which methods the delegate has is code"),
    PhoneMistake(20, "200 and 204 shown as errors", undecided: "what the app shows is code"),
    PhoneMistake(22, "error 202", undecided: "what ended a session, only the phone knows"),
    PhoneMistake(29, "a session used again", undecided: "which object the app uses is code"),
    PhoneMistake(
      35, "a continuation resumed twice", undecided: "how callbacks are wrapped is code"),
  ]
}
