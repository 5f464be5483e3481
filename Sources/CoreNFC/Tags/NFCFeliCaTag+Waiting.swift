public import Foundation

extension NFCFeliCaTag {
  /// Polls for a system of the card.
  @discardableResult
  nonisolated(nonsending) public func polling(
    systemCode: Data, requestCode: NFCFeliCaPollingRequestCode, timeSlot: NFCFeliCaPollingTimeSlot
  ) async throws -> (Data, Data) {
    try await delivered { done in
      polling(systemCode: systemCode, requestCode: requestCode, timeSlot: timeSlot) {
        done(($0, $1), $2)
      }
    }
  }

  /// Asks for the key versions of 1 to 32 nodes.
  @discardableResult
  nonisolated(nonsending) public func requestService(nodeCodeList: [Data]) async throws -> [Data] {
    try await delivered { done in requestService(nodeCodeList: nodeCodeList) { done($0, $1) } }
  }

  /// Asks for the card's mode: 0 to 3.
  @discardableResult
  nonisolated(nonsending) public func requestResponse() async throws -> Int {
    try await delivered { done in requestResponse { done($0, $1) } }
  }

  /// Reads blocks.
  @discardableResult
  nonisolated(nonsending) public func readWithoutEncryption(
    serviceCodeList: [Data], blockList: [Data]
  ) async throws -> (Int, Int, [Data]) {
    try await delivered { done in
      readWithoutEncryption(serviceCodeList: serviceCodeList, blockList: blockList) {
        done(($0, $1, $2), $3)
      }
    }
  }

  /// Writes blocks.
  @discardableResult
  nonisolated(nonsending) public func writeWithoutEncryption(
    serviceCodeList: [Data], blockList: [Data], blockData: [Data]
  ) async throws -> (Int, Int) {
    try await delivered { done in
      writeWithoutEncryption(
        serviceCodeList: serviceCodeList, blockList: blockList, blockData: blockData
      ) { done(($0, $1), $2) }
    }
  }

  /// Asks for the systems of the card.
  @discardableResult
  nonisolated(nonsending) public func requestSystemCode() async throws -> [Data] {
    try await delivered { done in requestSystemCode { done($0, $1) } }
  }

  /// Asks for the key versions of nodes, by cipher.
  @discardableResult
  nonisolated(nonsending) public func requestServiceV2(nodeCodeList: [Data]) async throws -> (
    Int, Int, NFCFeliCaEncryptionId, [Data], [Data]
  ) {
    try await delivered { done in
      requestServiceV2(nodeCodeList: nodeCodeList) { done(($0, $1, $2, $3, $4), $5) }
    }
  }

  /// Asks for the version of the card's operating system.
  @discardableResult
  nonisolated(nonsending) public func requestSpecificationVersion() async throws -> (
    Int, Int, Data, Data
  ) {
    try await delivered { done in requestSpecificationVersion { done(($0, $1, $2, $3), $4) } }
  }

  /// Puts the card back into mode 0.
  @discardableResult
  nonisolated(nonsending) public func resetMode() async throws -> (Int, Int) {
    try await delivered { done in resetMode { done(($0, $1), $2) } }
  }

  /// Sends a command as it is, from its code on; LEN and CRC are added.
  @discardableResult
  nonisolated(nonsending) public func sendFeliCaCommand(commandPacket: Data) async throws -> Data {
    try await delivered { done in sendFeliCaCommand(commandPacket: commandPacket) { done($0, $1) } }
  }
}
