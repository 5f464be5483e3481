import Bytes
import GrammarLanguage
import Testing

@testable import Analysis

/// What takes a value's place. Card numbers are test numbers.
@Suite struct SubstitutesTests {
  /// 476173 000000001: from the right, every second digit doubled from the last one on, 2 + 3 + 5 + 1
  /// + 3 + 7 + 8 = 29, so 1 makes it 30. With 2 as its number, 4 for 2: 31, so 9.
  @Test func aCardNumberKeepsItsIssuer() {
    #expect(
      substitutes((.pan, "4761739001010010"), (.pan, "4761734000000002"))
        == ["4761730000000011", "4761730000000029"])
  }

  @Test func aNumberOfOddLengthIsFilledUp() {
    // 371449 00000001, doubled from the right: 2 + 9 + 4 + 8 + 1 + 5 + 3 = 32, so 8.
    #expect(substitutes((.pan, "371449635398431F")) == ["371449000000018F"])
  }

  @Test func aTrackMatchesItsNumber() {
    // Number, December 2049, service code 201, zeros.
    #expect(
      substitutes((.track, "4761739001010010D29122011143804400000F"))
        == ["4761730000000011D49122010000000000000F"])
    // B4761739001010010^CARD/TEST^2912201143
    let old = "B4761739001010010^CARD/TEST^2912201143"
    let new = "B4761730000000011^NAME/REDA^4912201000"
    #expect(substitutes((.track, Hex.text(Array(old.utf8)))) == [Hex.text(Array(new.utf8))])
  }

  @Test(
    "A substitute is of its kind",
    arguments: [
      (.name, text("CARDHOLDER/TEST"), text("NAME/REDACTED  ")), (.date, "291231", "491231"),
      (.date, "19701224", "19491231"),
      // A block of format 2, digits in ASCII, packed digits, something enciphered.
      (.pin, "241234FFFFFFFFFF", "240000FFFFFFFFFF"), (.pin, "31323334", "30303030"),
      (.pin, "1234FF", "0000FF"), (.pin, "A1B2C3D4", "EEEEEEEE"),
      (.key, "00112233445566778899AABBCCDDEEFF", "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE"),
      (.password, "11223344", "EEEEEEEE"),
      // UIDs of each size, an IDm, one of ISO/IEC 15693 as it is sent.
      (.id, "04A1B2C3D4E5F6", "04000000000001"), (.id, "08D17B42", "08000001"),
      (.id, "A1B2C3D4", "0F000001"), (.id, "0123456789ABCDEF", "0123000000000001"),
      (.id, "56341290780104E0", "01000000000004E0"),
      // ICAO 9303's example: letters are X, digits and letters in one run with them 0.
      (.name, text("L898902C<3UTO6908061F9406236"), text("00000000<0000000000000000000")),
      (.name, text("P<UTOERIKSSON<<ANNA<MARIA<<<"), text("X<XXXXXXXXXXX<<XXXX<XXXXX<<<")),
    ] as [(SecretKind, String, String)])
  func keepsItsKind(kind: SecretKind, old: String, new: String) {
    #expect(substitutes((kind, old)) == [new])
  }

  /// DE is 13 14, so 1 13 14 00 is 1131400, which is 97 × 11663 + 89, and 98 - 89 is 9.
  @Test func anIBANKeepsItsCountry() {
    let new = substitutes((.pan, Hex.text(Array("DE89370400440532013000".utf8))))
    #expect(new == [Hex.text(Array("DE09000000000000000001".utf8))])
  }

  @Test func valuesThatDifferedGoOnToDiffer() {
    #expect(
      substitutes((.password, "11223344"), (.password, "11223355"), (.password, "11223344"))
        == ["EEEEEEEE", "EEEEEE02", "EEEEEEEE"])
    #expect(
      substitutes((.pin, "241234FFFFFFFFFF"), (.pin, "244321FFFFFFFFFF"))
        == ["240000FFFFFFFFFF", "240001FFFFFFFFFF"])
  }

  /// The filler itself was somebody's PIN, or will be taken for one: it stays, and is nobody else's.
  @Test func noSubstituteIsAnotherValue() {
    #expect(
      substitutes((.pin, "241234FFFFFFFFFF"), (.pin, "240000FFFFFFFFFF"))
        == ["240001FFFFFFFFFF", "240000FFFFFFFFFF"])
  }

  private static func text(_ text: String) -> String { Hex.text(Array(text.utf8)) }

  private func substitutes(_ values: (SecretKind, String)...) -> [String] {
    var table = Substitutes()
    let numbers = values.map { kind, hex in
      let bytes = Hex.bytes(hex) ?? []
      let digits = kind == .pan ? Nibbles.of(bytes).prefix { $0 < 10 }.count : 0
      return table.add(SecretValue(kind, bytes, digits: digits))
    }
    return numbers.map { Hex.text(table.substitute(for: $0)) }
  }
}
