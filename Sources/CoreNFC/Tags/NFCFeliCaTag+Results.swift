public import Foundation

/// The same commands with one result in place of values and an error. There is no form of them that
/// waits: that one gives the values.
extension NFCFeliCaTag {
  /// Polls for a system of the card.
  public func polling(
    systemCode: Data, requestCode: NFCFeliCaPollingRequestCode, timeSlot: NFCFeliCaPollingTimeSlot,
    resultHandler: @escaping (Result<NFCFeliCaPollingResponse, any Error>) -> Void
  ) {
    polling(systemCode: systemCode, requestCode: requestCode, timeSlot: timeSlot) {
      resultHandler(
        Result(
          NFCFeliCaPollingResponse(
            manufactureParameter: $0, requestData: $1.isEmpty ? nil : $1), $2))
    }
  }

  /// Asks for the key versions of 1 to 32 nodes.
  public func requestService(
    nodeCodeList: [Data], resultHandler: @escaping (Result<[Data], any Error>) -> Void
  ) {
    requestService(nodeCodeList: nodeCodeList) {
      resultHandler(Result($0, $1))
    }
  }

  /// Asks for the card's mode: 0 to 3.
  public func requestResponse(
    resultHandler: @escaping (Result<Int, any Error>) -> Void
  ) {
    requestResponse {
      resultHandler(Result($0, $1))
    }
  }

  /// Reads blocks.
  public func readWithoutEncryption(
    serviceCodeList: [Data], blockList: [Data],
    resultHandler: @escaping (Result<(NFCFeliCaStatusFlag, [Data]), any Error>) -> Void
  ) {
    readWithoutEncryption(serviceCodeList: serviceCodeList, blockList: blockList) {
      resultHandler(Result((NFCFeliCaStatusFlag(statusFlag1: $0, statusFlag2: $1), $2), $3))
    }
  }

  /// Writes blocks.
  public func writeWithoutEncryption(
    serviceCodeList: [Data], blockList: [Data], blockData: [Data],
    resultHandler: @escaping (Result<NFCFeliCaStatusFlag, any Error>) -> Void
  ) {
    writeWithoutEncryption(
      serviceCodeList: serviceCodeList, blockList: blockList, blockData: blockData
    ) {
      resultHandler(Result(NFCFeliCaStatusFlag(statusFlag1: $0, statusFlag2: $1), $2))
    }
  }

  /// Asks for the systems of the card.
  public func requestSystemCode(
    resultHandler: @escaping (Result<[Data], any Error>) -> Void
  ) {
    requestSystemCode {
      resultHandler(Result($0, $1))
    }
  }

  /// Asks for the key versions of nodes, by cipher.
  public func requestServiceV2(
    nodeCodeList: [Data],
    resultHandler: @escaping (Result<NFCFeliCaRequsetServiceV2Response, any Error>) -> Void
  ) {
    requestServiceV2(nodeCodeList: nodeCodeList) {
      resultHandler(
        Result(
          NFCFeliCaRequsetServiceV2Response(
            statusFlag1: $0, statusFlag2: $1, encryptionIdentifier: $2, nodeKeyVersionListAES: $3,
            nodeKeyVersionListDES: $4.isEmpty ? nil : $4), $5))
    }
  }

  /// Asks for the version of the card's operating system.
  public func requestSpecificationVersion(
    resultHandler:
      @escaping (Result<NFCFeliCaRequestSpecificationVersionResponse, any Error>) -> Void
  ) {
    requestSpecificationVersion {
      resultHandler(
        Result(
          NFCFeliCaRequestSpecificationVersionResponse(
            statusFlag1: $0, statusFlag2: $1, basicVersion: $2.isEmpty ? nil : $2,
            optionVersion: $3.isEmpty ? nil : $3), $4))
    }
  }

  /// Puts the card back into mode 0.
  public func resetMode(
    resultHandler: @escaping (Result<NFCFeliCaStatusFlag, any Error>) -> Void
  ) {
    resetMode {
      resultHandler(Result(NFCFeliCaStatusFlag(statusFlag1: $0, statusFlag2: $1), $2))
    }
  }

  /// Sends a command as it is, from its code on; LEN and CRC are added.
  public func sendFeliCaCommand(
    commandPacket: Data, resultHandler: @escaping (Result<Data, any Error>) -> Void
  ) {
    sendFeliCaCommand(commandPacket: commandPacket) {
      resultHandler(Result($0, $1))
    }
  }
}
