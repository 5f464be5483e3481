import GrammarLanguage
import Testing

/// Every check that loading makes, each with the line and the words it answers with.
@Suite struct GrammarCompilerTests {
  @Test(
    "Statements that say what cannot be are refused",
    arguments: [
      ("frob 1", "5:1: no statement is called 'frob'"),
      ("command 02 B { } ", "5:16: only a citation may follow { on its line"),
      ("command 02 B frob", "5:14: 'frob' is not known here"),
      (
        "command 2 B",
        "5:9: '2' does not fit 1 byte: 2 hex digits, or 8 places of 0, 1, - and letters"
      ),
      ("command 02", "5:11: expected the message's name"),
      ("command 02 B bits 8", "5:19: a number of bits is a number from 1 to 7"),
      ("command 82 B bits 7", "5:19: this code does not fit 7 bits"),
      ("command ----nnnn B", "5:18: a code has no letters"),
      ("command 02 B.C", "5:12: 'B.C' is no name"),
      ("instruction A4 SELECT", "5:1: only a grammar whose code is ins has instructions"),
      ("label x y", "5:9: expected the label's words in quotation marks"),
      ("label x \"y\" as z", "5:16: no format is called 'z'"),
      (
        "label x \"y\" secret z",
        "5:20: no secret is called 'z' (pan track name date pin key password id)"
      ),
      ("tlv T 3-3 {\n}", "5:7: a tlv is ber, 1-1, 1-1/3 or 2-2, not '3-3'"),
      ("tlv T ber", "5:7: a { is missing at the end of this line"),
      ("source T \"x\" {\n}", "5:10: nothing may stand in braces here"),
      ("struct s {\n}", "5:8: 's' is no name that begins with a capital"),
      ("struct FACE {\n}", "5:8: the name 'FACE' reads as a number"),
      ("under moon {\n}", "5:7: 'under' is under aid, class or system, not 'moon'"),
      ("under class 90 {\n rid A000000003 \"x\"\n}", "6:2: 'rid' is not known here"),
      ("within 6F {\n aid A000000003 \"x\" payment\n}", "6:2: 'aid' is not known here"),
    ]
  )
  func refusesStatements(snippet: String, message: String) {
    #expect(failure(snippet) == message)
  }

  @Test(
    "Values that do not fit, or say nothing new, are refused",
    arguments: [
      (
        "enum Kind u8 {\n 123 \"x\"\n}",
        "6:2: '123' does not fit 1 byte: 2 hex digits, or 8 places of 0, 1, - and letters"
      ),
      (
        "enum Kind u16 {\n 12 \"x\"\n}",
        "6:2: '12' does not fit 2 bytes: 4 hex digits, or 16 places of 0, 1, - and letters"
      ),
      (
        "enum Kind u8 {\n 0a \"x\"\n}",
        "6:2: '0a' does not fit 1 byte: 2 hex digits, or 8 places of 0, 1, - and letters"
      ),
      ("enum Kind u7 {\n}", "5:11: an enum is u8, u16, u24 or u32, not 'u7'"),
      ("enum Kind u8 {\n 05..02 \"x\"\n}", "6:2: '05..02' is no range"),
      ("enum Kind u8 {\n 01 \"x\"\n 01 \"y\"\n}", "7:5: this value is given earlier, as \"x\""),
      (
        "enum Kind u8 {\n 01..0F \"x\"\n 02..03 \"y\"\n}",
        "7:9: this value is given earlier, as \"x\""
      ),
      (
        "enum Kind u8 {\n 1------- \"x\"\n 1------- \"y\"\n}",
        "7:11: this value is given earlier, as \"x\""
      ),
      ("enum Kind u8 {\n ----nnnn \"x\"\n}", "6:11: the letter n is not printed: {n}"),
      ("enum Kind u8 {\n ----nnnn \"{m}\"\n}", "6:11: {m} is no letter of the pattern"),
      ("enum Kind u8 {\n 01 \"{m}\"\n}", "6:5: {m} is no letter of the pattern"),
      (
        "enum Kind u8 {\n 01 \"{more}\"\n}",
        "6:5: braces in a meaning hold one letter: {n} or {n:hex}"
      ),
      (
        "enum Kind u8 {\n}\nenum Kind u8 {\n}",
        "7:11: the enum 'Kind' is given twice; first in line 5"
      ),
      (
        "command 10..1F B\ncommand 0001---- C",
        "6:18: this code is given twice; first in line 5"
      ),
      ("command 01 B", "7:12: this code is given twice; first in line 5"),
      ("struct T {\n}\nstruct T {\n}", "7:8: the struct 'T' is given twice; first in line 5"),
      ("label x \"x\"\nlabel x \"y\"", "6:9: the label 'x' is given twice; first in line 5"),
      ("source S \"again\"", "6:10: the source 'S' is given twice"),
      (
        "rid A000000003 \"x\"\nrid A000000003 \"y\"",
        "6:16: this RID is given twice; first in line 5"
      ),
      (
        "aid A000000003 \"x\" payment\naid A000000003 \"y\" payment",
        "6:20: this AID is given twice; first in line 5"
      ),
      ("aid A0000000 \"x\" payment", "5:5: an AID is 5 to 16 bytes in hex, not 'A0000000'"),
      (
        "status 6A82 error \"x\"\nstatus 6A82 error \"y\"",
        "6:19: this status is given twice; first in line 5"
      ),
      ("status 6A82 bad \"x\"", "5:13: a status is ok, warning or error, not 'bad'"),
      ("tag 5A \"x\" b\ntag 5A \"y\" b", "6:12: this tag is given twice; first in line 5"),
      ("tag 9F \"x\" b", "5:5: these bytes are no BER tag"),
      ("tag 5A01 \"x\" b", "5:5: these bytes are no BER tag"),
      ("tag 6F \"x\" b", "5:12: this tag is constructed (bit 6): its format is 'template'"),
      ("tag 5A \"x\" b[]", "5:12: 'b[]' has no length like [4], [..16] or [5..16]"),
      ("tag 5A \"x\" Frob", "5:12: no kind of data, struct or tlv is called 'Frob'"),
      (
        "tag 95 \"x\" b[5] {\n byte 6 1------- \"y\"\n}",
        "6:7: a byte of the value is a number from 1 to 5"
      ),
      ("system 88B4 \"x\"\nsystem 88B4 \"y\"", "6:13: this code is given twice; first in line 5"),
      ("product \"x\" {\n}", "5:9: a product has at least one trait"),
      ("product \"x\" {\n atqa 44\n}", "6:7: '44' does not fit atqa"),
      ("product \"x\" {\n sak 2\n}", "6:6: '2' does not fit sak"),
      (
        "product \"x\" {\n sak 20\n sak 28\n}",
        "7:2: 'sak' is given twice; alternatives stand behind |"
      ),
    ]
  )
  func refusesValues(snippet: String, message: String) {
    #expect(failure(snippet) == message)
  }

