import Bytes
import GrammarLanguage
import TraceFormat

/// Grammar texts, alone and beside those that are built in: an error has a place, and what loads
/// reads any bytes.
enum Grammars {
  static func run(_ bytes: [UInt8]) {
    let file = GrammarFile(file: "fuzz.grammar", bytes: bytes)
    check(Lexicon.check([file]), bytes)
    check(Lexicon.check([file], with: Known.files), bytes)
    guard let lexicon = try? Lexicon([file]) else { return }
    var output = ByteBuffer(capacity: 1024)
    for name in lexicon.names {
      expect(lexicon.append(dumpOf: name, to: &output), "a grammar that there is can be dumped")
      Output.checkJSON([UInt8](copying: output.span)[...])
      output.clear()
      read(bytes, by: lexicon, name)
    }
    for summary in lexicon.summaries {
      summary.append(jsonTo: &output)
      Output.checkJSON(lines: [UInt8](copying: output.span))
      output.clear()
      summary.append(textTo: &output)
      output.clear()
    }
  }

  private static func check(_ checks: [GrammarCheck], _ bytes: [UInt8]) {
    let lines = bytes.count { $0 == 0x0A } + 1
    var output = ByteBuffer(capacity: 1024)
    for check in checks {
      for error in check.errors {
        expect(error.line >= 1 && error.line <= lines + 1, "an error's line is one of the file")
        expect(error.column >= 1 && !error.message.isEmpty, "an error has a column and words")
      }
      check.append(textTo: &output)
      output.clear()
      check.append(jsonTo: &output)
      Output.checkJSON(lines: [UInt8](copying: output.span))
      output.clear()
    }
  }

  /// Reads the end of the text as if it were a message.
  private static func read(_ bytes: [UInt8], by lexicon: Lexicon, _ name: String) {
    guard let grammar = lexicon.grammar(name) else { return }
    let message = Array(bytes.suffix(24))
    Fields.read(message, by: Perspective(grammar), in: lexicon)
    for code in 0...255 as ClosedRange<UInt8> {
      var message = message
      if !message.isEmpty { message[0] = code }
      Fields.readMessage(message, isResponse: code & 1 != 0, by: Perspective(grammar), in: lexicon)
    }
  }
}
