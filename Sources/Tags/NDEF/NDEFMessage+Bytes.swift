/// Messages as bytes.
extension NDEFMessage {
  /// The message as it is written down: MB and ME where they belong, short records where they fit,
  /// nothing in chunks.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (index, record) in records.enumerated() {
      record.append(to: &bytes, isFirst: index == 0, isLast: index == records.count - 1)
    }
    return bytes
  }
}

extension NDEFRecord {
  /// Whether the header's lengths hold what the record has.
  package var fits: Bool {
    type.count <= 0xFF && id.count <= 0xFF && payload.count <= Int(UInt32.max)
  }

  /// Writes the record behind what is there. What its lengths cannot hold is cut off (see `fits`).
  package func append(to bytes: inout [UInt8], isFirst: Bool, isLast: Bool) {
    let type = type.prefix(0xFF)
    let id = id.prefix(0xFF)
    let isShort = payload.count <= 0xFF
    var flags = nameFormat.rawValue
    if isFirst { flags |= 0x80 }
    if isLast { flags |= 0x40 }
    if isShort { flags |= 0x10 }
    if !id.isEmpty { flags |= 0x08 }
    bytes.append(flags)
    bytes.append(UInt8(type.count))
    let count = UInt32(clamping: payload.count)
    for shift in isShort ? [0] : [24, 16, 8, 0] {
      bytes.append(UInt8(truncatingIfNeeded: count >> UInt32(shift)))
    }
    if !id.isEmpty { bytes.append(UInt8(id.count)) }
    bytes += type
    bytes += id
    bytes += payload.prefix(Int(count))
  }
}