  @Test(
    "Fields that cannot be read are refused",
    arguments: [
      ("f u7", "6:4: no type and no struct is called 'u7'"),
      ("f bytes", "6:4: bytes need a length: bytes[8]"),
      ("f bytes[0]", "6:4: a count is a number from 1 to 65535"),
      ("f bytes[n]", "6:4: no earlier field is called 'n'"),
      ("f bytes[rest/2]", "6:4: rest/N is a number of items"),
      ("f u8[2", "6:4: 'u8[2' lacks a ]"),
      ("f u8[1][2]", "6:4: 'u8[1][2]' has too many counts"),
      ("n u8\n f u8[n+2]", "7:4: a field plus or minus 1 is all that 'n+2' may count"),
      ("f u8 in 0100", "6:10: '0100' does not fit 1 byte"),
      ("f u8 in", "6:7: 'in' needs hex values behind it"),
      ("f bytes[2] in 01", "6:13: only numbers are 'in' values"),
      ("f u8 when g in 01", "6:12: no earlier field is called 'g'"),
      ("g bytes[2]\n f u8 when g in 01", "7:12: 'g' is no number of at most four bytes"),
      ("g u8[2]\n f u8 when g in 01", "7:12: 'g' is a list, and which of its items is not said"),
      ("f u8 when command.g in 01", "6:12: no command has the name of this message"),
      ("f u8 when state.g in 01", "6:12: no state is called 'g'"),
      ("f u8 sss-----", "6:7: the letter 's' has no name"),
      ("f u8 sss----- t=short", "6:16: the pattern has no letter 't'"),
      ("f u8 sss----- s=short s=again", "6:24: the letter 's' has a name already"),
      ("f u8 sss----- s=short:E", "6:16: no enum is called 'E'"),
      ("f u16 sss----- s=short", "6:8: 'sss-----' is not known here"),
      ("f u8 as T", "6:10: only bytes can be read as 'T'"),
      ("f bytes[2] as T", "6:16: no format, struct or tlv is called 'T'"),
      ("f u8 Frob", "6:7: 'Frob' is not known here"),
      (
        "f u8\n f u8",
        "7:2: the field 'f' is there already; only fields with conditions share a name"
      ),
      ("error u8", "6:2: 'error' has a meaning of its own in examples"),
      ("when f in 01 {\n }", "6:7: no earlier field is called 'f'"),
    ]
  )
  func refusesFields(fields: String, message: String) {
    #expect(failure("command 02 B {\n \(fields)\n}") == message)
  }

