import Bytes
import Testing

@testable import Analysis

/// What is said of messages on tags that no app reads.
@Suite struct PhoneRecordTests {
  private static func said(_ input: PhoneInput) -> (severity: Severity, words: String)? {
    let found = input.found().filter { $0.finding.id == .iosBackground }
    guard found.count == 1, let one = found.first?.finding else { return nil }
    return (one.severity, ([one.message.text(command: "")] + one.notes).joined(separator: ". "))
  }

  @Test(
    "URIs that are no URI records open nothing",
    arguments: [
      // A smart poster around https://example.com.
      ("D1", "5370", "D1010C55046578616D706C652E636F6D", "smart poster"),
      // TNF 3: the URI is the type, and there is no payload.
      ("D3", "68747470733A2F2F612E6578616D706C65", "", "TNF 3"),
      ("D1", "55", "", "its URI is empty"), ("D1", "55", "04", "names no host"),
      // https://example.com/ and two bytes that are no UTF-8.
      ("D1", "55", "046578616D706C652E636F6D2FFFFE", "is not UTF-8"),
      ("D2", "746578742F706C61696E", "6869", "no URI record"),
    ])
  func opensNothing(header: String, type: String, payload: String, reason: String) throws {
    let said = try #require(Self.said(Self.tag(header, type, payload)))
    #expect(said.severity == .warning)
    #expect(said.words.contains("no notification") && said.words.contains(reason), "\(said.words)")
  }

  /// "X-HM://0023": HomeKit's own scheme, in the form that Apple writes it.
  @Test func homeKitIsNamed() throws {
    let said = try #require(Self.said(Self.tag("D1", "55", "00582D484D3A2F2F30303233")))
    #expect(said.severity == .note)
    #expect(said.words.contains("HomeKit (X-HM)"), "\(said.words)")
  }

  /// A name and a password in a link are not its host.
  @Test func hostsAreCompared() throws {
    var input = Self.tag("D1", "55", "04753A70406578616D706C652E636F6D2F")
    input.formats = ["TAG"]
    let said = try #require(Self.said(input))
    #expect(said.words.contains("applinks:example.com is not"), "\(said.words)")
  }

  private static func tag(_ header: String, _ type: String, _ payload: String) -> PhoneInput {
    let sizes = Hex.text([UInt8(type.count / 2), UInt8(payload.count / 2)])
    let message = header + sizes + type + payload
    return .tag("E1101200" + "03" + Hex.text([UInt8(message.count / 2)]) + message + "FE")
  }

  /// MIFARE Plus speaks ISO-DEP with commands of its own, and 60 asks any card what it is.
  @Test(
    "Commands of other cards are not taken for DESFire's",
    arguments: [("70004000", false), ("7000400072", false), ("60", false), ("5A010203", true)])
  func tellsCardsApart(command: String, isDESFire: Bool) {
    let visit = [">E080+", "<067577810280+", ">02\(command)+", "<0290+"]
    var input = PhoneInput.typeA(
      [
        ">26", "<4400", ">9320", "<88041122BF", ">937088041122BF+", "<04+", ">9520",
        "<3344556644", ">95703344556644+", "<20+",
      ] + visit)
    input.applications = [PhoneMistake.message]
    let ids = input.found().map(\.finding.id)
    #expect(ids.contains(.iosDESFireClass) == isDESFire)
  }
}
