import Testing

@testable import Rendering

/// A card number (4761739001010010, a test number), its expiry and a PIN, and what of them is seen.
@Suite struct MaskingTests {
  @Test func hexInJSONIsMaskedDigitForDigit() throws {
    let (text, hasMasked) = try json()
    // 5A holds the number, 5F24 the expiry; VERIFY's block is masked whole.
    #expect(text.contains(#""response":"70105A08476173XXXXXX00105F2403XXXXXX9000""#))
    #expect(text.contains(#""command":"0020008008XXXXXXXXXXXXXXXX""#))
    #expect(text.contains(#""masked":["pan","date"]"#))
    #expect(text.contains(#""masked":["pin"]"#))
    #expect(hasMasked)
  }

  @Test func nothingThatIsMaskedStandsAnywhereElse() throws {
    var outputs = [try json().text, try json(frames: true).text]
    for columns in [Columns.terminal(80), .terminal(120), .unbounded()] {
      outputs.append(
        try story(Self.script, columns) { $0.showsBytes = true }.joined(separator: "\n"))
    }
    outputs.append(try frames(secrets: true).text)
    for output in outputs {
      let plain = output.replacing(" ", with: "")
      for secret in ["9001010010", "90010100", "4761739", "241231", "241234FFFFFFFFFF"] {
        #expect(!plain.contains(secret), "\(secret) in \(output)")
      }
    }
  }

  @Test func inTextADigitIsADot() throws {
    let lines = try story(Self.script) { $0.showsBytes = true }
    #expect(lines.contains("      < 70105A08476173······00105F2403······9000"))
    #expect(lines.contains("      > 0020008008················"))
    let listed = try frames(secrets: true)
    #expect(listed.text.contains("0270105A08476173······00105F2403······9000"))
    #expect(listed.hasMasked)
  }

  @Test func withoutAFinderEverythingIsShown() throws {
    let listed = try frames(secrets: false)
    #expect(listed.text.contains("4761739001010010"))
    #expect(!listed.hasMasked)
  }

  /// CHANGE REFERENCE DATA in two chained commands: the old PIN block in one, the new in the other.
  @Test func aSecretInALaterChainedCommandIsMaskedInFrames() throws {
    let script =
      ScriptedReader.activated + """
        >a 021024008008241234FFFFFFFFFF
        <a 029000
        >a 03002400800A245678FFFFFFFFFFFFFF
        <a 039000
        off

        """
    var options = JSONOptions()
    options.details = [.frames]
    var json = StoryJSON(options, names: try Known.names(), secrets: try Known.secrets())
    let objects = try tell(ScriptedReader(script), by: &json, keepsFrames: true).text
    let text = try frames(secrets: true, of: script).text
    for output in [objects, text] {
      #expect(!output.contains("241234"))
      #expect(!output.contains("245678"))
    }
    #expect(try frames(secrets: false, of: script).text.contains("245678"))
  }

  /// A record of a link that is shown as bytes: the same card number, found without an exchange.
  @Test func bytesThatNobodyTakesApartAreMaskedToo() throws {
    let script = "? 112270105A0847617390010100105F24032412319000\n"
    for columns in [Columns.terminal(80), .terminal(120), .unbounded()] {
      let lines = try story(script, columns) { $0.showsBytes = true }
      let plain = lines.joined().replacing(" ", with: "")
      #expect(!plain.contains("761739001010"), "\(lines)")
      #expect(plain.contains("476173"), "\(lines)")
    }
  }

  private static let script =
    ScriptedReader.activated + """
      >a 0200B2010C00
      <a 0270105A0847617390010100105F24032412319000
      >a 030020008008241234FFFFFFFFFF
      <a 039000
      off

      """

  private func json(frames: Bool = false) throws -> (text: String, hasMasked: Bool) {
    var options = JSONOptions()
    if frames { options.details = [.frames] }
    var renderer = StoryJSON(options, names: try Known.names(), secrets: try Known.secrets())
    let told = try tell(ScriptedReader(Self.script), by: &renderer, keepsFrames: frames)
    return (told.text, told.facts.hasMasked)
  }

  private func frames(
    secrets: Bool, of script: String = Self.script
  ) throws -> (text: String, hasMasked: Bool) {
    let options = TextOptions(
      columns: .unbounded(), typeface: Typeface(isUTF8: true, hasColour: false))
    var renderer = FrameText(
      options, names: try Known.names(), secrets: secrets ? try Known.secrets() : nil)
    let told = try tell(ScriptedReader(script), by: &renderer, keepsFrames: true)
    return (told.text, told.facts.hasMasked)
  }
}
