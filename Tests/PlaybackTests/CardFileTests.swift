import Testing

@testable import Playback

@Suite struct CardFileTests {
  @Test("Every card of ours can be made", arguments: BuiltInCard.all.map(\.name))
  func isMade(name: String) throws {
    _ = try #require(BuiltInCard.named(name)).card()
  }

  @Test func oursAreTheOnesPromised() {
    let names = Set(BuiltInCard.all.map(\.name))
    let promised = ["ntag213", "ntag215", "type4", "felica-lite-s", "payment", "desfire-ndef"]
    #expect(names.isSuperset(of: promised))
  }

  @Test(
    "What is wrong is said with its line",
    arguments: [
      ("uid 04", "x.card: has no line \"model\", which says what card it is"),
      ("model ntag21", "x.card: model ntag21 is none of"),
      ("model ntag213", "x.card: a card ntag213 needs a line \"uid\""),
      ("model ntag213\nuid 04", "x.card:2: uid has 1 bytes; it must have 7"),
      ("model ntag213\nuid 0G", "x.card:2: uid is not hex: 0G"),
      ("model ntag213\nuid", "x.card:2: uid has no value"),
      ("model ntag213\nsak 20", "x.card:2: a card ntag213 has no property sak"),
      (
        "model type4\nuid 04112233\nats 0578807002\nats 00", "x.card:4: ats is given twice"
      ),
      (
        "model type4\nuid 04112233\nats 0578807002\ncapacity 1",
        "x.card:4: capacity is no number from 2 to 32767: 1"
      ),
      (
        "model type4\nuid 04112233\nats 0578807002\nwritable maybe",
        "x.card:4: writable is neither yes nor no: maybe"
      ),
    ])
  func saysWhatIsWrong(text: String, expected: String) {
    let wrong = #expect(throws: CardFile.Wrong.self) { try CardFile(text, file: "x.card").card() }
    #expect(wrong?.description.hasPrefix(expected) == true, "\(wrong?.description ?? "")")
  }

  @Test func aMessageThatDoesNotFitIsRefused() {
    let text =
      "model ntag213\nuid 04A1B2C3D4E5F6\nndef https://" + String(repeating: "x", count: 200)
    #expect(throws: CardFile.Wrong.self) { try CardFile(text, file: "x.card").card() }
  }
}
