public import Foundation

/// The same for those who wait.
extension NFCISO15693Tag {
  /// Asks what the tag is.
  nonisolated(nonsending) public func systemInfo(
    requestFlags flags: NFCISO15693RequestFlag
  ) async throws -> NFCISO15693SystemInfo {
    try await delivered { done in
      getSystemInfo(requestFlags: flags) { (result: Result<NFCISO15693SystemInfo, any Error>) in
        result.deliver(to: done)
      }
    }
  }

  /// Reads blocks in a row at double speed.
  nonisolated(nonsending) public func fastReadMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange
  ) async throws -> [Data] {
    try await delivered { done in
      fastReadMultipleBlocks(requestFlags: flags, blockRange: blockRange) {
        (result: Result<[Data], any Error>) in result.deliver(to: done)
      }
    }
  }

  /// Reads blocks in a row at double speed, by numbers of two bytes.
  nonisolated(nonsending) public func extendedFastReadMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange
  ) async throws -> [Data] {
    try await delivered { done in
      extendedFastReadMultipleBlocks(requestFlags: flags, blockRange: blockRange) {
        (result: Result<[Data], any Error>) in result.deliver(to: done)
      }
    }
  }

  /// Begins an authentication (ISO/IEC 29167).
  nonisolated(nonsending) public func authenticate(
    requestFlags flags: NFCISO15693RequestFlag, cryptoSuiteIdentifier: Int, message: Data
  ) async throws -> (NFCISO15693ResponseFlag, Data) {
    try await delivered { done in
      authenticate(
        requestFlags: flags, cryptoSuiteIdentifier: cryptoSuiteIdentifier, message: message
      ) { (result: Result<(NFCISO15693ResponseFlag, Data), any Error>) in result.deliver(to: done) }
    }
  }

  /// Changes a key.
  nonisolated(nonsending) public func keyUpdate(
    requestFlags flags: NFCISO15693RequestFlag, keyIdentifier: Int, message: Data
  ) async throws -> (NFCISO15693ResponseFlag, Data) {
    try await delivered { done in
      keyUpdate(requestFlags: flags, keyIdentifier: keyIdentifier, message: message) {
        (result: Result<(NFCISO15693ResponseFlag, Data), any Error>) in result.deliver(to: done)
      }
    }
  }

  /// Reads what an authentication has left.
  nonisolated(nonsending) public func readBuffer(
    requestFlags flags: NFCISO15693RequestFlag
  ) async throws -> (NFCISO15693ResponseFlag, Data) {
    try await delivered { done in
      readBuffer(requestFlags: flags) {
        (result: Result<(NFCISO15693ResponseFlag, Data), any Error>) in result.deliver(to: done)
      }
    }
  }

  /// Asks which blocks are locked, by numbers of two bytes.
  nonisolated(nonsending) public func extendedGetMultipleBlockSecurityStatus(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange
  ) async throws -> NFCISO15693MultipleBlockSecurityStatus {
    try await delivered { done in
      extendedGetMultipleBlockSecurityStatus(requestFlags: flags, blockRange: blockRange) {
        (result: Result<NFCISO15693MultipleBlockSecurityStatus, any Error>) in
        result.deliver(to: done)
      }
    }
  }

  /// Sends a request as it is: flags, code, and what follows the UID.
  nonisolated(nonsending) public func sendRequest(
    requestFlags flags: Int, commandCode: Int, data: Data?
  ) async throws -> (NFCISO15693ResponseFlag, Data?) {
    try await delivered { done in
      sendRequest(requestFlags: flags, commandCode: commandCode, data: data) {
        (result: Result<(NFCISO15693ResponseFlag, Data?), any Error>) in result.deliver(to: done)
      }
    }
  }

  /// Writes blocks in a row by numbers of two bytes.
  nonisolated(nonsending) public func extendedWriteMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange, dataBlocks: [Data]
  ) async throws {
    try await finished {
      extendedWriteMultipleBlocks(
        requestFlags: flags, blockRange: blockRange, dataBlocks: dataBlocks, completionHandler: $0)
    }
  }

  /// Gives the tag a challenge, for which it computes without answering.
  nonisolated(nonsending) public func challenge(
    requestFlags flags: NFCISO15693RequestFlag, cryptoSuiteIdentifier: Int, message: Data
  ) async throws {
    try await finished {
      challenge(
        requestFlags: flags, cryptoSuiteIdentifier: cryptoSuiteIdentifier, message: message,
        completionHandler: $0)
    }
  }
}