  @Test func aStructThatContainsItselfIsRefused() {
    #expect(
      failure("struct Outer {\n b Inner\n}\nstruct Inner {\n a Outer\n}")
        == "9:4: the struct 'Outer' contains itself")
    #expect(failure("struct Outer {\n a Outer[2]\n}") == "6:4: the struct 'Outer' contains itself")
  }

  @Test func structsThatDoubleInEachOtherAreBounded() {
    var text = "struct S0 {\n a u8\n b u8\n}\n"
    for level in 1..<20 { text += "struct S\(level) {\n a S\(level - 1)\n b S\(level - 1)\n}\n" }
    #expect(failure(text)?.hasSuffix("structs in structs make more than 20000 fields") == true)
  }

  @Test func noMoreThanSixteenFieldsAreNamed() {
    let fields = (0..<17).map { "f\($0) u8\n" }.joined()
    let uses = (0..<17).map { "g\($0) u8 when f\($0) in 01\n" }.joined()
    #expect(
      failure("command 02 B {\n\(fields)\(uses)}")
        == "39:13: a message names at most 16 of its fields")
  }

  @Test func whatAnAnswerSaysOfItsCommandIsChecked() {
    #expect(
      failure("command 02 B {\n f u8\n answer {\n  g u8 when command.h in 01\n }\n}")
        == "8:13: the command has no field 'h'")
    #expect(
      failure("command 02 B {\n answer {\n }\n answer {\n }\n}")
        == "8:2: an answer of that many bits is there already")
  }

  @Test(
    "A file says what it is, where from, and shows it",
    arguments: [
      ("", "1:1: a grammar begins with 'grammar NAME {'"),
      ("source S \"s\"\n", "1:1: a grammar begins with 'grammar NAME {'"),
      ("grammar g\n", "1:9: a { is missing at the end of this line"),
      ("grammar g {\n over x\n}\n", "1:9: 'over' and 'code' are missing in these braces"),
      (
        "grammar g {\n over x\n code bit 0\n}\n",
        "3:7: a code is at a byte, ins, aid or none, not 'bit'"
      ),
      (
        "grammar g {\n over x\n code byte 0..4\n}\n",
        "3:12: '0..4' is no offset, and no run of at most four (0..1)"
      ),
      ("grammar g {\n over x\n code none\n frob\n}\n", "4:2: 'frob' says nothing about a grammar"),
      (
        "grammar g {\n over x\n code none\n extends h\n}\n",
        "4:10: no grammar 'h' is there to extend"
      ),
      (
        "grammar g {\n over x\n code none\n}\n",
        "1:1: a grammar names its sources; this one has none"
      ),
      (
        "grammar g {\n over x\n code none\n}\nsource S \"s\"\n", "5:8: nothing cites the source 'S'"
      ),
      (
        "grammar g {\n over x\n code none\n}\nsource S \"s\"\ntag 5A \"x\" b [T]\n",
        "6:15: no source is called 'T'"
      ),
      (
        "grammar g {\n over x\n code none\n}\nsource S \"s\"\ntag 5A \"x\" b [S]\n",
        "1:1: a grammar shows an example; this one has none"
      ),
      (
        "grammar g {\n over x\n code byte 1\n head command H\n}\nsource S \"s\"\n"
          + "struct H {\n a u8\n}\ncommand 01 A [S]\n",
        "4:15: 'H' does not run over the code, at 1"
      ),
      (
        "grammar g {\n over x\n code byte 0\n pair response = command + 1\n}\nsource S \"s\"\n"
          + "command 01 A [S]\nresponse 03 A\n", "8:13: no command 'A' has a code that is 1 less"
      ),
    ]
  )
  func refusesFiles(text: String, message: String) {
    #expect(Self.failure(ofFile: text) == message)
  }

  @Test(
    "An example that cannot be read is refused",
    arguments: [
      ("> 012", "6:4: 3 hex digits are no whole bytes"),
      ("> 01 2 34", "6:9: 5 hex digits are no whole bytes"),
      ("> 0G", "6:4: '0G' is not hex"),
      ("= error truncated f 3", "6:22: '3' is not known here"),
      ("= f 0", "6:6: 1 hex digits are no whole bytes"),
      ("! 01", "6:2: '!' does not begin a line of an example"),
      ("given frob 01", "6:8: 'frob' tells no product"),
      ("state s x", "6:10: 'x' is no decimal number"),
    ]
  )
  func refusesExamples(line: String, message: String) {
    #expect(failure("example \"x\" {\n \(line)\n}") == message)
  }

  @Test func whatIsRightLoads() {
    #expect(failure("") == nil)
  }

  /// What loading says of a grammar with a snippet from its fifth line on.
  private func failure(_ snippet: String) -> String? {
    let head = "grammar g {\n over x\n code byte 0\n}\n"
    let tail = "\nsource S \"s\"\ncommand 01 A [S]\nexample \"e\" {\n > 01\n}\n"
    return Self.failure(ofFile: head + snippet + tail)
  }

  private static func failure(ofFile text: String) -> String? {
    do {
      _ = try Grammar(Array(text.utf8), file: "g")
      return nil
    } catch {
      return "\(error.line):\(error.column): \(error.message)"
    }
  }
}
