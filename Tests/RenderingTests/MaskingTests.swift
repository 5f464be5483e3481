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

  @Test func inASCIIADigitIsADash() throws {
    let lines = try story(Self.script) { options in
      options.showsBytes = true
      options.typeface = Typeface(isUTF8: false, hasColour: false)
    }
    #expect(lines.contains("      < 70105A08476173------00105F2403------9000"))
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
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

  /// The number of `script` behind lengths and templates that are damaged in one way each, and
  /// blocks that come twice or not whole. Nothing of it is shown by any form.
  @Test(
    "Damage does not uncover a secret",
    arguments: [
      // 70 claims more than there is; 5A's length in BER's long form.
      ("<a 02 708200265A81084761739001010010 9000", "9001010010"),
      ("<a 02 70225A82000847617390010100109000", "9001010010"),
      // An indefinite length, one that is too long, one that is no length.
      ("<a 02 70805A8047617390010100100000 9000", "9001010010"),
      ("<a 02 70335A104761739001010010 9000", "9001010010"),
      ("<a 02 700A5A884761739001010010 9000", "9001010010"),
      // The whole answer again, after R(NAK).
      (
        "<a 02 700A5A084761739001010010 9000\n>a B2\n<a 02 700A5A084761739001010010 9000",
        "9001010010"
      ),
    ])
  func damageUncoversNothing(answer: String, secret: String) throws {
    try expectHidden(
      secret, in: ScriptedReader.activated + ">a 0200B2010C00\n\(answer)\noff\n")
  }

  @Test(
    "A frame that was cut off does not uncover a secret as its CRC",
    arguments: [("> 0200200080081234", "1234"), ("> 020020008008241234FF", "34FF")])
  func aCRCUncoversNothing(frame: String, secret: String) throws {
    try expectHidden(secret, in: ScriptedReader.activated + "\(frame)\noff\n")
  }

  @Test(
    "A damaged password or its answer is not uncovered",
    arguments: [
      ("> 1BA1B2C3D4", "C3D4"), (">a 1BA1B2C3D4\n< BEEF", "BEEF"),
      (">a 1BA1B2C3D4\n< BEEF0000", "BEEF"),
    ])
  func aPasswordIsNotUncovered(frames: String, secret: String) throws {
    let tag = "> 26\n< 4400\n>a 93708804A1B29F\n<a 04\n>a 9570C3D4E5F604\n<a 00\n"
    let script = tag.replacing("C3D4E5F604", with: "11223344" + "44") + frames + "\n"
    try expectHidden(secret, in: script)
  }

  private func expectHidden(_ secret: String, in script: String) throws {
    var details: [JSONOptions] = [JSONOptions(), JSONOptions()]
    details[1].details = [.frames, .exchanges]
    var outputs: [String] = []
    for options in details {
      var json = StoryJSON(options, names: try Known.names(), secrets: try Known.secrets())
      outputs.append(
        try tell(
          ScriptedReader(script), by: &json, keepsFrames: options.details.contains(.frames)
        ).text)
    }
    outputs.append(try frames(secrets: true, of: script).text)
    for columns in [Columns.terminal(80), .terminal(120), .unbounded()] {
      outputs.append(try story(script, columns) { $0.showsBytes = true }.joined(separator: "\n"))
    }
    for output in outputs {
      #expect(!output.replacing(" ", with: "").contains(secret), "\(output)")
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
