import Bytes
import TraceFormat

/// The user's keys: `--keys FILE`, or the file that NFCTRACE_KEYS names.
///
///     # KIND NAME HEX, one a line
///     classic office A0A1A2A3A4A5
///
/// A key is never printed, in an error neither.
enum Keys {
  /// The option that names the file.
  static let option = Option(
    .keys, takes: .file("FILE"), "keys that may fit, one KIND NAME HEX a line; KIND is classic")

  /// MIFARE Classic's keys, the first byte highest.
  static func classic(_ arguments: Arguments) throws -> [UInt64] {
    guard let path = arguments.value(.keys) ?? Terminal.variable("NFCTRACE_KEYS") else { return [] }
    return try classic(Knowledge.bytes(of: path), of: path)
  }

  /// The keys in a file's text.
  static func classic(_ text: [UInt8], of path: String) throws(Failure) -> [UInt64] {
    var keys: [UInt64] = []
    let lines = String(decoding: text, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      func fault(_ words: String) -> Failure { Failure("\(path):\(index + 1): \(words)") }
      guard words.count == 3 else { throw fault("a key is KIND NAME HEX") }
      guard words[0] == "classic" else { throw fault("the kind of a key is classic") }
      guard let bytes = Hex.bytes(String(words[2])), bytes.count == 6 else {
        throw fault("a key of MIFARE Classic has 12 hex digits")
      }
      keys.append(bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
    return keys
  }
}
