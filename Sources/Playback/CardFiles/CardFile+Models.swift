import Bytes
import Tags

extension CardFile {
  /// The models there are.
  static let models = [
    "ntag213", "ntag215", "ntag216", "type4", "type4b", "felica-lite-s", "payment", "desfire-ndef",
    "icode-slix",
  ]

  /// Makes the card.
  package func card() throws(Wrong) -> any Card {
    if let product = NTAG21x.Product(rawValue: model) { return try tag(product) }
    switch model {
    case "type4": return try type4()
    case "type4b": return try type4B()
    case "felica-lite-s": return try felica()
    case "payment": return try payment()
    case "desfire-ndef": return try desfire()
    case "icode-slix": return try vicinity()
    default:
      let list = Self.models.joined(separator: ", ")
      throw wrong("model", "\(model) is none of \(list)")
    }
  }

  private func tag(_ product: NTAG21x.Product) throws(Wrong) -> any Card {
    try allow(["uid", "ndef", "message", "memory", "signature"])
    let uid = try neededBytes("uid", lengths: [7])
    var memory = try bytes("memory") ?? []
    if let message = try message() { memory = Type2Image.tlv(of: message) + [0xFE] }
    let capacity = NTAG21x.capacity(of: product)
    if memory.count > capacity {
      throw wrong("ndef", "takes \(memory.count) bytes; the tag has \(capacity)")
    }
    let signature =
      try bytes("signature", lengths: [32]) ?? (0..<32).map { 0xA5 ^ UInt8($0) &* 7 }
    return TypeACard(
      TypeAIdentity(atqa: [0x44, 0x00], uid: uid, sak: 0x00),
      .memory(NTAG21x(product, uid: uid, memory: memory, signature: signature)))
  }

  private func type4() throws(Wrong) -> any Card {
    try allow(Self.activation.union(["ndef", "message", "capacity", "writable"]))
    return TypeACard(try identity(), .application(try ndefApplication()))
  }

  private func type4B() throws(Wrong) -> any Card {
    try allow([
      "pupi", "application-data", "protocol-info", "ndef", "message", "capacity", "writable",
    ])
    let pupi = try neededBytes("pupi", lengths: [4])
    let data = try bytes("application-data", lengths: [4]) ?? [0, 0, 0, 0]
    let info = try bytes("protocol-info", lengths: [3]) ?? [0x00, 0x51, 0x71]
    return TypeBCard(answer: pupi + data + info, application: try ndefApplication())
  }

  private func felica() throws(Wrong) -> any Card {
    try allow(["idm", "pmm", "ndef", "message", "memory"])
    var memory = try bytes("memory") ?? []
    if let message = try message() { memory = try attributes(for: message) + message }
    if memory.count > 14 * 16 { throw wrong("memory", "is more than the 14 blocks of the card") }
    return FeliCaLiteS(
      idm: try neededBytes("idm", lengths: [8]),
      pmm: try bytes("pmm", lengths: [8]) ?? FeliCaLiteS.parameters,
      memory: memory)
  }

  /// The attribute block of a Type 3 tag (NFC Forum Type 3 Tag, 6.1): version 1.0, four blocks a
  /// read and one a write, thirteen blocks of data, writable.
  private func attributes(for message: [UInt8]) throws(Wrong) -> [UInt8] {
    guard message.count <= 13 * 16 else {
      throw wrong("ndef", "takes \(message.count) bytes; the card has \(13 * 16)")
    }
    let block: [UInt8] = [
      0x10, 0x04, 0x01, 0x00, 0x0D, 0, 0, 0, 0, 0x00, 0x01, 0x00, 0x00, UInt8(message.count),
    ]
    let sum = block.reduce(0) { $0 + Int($1) }
    return block + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }

  /// A Type 5 tag (NFC Forum Type 5 Tag): the container in block 0, TLVs behind it.
  private func vicinity() throws(Wrong) -> any Card {
    try allow(["uid", "ndef", "message", "memory"])
    let uid = try neededBytes("uid", lengths: [8])
    var memory = try bytes("memory") ?? []
    if let message = try message() {
      memory = [0xE1, 0x40, (112 - 4) / 8, 0x00] + Type2Image.tlv(of: message) + [0xFE]
    }
    if memory.count > 112 { throw wrong("memory", "is more than the 28 blocks of the card") }
    return VicinityCard(uid: uid, memory: memory, blocks: 28, blockSize: 4, reference: 0x01)
  }

  private func desfire() throws(Wrong) -> any Card {
    try allow(Self.activation.union(["ndef", "message", "capacity", "writable"]))
    let identity = try identity()
    guard identity.uid.count == 7 else { throw wrong("uid", "of a DESFire has 7 bytes") }
    return TypeACard(
      identity,
      .application(
        DESFireApplication(
          uid: identity.uid, message: try message() ?? [],
          capacity: try number("capacity", in: 2...8_000) ?? 256,
          isWritable: try flag("writable", otherwise: true))))
  }

  private func payment() throws(Wrong) -> any Card {
    try allow(
      Self.activation.union(["aid", "label", "pdol", "cdol1", "aip", "afl", "atc", "record"]))
    var data = PaymentData()
    data.identifier = try neededBytes("aid")
    data.label = Array((try text("label") ?? "TEST").utf8)
    data.processingList = try bytes("pdol") ?? []
    data.cryptogramList = try neededBytes("cdol1")
    data.profile = try neededBytes("aip", lengths: [2])
    data.locator = try neededBytes("afl")
    data.transactionCounter = UInt16(try number("atc", in: 0...65_000) ?? 0)
    for line in all("record") {
      let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
      guard words.count == 3, let file = UInt8(words[0]), (1...30).contains(file),
        let number = UInt8(words[1]), number > 0, let bytes = Hex.bytes(words[2])
      else { throw wrong("record", "is not SFI, number and hex: \(line)") }
      data.records[PaymentData.RecordPlace(file: file, number: number)] = bytes
    }
    return TypeACard(try identity(), .application(PaymentApplication(data)))
  }

  /// The properties of a card of NFC-A that speaks ISO-DEP.
  private static let activation: Set<String> = ["uid", "atqa", "sak", "ats"]

  private func identity() throws(Wrong) -> TypeAIdentity {
    let isRandom = try text("uid") == "random"
    let uid = isRandom ? [0x08, 0, 0, 0] : try neededBytes("uid", lengths: [4, 7, 10])
    // As the standards print it: high byte first.
    let atqa = try bytes("atqa", lengths: [2]) ?? (uid.count == 4 ? [0x00, 0x04] : [0x03, 0x44])
    return TypeAIdentity(
      atqa: atqa.reversed(), uid: uid, sak: try bytes("sak", lengths: [1])?[0] ?? 0x20,
      ats: try neededBytes("ats"), isRandom: isRandom)
  }

  private func ndefApplication() throws(Wrong) -> NDEFApplication {
    let message = try message() ?? []
    let capacity = try number("capacity", in: 2...32_767) ?? 256
    if message.count + 2 > capacity {
      throw wrong("ndef", "takes \(message.count + 2) bytes; the file has \(capacity)")
    }
    return NDEFApplication(
      message: message, capacity: capacity, isWritable: try flag("writable", otherwise: true))
  }

  /// The NDEF message: a URI, or bytes.
  private func message() throws(Wrong) -> [UInt8]? {
    if let uri = try text("ndef") { return NDEFMessage([URIRecord(uri).record]).bytes }
    return try bytes("message")
  }
}
