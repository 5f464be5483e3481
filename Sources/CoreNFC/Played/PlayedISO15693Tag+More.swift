import Foundation

/// What else a tag of ISO/IEC 15693 is asked.
extension PlayedISO15693Tag {
  @available(*, deprecated)
  func getSystemInfo(
    requestFlags flags: NFCISO15693RequestFlag,
    completionHandler: @escaping (Int, Int, Int, Int, Int, (any Error)?) -> Void
  ) {
    getSystemInfo(requestFlags: flags) { (result: Result<NFCISO15693SystemInfo, any Error>) in
      guard case .success(let system) = result else {
        return completionHandler(-1, -1, -1, -1, -1, result.failure)
      }
      completionHandler(
        system.dataStorageFormatIdentifier, system.applicationFamilyIdentifier, system.blockSize,
        system.totalBlocks, system.icReference, nil)
    }
  }

  func getMultipleBlockSecurityStatus(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange,
    completionHandler: @escaping ([NSNumber], (any Error)?) -> Void
  ) {
    perform("getMultipleBlockSecurityStatus") { (link) throws(Refusal) in
      try link.blockSecurity(flags, blockRange, code: 0x2C)
    } then: {
      completionHandler($0.value(or: []).map { NSNumber(value: $0) }, $0.failure)
    }
  }

  func customCommand(
    requestFlags flags: NFCISO15693RequestFlag, customCommandCode: Int,
    customRequestParameters: Data,
    completionHandler: @escaping (Data, (any Error)?) -> Void
  ) {
    perform("customCommand") { (link) throws(Refusal) in
      try link.custom(flags, customCommandCode, Array(customRequestParameters))
    } then: {
      completionHandler(Data($0.value(or: [])), $0.failure)
    }
  }

  func extendedReadSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: Int,
    completionHandler: @escaping (Data, (any Error)?) -> Void
  ) {
    perform("extendedReadSingleBlock") { (link) throws(Refusal) in
      try link.request(flags, 0x30, try TagLink.number(blockNumber))
    } then: {
      completionHandler(Data($0.value(or: [])), $0.failure)
    }
  }

  func extendedWriteSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: Int, dataBlock: Data,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("extendedWriteSingleBlock") { (link) throws(Refusal) in
      try link.write(flags, 0x31, try TagLink.number(blockNumber) + dataBlock)
    } then: {
      completionHandler($0.failure)
    }
  }

  func extendedLockBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: Int,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("extendedLockBlock") { (link) throws(Refusal) in
      try link.write(flags, 0x32, try TagLink.number(blockNumber))
    } then: {
      completionHandler($0.failure)
    }
  }

  func extendedReadMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange,
    completionHandler: @escaping ([Data], (any Error)?) -> Void
  ) {
    perform("extendedReadMultipleBlocks") { (link) throws(Refusal) in
      try link.readBlocks(flags, blockRange, code: 0x33)
    } then: {
      completionHandler($0.value(or: []), $0.failure)
    }
  }

  /// Sessions of iOS 11 alone had it.
  func sendCustomCommand(
    commandConfiguration: NFCISO15693CustomCommandConfiguration,
    completionHandler: @escaping (Data, (any Error)?) -> Void
  ) {
    refuse(completionHandler)
  }

  /// Sessions of iOS 11 alone had it.
  func readMultipleBlock(
    readConfiguration: NFCISO15693ReadMultipleBlocksConfiguration,
    completionHandler: @escaping (Data, (any Error)?) -> Void
  ) {
    refuse(completionHandler)
  }

  private func refuse(_ handler: @escaping (Data, (any Error)?) -> Void) {
    handle.session.deliver { handler(Data(), NFCReaderError(.readerErrorUnsupportedFeature)) }
  }
}
