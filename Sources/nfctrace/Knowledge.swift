import BuiltInGrammars
import Bytes
import GrammarLanguage
import TraceFormat

/// What the grammars say: those that are built in, and the user's.
enum Knowledge {
  /// The option that adds a grammar.
  static let option = Option(
    .grammar, takes: .file("FILE"), "a grammar of your own; may be given several times")

  /// All grammars, those of the command line last. What a user's file puts in place of something
  /// else is said.
  static func lexicon(_ arguments: Arguments) throws -> Lexicon {
    let paths = userFiles + arguments.values(.grammar)
    let own = try paths.map { path in GrammarFile(file: path, bytes: try bytes(of: path)) }
    let lexicon = try Lexicon(builtIn + own)
    for conflict in lexicon.conflicts { StandardError.say(conflict) }
    return lexicon
  }

  /// The grammars that are built in.
  static var builtIn: [GrammarFile] {
    BuiltInGrammar.all.map { entry in
      GrammarFile(
        builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
    }
  }

  /// The grammars in the user's own folder.
  private static var userFiles: [String] {
    let home = Terminal.variable("HOME").map { "\($0)/.config" }
    guard let config = Terminal.variable("XDG_CONFIG_HOME") ?? home else { return [] }
    let folder = "\(config)/nfctrace/grammars"
    return Folder.names(in: folder, ending: ".grammar").map { "\(folder)/\($0)" }
  }

  /// A whole file that a person wrote. One that is larger than any such is refused unread.
  static func bytes(of path: String) throws -> [UInt8] {
    let input = try InputFile(path: path)
    let limit = StatementTree.maximumFileSize
    var buffer = ByteBuffer(capacity: 1 << 16)
    while buffer.count <= limit {
      if try input.read(into: &buffer, atMost: 1 << 16) == 0 { break }
    }
    guard buffer.count <= limit else {
      throw Failure("\(input.name): is larger than \(limit) bytes, which no text of this kind is")
    }
    return [UInt8](copying: buffer.span)
  }
}
