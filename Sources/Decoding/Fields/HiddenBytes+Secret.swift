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

extension HiddenBytes {
  /// Appends what is secret in the exchange's own command or answer.
  func find(into secrets: inout [Secret]) {
    guard !isEmpty, !isSecondPacket else { return }
    guard let firstBlock else {
      var secret = Secret(SecretKind(kind), side, bytes.range)
      secret.isPiece = kind == .key
      secrets.append(secret)
      return
    }
    for keys in ClassicBlock.keys(in: bytes.range, from: firstBlock) {
      secrets.append(Secret(.key, side, keys))
    }
  }
}

extension SecretFinder {
  /// Appends the secrets of a command that was joined into an exchange.
  package func find(
    in part: ExchangePart, of exchange: Exchange, bytes: Span<UInt8>,
    into secrets: inout [Secret]
  ) {
    if let secret = exchange.secretPacket {
      // The first packet names the page alone.
      if secret.bytes.range.upperBound <= part.command.range.count { secrets.append(secret) }
    } else {
      find(inCommand: bytes.extracting(part.command.range), into: &secrets)
    }
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
