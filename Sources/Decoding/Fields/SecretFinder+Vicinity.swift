import Bytes
import GrammarLanguage

/// Secrets of ISO/IEC 15693: passwords in commands of the makers, keys in the standard's own.
extension SecretFinder {
  /// What the grammars mark as secret, by maker (high half, 0 for the standard) and code.
  static func secretVicinityCommands(_ lexicon: Lexicon) -> [UInt16: SecretKind] {
    var found: [UInt16: SecretKind] = [:]
    for (maker, name) in [(0x00, "iso15693"), (0x02, "st25dv"), (0x04, "icode"), (0x07, "tag-it")] {
      guard let grammar = lexicon.grammar(name) else { continue }
      for code in 0x21...0xDF as ClosedRange<UInt32> {
        guard let message = grammar.message(code: code, isResponse: false),
          let kind = grammar.secret(in: message), kind != .id
        else { continue }
        found[UInt16(maker) << 8 | UInt16(code)] = kind
      }
    }
    return found
  }

  /// The whole of the parameters of a command that has a secret among them, but for a byte in front
  /// that says which it is.
  func find(inVicinity command: Span<UInt8>, into secrets: inout [Secret]) {
    guard let request = VicinityRequest(command),
      let kind = vicinitySecret(maker: request.maker, code: request.code)
    else { return }
    let rest = command.count - request.parameters
    let start = request.parameters + ([5, 9].contains(rest) ? 1 : 0)
    guard start < command.count else { return }
    secrets.append(Secret(kind, .command, start..<command.count))
  }
}
