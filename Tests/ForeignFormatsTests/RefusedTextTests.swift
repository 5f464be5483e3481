import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// Text that is no log that is known, and what is said of it.
@Suite struct RefusedTextTests {
  @Test("What only looks like turns is refused", arguments: ["00A40400\n1234\n", "11\n22\n33\n"])
  func refusesBareLines(text: String) {
    #expect(throws: TraceError.self) { try Reading(Array(text.utf8)) }
  }

  @Test func aRefusedTextSaysWhatWouldReadIt() {
    #expect {
      try Reading(Array("Dear reader,\nnothing is here.\n".utf8))
    } throws: { error in
      let words = "\(error)"
      return words.contains("--pattern '") && words.contains("decode")
    }
  }

  @Test func aPatternWithoutAMatchIsAnError() throws {
    let pattern = try LinePattern("data=(?<hex>[0-9a-f]+)")
    let text = Array("\nts=1 payload=0102\n".utf8)
    #expect {
      try Reading(openFrames(InputFile(Pieces(text)), pattern: pattern))
    } throws: { error in
      "\(error)" == "capture: --pattern matches no line; the first is \"ts=1 payload=0102\""
    }
  }
}
