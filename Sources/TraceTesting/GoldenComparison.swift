import Analysis
import BuiltInGrammars
import Bytes
import Decoding
import ForeignFormats
import Foundation
import GrammarLanguage
import Rendering
import TraceFormat

/// A golden trace beside what was recorded now.
struct GoldenComparison {
  private let golden: GoldenTrace
  private let paths: [String]
  private let comparesTransport: Bool

  init(_ golden: GoldenTrace, ignoring paths: [String] = [], comparesTransport: Bool = false) {
    self.golden = golden
    self.paths = paths
    self.comparesTransport = comparesTransport
  }

  /// What is wrong with what a test asked for.
  enum Wrong: Error, Equatable, CustomStringConvertible {
    case path(String)
    case list(IgnoreList.Unreadable, of: String)

    var description: String {
      switch self {
      case .path(let path): "\"\(path)\" is no path of a field, such as 6F.A5.50"
      case .list(let reason, let file): reason.words(of: file)
      }
    }
  }

  /// What differs, as `nfctrace diff` prints it; nil where nothing does. Secrets are masked unless
  /// `NFCTRACE_SHOW_SECRETS` says otherwise.
  func differences(of recorded: RecordedTrace) throws -> String? {
    let lexicon = try Lexicon(
      BuiltInGrammar.all.map { entry in
        GrammarFile(
          builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
      })
    var options = ComparisonOptions()
    options.comparesTransport = comparesTransport
    for path in paths {
      guard let pattern = FieldPattern(path) else { throw Wrong.path(path) }
      options.ignored.append(pattern)
    }
    let ignored = try ignoredPaths()
    options.ignored += ignored?.patterns ?? []
    let showsSecrets = ProcessInfo.processInfo.environment["NFCTRACE_SHOW_SECRETS"] == "1"
    var report = DifferenceText(
      TextOptions(columns: .unbounded(), typeface: Typeface(isUTF8: true, hasColour: false)),
      options, lexicon: lexicon, secrets: showsSecrets ? nil : SecretFinder(lexicon)
    ) { $0.label }
    let golden = self.golden
    let facts = try TraceComparison(lexicon, options).compare(
      ComparedCapture(golden.path) { () throws(TraceError) in try openFrames(path: golden.path) },
      ComparedCapture(recorded.name) { () throws(TraceError) in try recorded.open() },
      into: &report
    ) { (_: inout DifferenceText) throws(TraceError) in }
    guard !facts.isSame else { return nil }
    var text = ""
    try report.flush { (bytes: Span<UInt8>) throws(TraceError) in
      text = String(decoding: [UInt8](copying: bytes), as: UTF8.self)
    }
    guard let ignored, !ignored.patterns.isEmpty else { return text }
    return "\(text)\(IgnoreList.fileName): \(ignored.words)\n"
  }

  /// The paths in the file beside the golden trace.
  private func ignoredPaths() throws -> IgnoreList? {
    let path = "\(golden.folder)/\(IgnoreList.fileName)"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try IgnoreList(String(contentsOfFile: path, encoding: .utf8))
    } catch let error as IgnoreList.Unreadable {
      throw Wrong.list(error, of: path)
    }
  }
}
