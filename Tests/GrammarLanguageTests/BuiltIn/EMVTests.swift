import Bytes
import GrammarLanguage
import Testing

/// EMV Book 3, annex A, and the contactless kernels: what is secret, what varies, what is short.
@Suite struct EMVTests {
  private let facts: BuiltInFacts
  private let visa: [UInt8] = [0xA0, 0, 0, 0, 0x03, 0x10, 0x10]
  private let mastercard: [UInt8] = [0xA0, 0, 0, 0, 0x04, 0x10, 0x10]

  init() throws { facts = try BuiltInFacts() }

  @Test(
    "What identifies a holder or an account is secret, whatever is selected",
    arguments: [
      (0x5A, .pan), (0x57, .track), (0x56, .track), (0x9F6B, .track), (0x9F1F, .track),
      (0x9F20, .track), (0x5F20, .name), (0x9F0B, .name), (0x5F24, .date), (0x5F53, .pan),
    ] as [(UInt32, SecretKind)]
  )
  func secrets(tag: UInt32, kind: SecretKind) {
    #expect(facts.element(tag)?.attributes.secret == kind)
    #expect(facts.element(tag, in: 0x70, under: visa)?.attributes.secret == kind)
    #expect(facts.element(tag, in: 0x70, under: mastercard)?.attributes.secret == kind)
  }

  @Test(
    "What a transaction computes anew varies",
    arguments: [0x9F37, 0x9F26, 0x9F36, 0x9F10, 0x9F4B, 0x9F4C, 0x9A, 0x9F21, 0x95] as [UInt32]
  )
  func varying(tag: UInt32) {
    #expect(facts.element(tag)?.attributes.varies == true)
  }

  @Test(
    "What a card always says the same does not vary",
    arguments: [0x4F, 0x50, 0x9F38, 0x9F07, 0x5F28, 0x5A, 0x57] as [UInt32]
  )
  func constant(tag: UInt32) {
    #expect(facts.element(tag)?.attributes.varies == false)
  }

  @Test(
    "The items of a PDOL have short names",
    arguments: [
      (0x9F66, "TTQ"), (0x9F02, "amount"), (0x9F03, "other amount"), (0x9F1A, "country"),
      (0x95, "TVR"), (0x5F2A, "currency"), (0x9A, "date"), (0x9C, "type"), (0x9F37, "UN"),
      (0x9F4E, "merchant"),
    ] as [(UInt32, String)]
  )
  func shortNames(tag: UInt32, short: String) {
    #expect(facts.element(tag)?.short == short)
    #expect(facts.element(tag, under: visa)?.short == short)
  }

  @Test("A tag means another thing in another template")
  func templates() {
    #expect(facts.element(0x82, in: 0x77)?.short == "AIP")
    #expect(facts.element(0x82, in: 0x62)?.title == "file descriptor")
    #expect(facts.element(0x88, in: 0xA5)?.title == "SFI of the directory")
    #expect(facts.element(0x88, in: 0x6F)?.short == "SFI")
    #expect(facts.element(0x8A, in: 0x62)?.short == "life cycle")
    #expect(facts.element(0x8A)?.short == "ARC")
    #expect(facts.element(0x87, in: 0x61)?.short == "priority")
  }

  @Test("A tag means another thing under another network")
  func networks() {
    #expect(facts.element(0x9F66, under: visa)?.short == "TTQ")
    #expect(facts.element(0x9F66, under: mastercard)?.title == "bits of UN and ATC in track 2")
    #expect(facts.element(0x9F6E, under: visa)?.short == "FFI")
    #expect(facts.element(0x9F6E, under: mastercard)?.title == "Third Party Data")
    #expect(facts.element(0x9F6E) == nil)
  }

  @Test("PINs and keys are secret where a command carries them")
  func commandSecrets() throws {
    for (command, kind) in [
      ("002000800124", .pin), ("00240080021234", .pin), ("80240000021234", .pin),
      ("FF82000001FF", .key), ("80D8000001FF", .key),
    ] as [(String, SecretKind)] {
      #expect(try dataSecret(command) == kind)
    }
    #expect(try dataSecret("00D6000001FF") == nil)
  }

  private func dataSecret(_ hex: String) throws -> SecretKind? {
    let bytes = try #require(Hex.bytes(hex))
    let grammar = try #require(facts.lexicon.grammar("iso7816"))
    var tree = FieldTree()
    _ = APDUReader(Perspective(grammar)).readCommand(bytes.span, into: &tree)
    let data = try #require(tree.nodes.first { $0.place.start == 5 })
    return facts.lexicon.attributes(of: data.label).secret
  }
}
