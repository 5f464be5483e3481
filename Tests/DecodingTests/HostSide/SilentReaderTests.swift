import Testing

@testable import Decoding

/// A chip that does not answer its host says nothing of the card.
@Suite struct SilentReaderTests {
  @Test("Only a chip that answers tells of the card's silence")
  func silence() {
    let poll = "> D44A0100\n< D54B010100440007 04A1B2C3D4E5F6\n"
    let silent = Derived(poll + "> D440013004\n+400\n> D440013004\n< D54101\n").story.exchanges
    #expect(silent.map(\.isReaderSilent) == [true, false])
    // UM0701-02: status 01 is the card's silence.
    let answered = Derived(poll + "> D440013004\n< D54101\n> D440013008\n< D54101\n").story
      .exchanges
    #expect(answered.allSatisfy { !$0.isReaderSilent })
  }

  @Test("HLTA without a card is no visit")
  func haltAlone() {
    #expect(Talk(">a 5000\n").story().visits.isEmpty)
  }
}
