import Bytes
import GrammarLanguage
import Testing

@testable import Analysis

/// What is a substitute already stays, and nothing else does.
@Suite struct IdempotenceTests {
  @Test(
    "The substitutes of values are their own",
    arguments: [
      [(.pan, "4761739001010010"), (.pan, "4761734000000002"), (.pan, "371449635398431F")],
      [(.track, "4761739001010010D29122011143804400000F"), (.pan, "4761734000000002")],
      [(.track, text("B4761739001010010^CARD/TEST^2912201143"))],
      [(.pan, text("DE89370400440532013000")), (.pan, text("4761739001010010"))],
      [(.name, text("CARDHOLDER/TEST")), (.name, text("SOMEBODY/ELSE  "))],
      [(.name, text("L898902C<3UTO6908061F9406236"))],
      [(.date, "291231"), (.date, "280101"), (.date, "19701224"), (.date, text("291231"))],
      [(.pin, "241234FFFFFFFFFF"), (.pin, "244321FFFFFFFFFF"), (.pin, "31323334")],
      [(.key, "A0A1A2A3A4A5"), (.key, "B0B1B2B3B4B5"), (.key, text("my network's key"))],
      [(.password, "11223344"), (.password, "11223355"), (.password, "5566")],
      [(.id, "04A1B2C3D4E5F6"), (.id, "08D17B42"), (.id, "A1B2C3D4"), (.id, "04A1B2")],
      [(.id, "0123456789ABCDEF"), (.id, "56341290780104E0"), (.id, text("ABCD123456789"))],
    ] as [[(SecretKind, String)]])
  func staysAsItIs(values: [(SecretKind, String)]) {
    let once = substitutes(values)
    for (value, new) in zip(values, once) { #expect(value.1 != new) }
    #expect(substitutes(zip(values, once).map { ($0.0, $1) }) == once)
  }

  /// A key's last bytes are no running number, and neither is a UID's serial number.
  @Test(
    "A real value is none",
    arguments: [
      (.key, "A0A1A2A3A4A5", "EEEEEEEEEEEE"), (.password, "EEEE4711", "EEEEEEEE"),
      (.password, "EE47", "EEEE"), (.pin, "240001FFFFFFFFFF", "240000FFFFFFFFFF"),
      (.id, "04000012345678", "04000000000001"), (.id, "0F001234", "0F000001"),
      // 476173 012345678 and its check digit.
      (.pan, "4761730123456785", "4761730000000011"),
    ] as [(SecretKind, String, String)])
  func realValuesGo(kind: SecretKind, old: String, new: String) {
    #expect(substitutes([(kind, old)]) == [new])
  }

  @Test func whatIsThereAlreadyIsNobodyElsesSubstitute() {
    #expect(
      substitutes([(.password, "11223344"), (.password, "EEEEEEEE"), (.password, "55667788")])
        == ["EEEEEE02", "EEEEEEEE", "EEEEEE03"])
  }

  @Test func hundredsOfSubstitutesStay() {
    let values = (1...700).map {
      (SecretKind.password, Hex.text([0x11, 0x22, UInt8($0 >> 8), UInt8($0 & 0xFF)]))
    }
    let once = substitutes(values)
    #expect(Set(once).count == 700)
    #expect(substitutes(once.map { (.password, $0) }) == once)
  }

  private static func text(_ text: String) -> String { Hex.text(Array(text.utf8)) }

  private func substitutes(_ values: [(SecretKind, String)]) -> [String] {
    var table = Substitutes()
    let numbers = values.map { kind, hex in
      let bytes = Hex.bytes(hex) ?? []
      let digits = kind == .pan ? Nibbles.of(bytes).prefix { $0 < 10 }.count : 0
      return table.add(SecretValue(kind, bytes, digits: digits))
    }
    return numbers.map { Hex.text(table.substitute(for: $0)) }
  }
}
