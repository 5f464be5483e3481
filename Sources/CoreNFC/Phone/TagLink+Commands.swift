import AppleRules

/// Commands of the app's, as the phone lets them pass.
extension TagLink {
  /// A command of ISO/IEC 7816-4. Selecting an application that Info.plist does not list is refused,
  /// and so is selecting without a name.
  mutating func command(_ bytes: [UInt8]?) throws(Refusal) -> APDUAnswer {
    guard let bytes else {
      throw Refusal(
        .readerErrorInvalidParameter,
        "expectedResponseLength is 1 to 65536, or -1; data has up to 65535 bytes")
    }
    if let allowed, bytes[1] == 0xA4, bytes[2] == 0x04 {
      let name = APDUParts(bytes).map { Array(bytes[$0.data]) } ?? []
      guard !name.isEmpty else {
        throw Refusal(.readerErrorSecurityViolation, "SELECT without a name is refused")
      }
      if !allowsPayment, let payment = PaymentIdentifier.name(of: name) {
        throw Refusal(
          .readerErrorSecurityViolation,
          "\(Hexadecimal.text(name)) (\(payment)) is a payment application")
      }
      guard allowed.contains(name) else {
        throw Refusal(
          .readerErrorSecurityViolation,
          "\(Hexadecimal.text(name)) is not listed under \(InfoPlist.Key.selectIdentifiers)")
      }
    }
    return try apdu(bytes)
  }

  /// A native command. A DESFire's answer in several frames, each but the last with status AF, is
  /// asked for to its end and comes as one, behind the last status.
  mutating func mifare(_ command: [UInt8]) throws(Refusal) -> [UInt8] {
    guard !command.isEmpty else {
      throw Refusal(.readerErrorInvalidParameterLength, "a command has at least one byte")
    }
    guard facts.speaksInBlocks else { return try native(command) }
    var answer = try inBlocks(command)
    // An APDU's status stands at its end; authentication goes on by the app's own commands.
    let isNative = command.count < 4 || command[0] != 0x90 && command[0] != 0x00
    let authenticates = [0x0A, 0x1A, 0xAA, 0x71, 0x77, 0xAF].contains(command[0])
    guard isNative, !authenticates, answer.first == 0xAF else { return answer }
    var whole = Array(answer.dropFirst())
    var frames = 1
    while answer.first == 0xAF {
      guard frames < Self.mostFrames else {
        throw Refusal(.readerTransceiveErrorTagResponseError, "the answer has no end")
      }
      answer = try inBlocks([0xAF])
      whole += answer.dropFirst()
      frames += 1
    }
    return [answer.first ?? 0] + whole
  }

  /// An answer of 64 KB in frames of the smallest size.
  private static let mostFrames = 8_192
}
