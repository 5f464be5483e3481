import Bytes

/// Secrets of ISO/IEC 15693: passwords in commands of the makers, keys in the standard's own.
extension SecretFinder {
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
