public import Foundation

/// Commands that only tags of the phone have: a tag that an app has made itself does not support them.
extension NFCISO15693Tag {
  /// Asks what the tag is.
  public func getSystemInfo(
    requestFlags flags: NFCISO15693RequestFlag,
    resultHandler: @escaping (Result<NFCISO15693SystemInfo, any Error>) -> Void
  ) {
    playing("getSystemInfo", resultHandler) { (link) throws(Refusal) in
      try link.systemInformation(flags)
    }
  }

  /// Reads blocks in a row at double speed.
  public func fastReadMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange,
    resultHandler: @escaping (Result<[Data], any Error>) -> Void
  ) {
    playing("fastReadMultipleBlocks", resultHandler) { (link) throws(Refusal) in
      try link.readBlocks(flags, blockRange, code: 0x2D)
    }
  }

  /// Reads blocks in a row at double speed, by numbers of two bytes.
  public func extendedFastReadMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange,
    resultHandler: @escaping (Result<[Data], any Error>) -> Void
  ) {
    playing("extendedFastReadMultipleBlocks", resultHandler) { (link) throws(Refusal) in
      try link.readBlocks(flags, blockRange, code: 0x3D)
    }
  }

  /// Begins an authentication (ISO/IEC 29167).
  public func authenticate(
    requestFlags flags: NFCISO15693RequestFlag, cryptoSuiteIdentifier: Int, message: Data,
    resultHandler: @escaping (Result<(NFCISO15693ResponseFlag, Data), any Error>) -> Void
  ) {
    playing("authenticate", resultHandler) { (link) throws(Refusal) in
      try link.suite(flags, code: 0x35, cryptoSuiteIdentifier, message)
    }
  }

  /// Changes a key.
  public func keyUpdate(
    requestFlags flags: NFCISO15693RequestFlag, keyIdentifier: Int, message: Data,
    resultHandler: @escaping (Result<(NFCISO15693ResponseFlag, Data), any Error>) -> Void
  ) {
    playing("keyUpdate", resultHandler) { (link) throws(Refusal) in
      try link.suite(flags, code: 0x36, keyIdentifier, message)
    }
  }

  /// Reads what an authentication has left.
  public func readBuffer(
    requestFlags flags: NFCISO15693RequestFlag,
    resultHandler: @escaping (Result<(NFCISO15693ResponseFlag, Data), any Error>) -> Void
  ) {
    playing("readBuffer", resultHandler) { (link) throws(Refusal) in
      try link.vicinityRequest(flags, code: 0x3A, parameters: [])
    }
  }

  /// Asks which blocks are locked, by numbers of two bytes.
  public func extendedGetMultipleBlockSecurityStatus(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange,
    resultHandler: @escaping (Result<NFCISO15693MultipleBlockSecurityStatus, any Error>) -> Void
  ) {
    playing("extendedGetMultipleBlockSecurityStatus", resultHandler) { (link) throws(Refusal) in
      NFCISO15693MultipleBlockSecurityStatus(
        blockSecurityStatus: try link.blockSecurity(flags, blockRange, code: 0x3C))
    }
  }

  /// Sends a request as it is: flags, code, and what follows them; no UID is put in.
  public func sendRequest(
    requestFlags flags: Int, commandCode: Int, data: Data?,
    resultHandler: @escaping (Result<(NFCISO15693ResponseFlag, Data?), any Error>) -> Void
  ) {
    playing("sendRequest", resultHandler) { (link) throws(Refusal) in
      try link.rawRequest(flags, commandCode, data)
    }
  }

  /// Writes blocks in a row by numbers of two bytes.
  public func extendedWriteMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange, dataBlocks: [Data],
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    playing("extendedWriteMultipleBlocks", { completionHandler($0.failure) }) {
      (link) throws(Refusal) in
      try link.writeBlocks(flags, blockRange, dataBlocks, code: 0x34)
    }
  }

  /// Gives the tag a challenge, for which it computes without answering.
  public func challenge(
    requestFlags flags: NFCISO15693RequestFlag, cryptoSuiteIdentifier: Int, message: Data,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    playing("challenge", { completionHandler($0.failure) }) { (link) throws(Refusal) in
      try link.challenge(flags, cryptoSuiteIdentifier, message)
    }
  }

  /// Does a command on the phone's tag.
  private func playing<Value: Sendable>(
    _ name: String, _ handler: @escaping (Result<Value, any Error>) -> Void,
    _ body: (inout TagLink) throws(Refusal) -> Value
  ) {
    guard let tag = self as? any PlayedTag else {
      return handler(.failure(NFCReaderError(.readerErrorUnsupportedFeature)))
    }
    tag.perform(name, body, then: handler)
  }
}

extension Result where Failure == any Error {
  /// The error, where it is one.
  var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }

  /// Hands value or error to whoever waits.
  func deliver(to done: (Success?, (any Error)?) -> Void) {
    switch self {
    case .success(let value): done(value, nil)
    case .failure(let error): done(nil, error)
    }
  }
}
