import Bytes
import GrammarLanguage
import Tags

extension Exchange {
  /// What is secret in the second packet of COMPATIBILITY_WRITE.
  package var secretPacket: Secret? {
    hidden.isSecondPacket && !hidden.isEmpty
      ? Secret(SecretKind(hidden.kind), .command, hidden.bytes.range) : nil
  }
}

extension SecretKind {
  /// What bytes of a tag's memory are.
  init(_ kind: TagContents.SecretBytes.Kind) {
    self =
      switch kind {
      case .password: .password
      case .key: .key
      }
  }

  init(_ kind: HiddenBytes.Kind) {
    self =
      switch kind {
      case .password: .password
      case .key: .key
      }
  }
}
