import Decoding
import Tags

/// Where a tag keeps its message, whichever of the NFC Forum's types it is.
enum NDEFStore: Sendable {
  /// Types 2 and 5: TLVs in a memory.
  case blocks(BlockStore)
  /// Type 3: FeliCa blocks behind an attribute block.
  case felica(AttributeBlock)
  /// Type 4: a file.
  case file(FileStore)

  /// How large a message may be, in bytes.
  var capacity: Int {
    switch self {
    case .blocks(let store): store.capacity
    case .felica(let attributes): attributes.capacity
    case .file(let store): store.capacity
    }
  }

  var isWritable: Bool {
    switch self {
    case .blocks(let store): store.isWritable
    case .felica(let attributes): attributes.isWritable
    case .file(let store): store.isWritable
    }
  }
}

/// What `NFCNDEFTag` asks for.
extension TagLink {
  /// What the tag is for NDEF, and how large a message it can hold.
  mutating func statusOfNDEF() throws(Refusal) -> (NFCNDEFStatus, Int) {
    guard let store = try findStore() else { return (.notSupported, 0) }
    return (store.isWritable ? .readWrite : .readOnly, store.capacity)
  }

  /// The message's bytes; one of no length is an error.
  mutating func readNDEF() throws(Refusal) -> [UInt8] {
    guard let store = try findStore() else { throw Self.notFormatted }
    let bytes: [UInt8] =
      switch store {
      case .blocks(let store): try read(store)
      case .felica(let attributes): try read(attributes)
      case .file(let store): try read(store)
      }
    guard !bytes.isEmpty else {
      throw Refusal(.ndefReaderSessionErrorZeroLengthMessage, "the tag holds no message")
    }
    return bytes
  }

  /// Writes a message. It is not believed to be there before its length is.
  mutating func writeNDEF(_ message: [UInt8]) throws(Refusal) {
    guard let store = try findStore() else { throw Self.notFormatted }
    guard store.isWritable else {
      throw Refusal(.ndefReaderSessionErrorTagNotWritable, "the tag is read-only")
    }
    guard message.count <= store.capacity else {
      throw Refusal(
        .ndefReaderSessionErrorTagSizeTooSmall,
        "the message has \(message.count) bytes, and the tag room for \(store.capacity)")
    }
    do throws(Refusal) {
      switch store {
      case .blocks(let store): try write(message, into: store)
      case .felica(let attributes): try write(message, into: attributes)
      case .file(let store): try write(message, into: store)
      }
    } catch {
      throw Self.failedUpdate(error)
    }
  }

  /// Makes the tag read-only.
  mutating func lockNDEF() throws(Refusal) {
    guard let store = try findStore() else { throw Self.notFormatted }
    guard store.isWritable else {
      throw Refusal(.ndefReaderSessionErrorTagNotWritable, "the tag is read-only")
    }
    do throws(Refusal) {
      switch store {
      case .blocks(let store): try lock(store)
      case .felica(let attributes): try lock(attributes)
      case .file(let store): try lock(store)
      }
    } catch {
      throw Self.failedUpdate(error)
    }
  }

  private mutating func findStore() throws(Refusal) -> NDEFStore? {
    switch (facts.technology, facts.speaksInBlocks) {
    case (.nfcF, _): try findAttributes().map { .felica($0) }
    case (.nfcV, _): try findType5().map { .blocks($0) }
    case (.nfcA, false): try findType2().map { .blocks($0) }
    case (_, true): try findFile().map { .file($0) }
    case (.nfcB, false), (.apdu, false), (.unknown, false): nil
    }
  }

  private static let notFormatted = Refusal(
    .ndefReaderSessionErrorTagUpdateFailure, "the tag is not formatted for NDEF")

  /// A tag that has gone is gone; whatever else went wrong was a failed update.
  private static func failedUpdate(_ refusal: Refusal) -> Refusal {
    guard refusal.code != .readerTransceiveErrorTagConnectionLost else { return refusal }
    return Refusal(.ndefReaderSessionErrorTagUpdateFailure, refusal.reason)
  }
}
