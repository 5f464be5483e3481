public import Foundation

/// Commands whose values come as one result.
extension NFCISO15693Tag {
  /// Reads a block.
  public func readSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: UInt8,
    resultHandler: @escaping (Result<Data, any Error>) -> Void
  ) {
    readSingleBlock(requestFlags: flags, blockNumber: blockNumber) { resultHandler(Result($0, $1)) }
  }

  /// Reads blocks in a row.
  public func readMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange,
    resultHandler: @escaping (Result<[Data], any Error>) -> Void
  ) {
    readMultipleBlocks(requestFlags: flags, blockRange: blockRange) {
      resultHandler(Result($0, $1))
    }
  }

  /// Sends a command of the maker's, A0 to DF; the maker's code is put in.
  public func customCommand(
    requestFlags flags: NFCISO15693RequestFlag, customCommandCode: Int,
    customRequestParameters: Data, resultHandler: @escaping (Result<Data, any Error>) -> Void
  ) {
    customCommand(
      requestFlags: flags, customCommandCode: customCommandCode,
      customRequestParameters: customRequestParameters
    ) { resultHandler(Result($0, $1)) }
  }

  /// Reads a block by a number of two bytes.
  public func extendedReadSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: Int,
    resultHandler: @escaping (Result<Data, any Error>) -> Void
  ) {
    extendedReadSingleBlock(requestFlags: flags, blockNumber: blockNumber) {
      resultHandler(Result($0, $1))
    }
  }

  /// The name that was misspelled.
  @available(*, deprecated, renamed: "lockDSFID(requestFlags:completionHandler:)")
  public func lockDFSID(
    requestFlags flags: NFCISO15693RequestFlag, completionHandler: @escaping ((any Error)?) -> Void
  ) {
    lockDSFID(requestFlags: flags, completionHandler: completionHandler)
  }

  /// The name that was misspelled.
  @available(*, deprecated, renamed: "lockDSFID(requestFlags:)")
  nonisolated(nonsending) public func lockDFSID(
    requestFlags flags: NFCISO15693RequestFlag
  ) async throws {
    try await lockDSFID(requestFlags: flags)
  }
}
