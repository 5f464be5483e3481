public import Foundation

/// A FeliCa card, by the system that answered.
///
/// Node and service codes are sent low byte first, as lists of two bytes each; block list elements
/// have two or three bytes, blocks sixteen.
@preconcurrency public protocol NFCFeliCaTag: NFCNDEFTag, __NFCTag {
  /// The system that answered.
  var currentSystemCode: Data { get }
  /// The IDm of that system.
  var currentIDm: Data { get }
  /// Polls for a system of the card.
  func polling(
    systemCode: Data, requestCode: NFCFeliCaPollingRequestCode, timeSlot: NFCFeliCaPollingTimeSlot,
    completionHandler: @escaping (Data, Data, (any Error)?) -> Void)
  /// Asks for the key versions of 1 to 32 nodes.
  func requestService(
    nodeCodeList: [Data], completionHandler: @escaping ([Data], (any Error)?) -> Void)
  /// Asks for the card's mode: 0 to 3.
  func requestResponse(
    completionHandler: @escaping (Int, (any Error)?) -> Void)
  /// Reads blocks.
  func readWithoutEncryption(
    serviceCodeList: [Data], blockList: [Data],
    completionHandler: @escaping (Int, Int, [Data], (any Error)?) -> Void)
  /// Writes blocks.
  func writeWithoutEncryption(
    serviceCodeList: [Data], blockList: [Data], blockData: [Data],
    completionHandler: @escaping (Int, Int, (any Error)?) -> Void)
  /// Asks for the systems of the card.
  func requestSystemCode(
    completionHandler: @escaping ([Data], (any Error)?) -> Void)
  /// Asks for the key versions of nodes, by cipher.
  func requestServiceV2(
    nodeCodeList: [Data],
    completionHandler:
      @escaping (Int, Int, NFCFeliCaEncryptionId, [Data], [Data], (any Error)?) -> Void)
  /// Asks for the version of the card's operating system.
  func requestSpecificationVersion(
    completionHandler: @escaping (Int, Int, Data, Data, (any Error)?) -> Void)
  /// Puts the card back into mode 0.
  func resetMode(
    completionHandler: @escaping (Int, Int, (any Error)?) -> Void)
  /// Sends a command as it is, from its code on; LEN and CRC are added.
  func sendFeliCaCommand(
    commandPacket: Data, completionHandler: @escaping (Data, (any Error)?) -> Void)
}
