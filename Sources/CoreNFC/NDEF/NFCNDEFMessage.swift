public import Foundation
import Tags

/// An NDEF message.
@preconcurrency open class NFCNDEFMessage: NSObject, NSSecureCoding {
  /// Its records.
  open var records: [NFCNDEFPayload]

  /// Makes a message of records.
  public init(records: [NFCNDEFPayload]) { self.records = records }

  /// Reads exactly one whole and valid message; nil for anything else.
  public convenience init?(data: Data) {
    guard !data.isEmpty, data.count <= Self.longest else { return nil }
    let message = NDEFMessage(reading: Array(data))
    guard message.problems.isEmpty, message.leftOut == 0, !message.records.isEmpty else {
      return nil
    }
    self.init(message)
  }

  /// Takes what was read from a tag.
  convenience init(_ message: NDEFMessage) {
    self.init(records: message.records.map { NFCNDEFPayload($0) })
  }

  /// How many bytes the message takes on a tag.
  open var length: Int { encoded.count }

  /// Whether it may be archived so that nothing else can be put in its place: it may.
  open class var supportsSecureCoding: Bool { true }

  /// Reads it from an archive.
  public required init?(coder: NSCoder) {
    guard
      let records = coder.decodeObject(
        of: [NSArray.self, NFCNDEFPayload.self], forKey: "records") as? [NFCNDEFPayload]
    else { return nil }
    self.records = records
  }

  /// Writes it into an archive.
  open func encode(with coder: NSCoder) { coder.encode(records as NSArray, forKey: "records") }

  /// Two messages are equal where their records are.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NFCNDEFMessage)?.records == records
  }

  /// The same for equal messages.
  open override var hash: Int { records.reduce(records.count) { $0 &* 31 &+ $1.hash } }

  /// The records in a list.
  open override var description: String {
    "(\n" + records.map { "    \"\($0.description)\"" }.joined(separator: ",\n") + "\n)"
  }

  /// Messages and records have up to 128 KB.
  static let longest = 128 * 1024
}

extension NFCNDEFMessage {
  /// The message as it is written: MB in the first record's flags, ME in the last's.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for (index, record) in records.enumerated() {
      let isFirst = index == 0
      let isLast = index == records.count - 1
      if record.chunkSize > 0, record.payload.count > record.chunkSize {
        Self.append(record, isFirst: isFirst, isLast: isLast, to: &bytes)
      } else {
        record.record.append(to: &bytes, isFirst: isFirst, isLast: isLast)
      }
    }
    return bytes
  }

  /// Writes a record in chunks (NFC Forum, NDEF): the first has type and id, each but the last has
  /// the flag CF, and those behind the first are of the format unchanged.
  private static func append(
    _ payload: NFCNDEFPayload, isFirst: Bool, isLast: Bool, to bytes: inout [UInt8]
  ) {
    var rest = Array(payload.payload)[...]
    var record = payload.record
    var hasBegun = false
    while !rest.isEmpty {
      let piece = rest.prefix(payload.chunkSize)
      rest = rest.dropFirst(payload.chunkSize)
      record.payload = Array(piece)
      let start = bytes.count
      record.append(to: &bytes, isFirst: isFirst && !hasBegun, isLast: isLast && rest.isEmpty)
      if !rest.isEmpty { bytes[start] |= 0x20 }
      record = NDEFRecord(.unchanged)
      hasBegun = true
    }
  }
}
