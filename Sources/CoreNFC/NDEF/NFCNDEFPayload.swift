public import Foundation
import Tags

/// A record of an NDEF message.
@preconcurrency open class NFCNDEFPayload: NSObject, NSSecureCoding {
  /// What the type is a name of.
  open var typeNameFormat: NFCTypeNameFormat
  /// The type.
  open var type: Data
  /// The identifier; empty without one.
  open var identifier: Data
  /// The payload.
  open var payload: Data
  /// How large the pieces are in which the payload is written; 0 where it is written in one.
  let chunkSize: Int

  /// Makes a record of its parts.
  public convenience init(
    format: NFCTypeNameFormat, type: Data, identifier: Data, payload: Data
  ) {
    self.init(format: format, type: type, identifier: identifier, payload: payload, chunkSize: 0)
  }

  /// Makes a record whose payload is written in chunks of so many bytes; 0 is not chunked.
  public init(
    format: NFCTypeNameFormat, type: Data, identifier: Data, payload: Data, chunkSize: Int
  ) {
    typeNameFormat = format
    self.type = type
    self.identifier = identifier
    self.payload = payload
    self.chunkSize = max(0, chunkSize)
  }

  /// Takes what a message had.
  convenience init(_ record: NDEFRecord) {
    self.init(
      format: NFCTypeNameFormat(rawValue: record.nameFormat.rawValue) ?? .unknown,
      type: Data(record.type), identifier: Data(record.id), payload: Data(record.payload))
  }

  /// Whether it may be archived so that nothing else can be put in its place: it may.
  open class var supportsSecureCoding: Bool { true }

  /// Reads it from an archive.
  public required init?(coder: NSCoder) {
    guard
      let format = NFCTypeNameFormat(
        rawValue: UInt8(clamping: coder.decodeInteger(forKey: "format"))),
      let type = coder.decodeObject(of: NSData.self, forKey: "type"),
      let identifier = coder.decodeObject(of: NSData.self, forKey: "identifier"),
      let payload = coder.decodeObject(of: NSData.self, forKey: "payload")
    else { return nil }
    typeNameFormat = format
    self.type = Data(referencing: type)
    self.identifier = Data(referencing: identifier)
    self.payload = Data(referencing: payload)
    chunkSize = max(0, coder.decodeInteger(forKey: "chunkSize"))
  }

  /// Writes it into an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(Int(typeNameFormat.rawValue), forKey: "format")
    coder.encode(type as NSData, forKey: "type")
    coder.encode(identifier as NSData, forKey: "identifier")
    coder.encode(payload as NSData, forKey: "payload")
    coder.encode(chunkSize, forKey: "chunkSize")
  }

  /// Two records are equal where all their parts are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NFCNDEFPayload else { return false }
    return record == other.record && chunkSize == other.chunkSize
  }

  /// The same for equal records.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(type)
    hasher.combine(payload)
    return hasher.finalize()
  }

  /// The parts in a line.
  open override var description: String {
    "TNF=\(typeNameFormat.rawValue), Payload Type=\(Self.hex(type)), "
      + "Payload ID=\(Self.hex(identifier)), Payload=\(Self.hex(payload))"
  }

  private static func hex(_ data: Data) -> String {
    "<" + data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + ">"
  }

  /// The record as `Tags` has it.
  var record: NDEFRecord {
    NDEFRecord(
      NDEFRecord.TypeNameFormat(rawValue: typeNameFormat.rawValue) ?? .unknown,
      type: Array(type), id: Array(identifier), payload: Array(payload))
  }
}
