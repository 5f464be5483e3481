public import Foundation

/// The same commands for those who wait.
extension NFCISO15693Tag {
  /// Keeps the tag from answering until it is selected or loses power.
  nonisolated(nonsending) public func stayQuiet() async throws {
    try await finished { stayQuiet(completionHandler: $0) }
  }

  /// Reads a block.
  @discardableResult
  nonisolated(nonsending) public func readSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: UInt8
  ) async throws -> Data {
    try await delivered { done in
      readSingleBlock(requestFlags: flags, blockNumber: blockNumber) { done($0, $1) }
    }
  }

  /// Writes a block.
  nonisolated(nonsending) public func writeSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: UInt8, dataBlock: Data
  ) async throws {
    try await finished {
      writeSingleBlock(
        requestFlags: flags, blockNumber: blockNumber, dataBlock: dataBlock, completionHandler: $0)
    }
  }

  /// Locks a block for good.
  nonisolated(nonsending) public func lockBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: UInt8
  ) async throws {
    try await finished {
      lockBlock(requestFlags: flags, blockNumber: blockNumber, completionHandler: $0)
    }
  }

  /// Reads blocks in a row.
  @discardableResult
  nonisolated(nonsending) public func readMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange
  ) async throws -> [Data] {
    try await delivered { done in
      readMultipleBlocks(requestFlags: flags, blockRange: blockRange) { done($0, $1) }
    }
  }

  /// Writes blocks in a row.
  nonisolated(nonsending) public func writeMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange, dataBlocks: [Data]
  ) async throws {
    try await finished {
      writeMultipleBlocks(
        requestFlags: flags, blockRange: blockRange, dataBlocks: dataBlocks, completionHandler: $0)
    }
  }

  /// Selects the tag.
  nonisolated(nonsending) public func select(requestFlags flags: NFCISO15693RequestFlag)
    async throws
  {
    try await finished { select(requestFlags: flags, completionHandler: $0) }
  }

  /// Ends the tag's selection, or its silence.
  nonisolated(nonsending) public func resetToReady(requestFlags flags: NFCISO15693RequestFlag)
    async throws
  {
    try await finished { resetToReady(requestFlags: flags, completionHandler: $0) }
  }

  /// Writes the application family.
  nonisolated(nonsending) public func writeAFI(
    requestFlags flags: NFCISO15693RequestFlag, afi: UInt8
  ) async throws {
    try await finished { writeAFI(requestFlags: flags, afi: afi, completionHandler: $0) }
  }

  /// Locks the application family for good.
  nonisolated(nonsending) public func lockAFI(requestFlags flags: NFCISO15693RequestFlag)
    async throws
  {
    try await finished { lockAFI(requestFlags: flags, completionHandler: $0) }
  }

  /// Writes the data storage format.
  nonisolated(nonsending) public func writeDSFID(
    requestFlags flags: NFCISO15693RequestFlag, dsfid: UInt8
  ) async throws {
    try await finished { writeDSFID(requestFlags: flags, dsfid: dsfid, completionHandler: $0) }
  }

  /// Locks the data storage format for good.
  nonisolated(nonsending) public func lockDSFID(requestFlags flags: NFCISO15693RequestFlag)
    async throws
  {
    try await finished { lockDSFID(requestFlags: flags, completionHandler: $0) }
  }

  /// Asks for DSFID, AFI, block size, number of blocks and IC reference; -1 for what the tag does not say.
  @available(*, deprecated, renamed: "getSystemInfo(requestFlags:resultHandler:)")
  @discardableResult
  nonisolated(nonsending) public func getSystemInfo(requestFlags flags: NFCISO15693RequestFlag)
    async throws -> (Int, Int, Int, Int, Int)
  {
    try await delivered { done in
      getSystemInfo(requestFlags: flags) { done(($0, $1, $2, $3, $4), $5) }
    }
  }

  /// Asks which blocks are locked.
  @discardableResult
  nonisolated(nonsending) public func getMultipleBlockSecurityStatus(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange
  ) async throws -> [NSNumber] {
    try await delivered { done in
      getMultipleBlockSecurityStatus(requestFlags: flags, blockRange: blockRange) { done($0, $1) }
    }
  }

  /// Sends a command of the maker's, A0 to DF; the maker's code is put in.
  @discardableResult
  nonisolated(nonsending) public func customCommand(
    requestFlags flags: NFCISO15693RequestFlag, customCommandCode: Int,
    customRequestParameters: Data
  ) async throws -> Data {
    try await delivered { done in
      customCommand(
        requestFlags: flags, customCommandCode: customCommandCode,
        customRequestParameters: customRequestParameters
      ) { done($0, $1) }
    }
  }

  /// Reads a block by a number of two bytes.
  @discardableResult
  nonisolated(nonsending) public func extendedReadSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: Int
  ) async throws -> Data {
    try await delivered { done in
      extendedReadSingleBlock(requestFlags: flags, blockNumber: blockNumber) { done($0, $1) }
    }
  }

  /// Writes a block by a number of two bytes.
  nonisolated(nonsending) public func extendedWriteSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: Int, dataBlock: Data
  ) async throws {
    try await finished {
      extendedWriteSingleBlock(
        requestFlags: flags, blockNumber: blockNumber, dataBlock: dataBlock, completionHandler: $0)
    }
  }

  /// Locks a block by a number of two bytes.
  nonisolated(nonsending) public func extendedLockBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: Int
  ) async throws {
    try await finished {
      extendedLockBlock(requestFlags: flags, blockNumber: blockNumber, completionHandler: $0)
    }
  }

  /// Reads blocks in a row by numbers of two bytes.
  @discardableResult
  nonisolated(nonsending) public func extendedReadMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange
  ) async throws -> [Data] {
    try await delivered { done in
      extendedReadMultipleBlocks(requestFlags: flags, blockRange: blockRange) { done($0, $1) }
    }
  }

  /// Sends a command of the maker's. A tag of a tag session answers that this is not supported.
  @discardableResult
  nonisolated(nonsending) public func sendCustomCommand(
    commandConfiguration: NFCISO15693CustomCommandConfiguration
  ) async throws -> Data {
    try await delivered { done in
      sendCustomCommand(commandConfiguration: commandConfiguration) { done($0, $1) }
    }
  }

  /// Reads blocks in a row. A tag of a tag session answers that this is not supported.
  @discardableResult
  nonisolated(nonsending) public func readMultipleBlock(
    readConfiguration: NFCISO15693ReadMultipleBlocksConfiguration
  ) async throws -> Data {
    try await delivered { done in
      readMultipleBlock(readConfiguration: readConfiguration) { done($0, $1) }
    }
  }
}
