public import Foundation

/// A tag of ISO/IEC 15693.
///
/// The UID goes along by itself, and the flag that says so, unless `select` is among the flags. With
/// the flag `option` a block's security status stands before its bytes.
@preconcurrency public protocol NFCISO15693Tag: NFCNDEFTag, __NFCTag {
  /// The UID of eight bytes, E0 first.
  var identifier: Data { get }
  /// The maker's number in the UID.
  var icManufacturerCode: Int { get }
  /// What of the UID the maker has chosen.
  var icSerialNumber: Data { get }
  /// Keeps the tag from answering until it is selected or loses power.
  func stayQuiet(
    completionHandler: @escaping ((any Error)?) -> Void)
  /// Reads a block.
  func readSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: UInt8,
    completionHandler: @escaping (Data, (any Error)?) -> Void)
  /// Writes a block.
  func writeSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: UInt8, dataBlock: Data,
    completionHandler: @escaping ((any Error)?) -> Void)
  /// Locks a block for good.
  func lockBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: UInt8,
    completionHandler: @escaping ((any Error)?) -> Void)
  /// Reads blocks in a row.
  func readMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange,
    completionHandler: @escaping ([Data], (any Error)?) -> Void)
  /// Writes blocks in a row.
  func writeMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange, dataBlocks: [Data],
    completionHandler: @escaping ((any Error)?) -> Void)
  /// Selects the tag.
  func select(
    requestFlags flags: NFCISO15693RequestFlag, completionHandler: @escaping ((any Error)?) -> Void)
  /// Ends the tag's selection, or its silence.
  func resetToReady(
    requestFlags flags: NFCISO15693RequestFlag, completionHandler: @escaping ((any Error)?) -> Void)
  /// Writes the application family.
  func writeAFI(
    requestFlags flags: NFCISO15693RequestFlag, afi: UInt8,
    completionHandler: @escaping ((any Error)?) -> Void)
  /// Locks the application family for good.
  func lockAFI(
    requestFlags flags: NFCISO15693RequestFlag, completionHandler: @escaping ((any Error)?) -> Void)
  /// Writes the data storage format.
  func writeDSFID(
    requestFlags flags: NFCISO15693RequestFlag, dsfid: UInt8,
    completionHandler: @escaping ((any Error)?) -> Void)
  /// Locks the data storage format for good.
  func lockDSFID(
    requestFlags flags: NFCISO15693RequestFlag, completionHandler: @escaping ((any Error)?) -> Void)
  /// Asks for DSFID, AFI, block size, number of blocks and IC reference; -1 for what the tag does not say.
  @available(*, deprecated, renamed: "getSystemInfo(requestFlags:resultHandler:)")
  func getSystemInfo(
    requestFlags flags: NFCISO15693RequestFlag,
    completionHandler: @escaping (Int, Int, Int, Int, Int, (any Error)?) -> Void)
  /// Asks which blocks are locked.
  func getMultipleBlockSecurityStatus(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange,
    completionHandler: @escaping ([NSNumber], (any Error)?) -> Void)
  /// Sends a command of the maker's, A0 to DF; the maker's code is put in.
  func customCommand(
    requestFlags flags: NFCISO15693RequestFlag, customCommandCode: Int,
    customRequestParameters: Data, completionHandler: @escaping (Data, (any Error)?) -> Void)
  /// Reads a block by a number of two bytes.
  func extendedReadSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: Int,
    completionHandler: @escaping (Data, (any Error)?) -> Void)
  /// Writes a block by a number of two bytes.
  func extendedWriteSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: Int, dataBlock: Data,
    completionHandler: @escaping ((any Error)?) -> Void)
  /// Locks a block by a number of two bytes.
  func extendedLockBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: Int,
    completionHandler: @escaping ((any Error)?) -> Void)
  /// Reads blocks in a row by numbers of two bytes.
  func extendedReadMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange,
    completionHandler: @escaping ([Data], (any Error)?) -> Void)
  /// Sends a command of the maker's. A tag of a tag session answers that this is not supported.
  func sendCustomCommand(
    commandConfiguration: NFCISO15693CustomCommandConfiguration,
    completionHandler: @escaping (Data, (any Error)?) -> Void)
  /// Reads blocks in a row. A tag of a tag session answers that this is not supported.
  func readMultipleBlock(
    readConfiguration: NFCISO15693ReadMultipleBlocksConfiguration,
    completionHandler: @escaping (Data, (any Error)?) -> Void)
}
