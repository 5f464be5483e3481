import Tags

@testable import Analysis
@testable import Decoding

extension Told {
  /// What was seen of the card's memory, the main part first.
  var contents: [TagContents] { outcomes.first?.contents ?? [] }

  var message: StoredMessage? { contents.first?.messages.first }

  /// The message's records, as far as they were seen.
  var records: [NDEFRecord] {
    message.map { NDEFMessage(reading: $0.bytes).records } ?? []
  }

  var record: NDEFRecord? { records.first }

  /// The blocks of a Type 2 tag's data area.
  var blocks: [TagTLV] {
    guard let image = contents.first?.image else { return [] }
    return TLVScan(image, area: 16..<160).blocks
  }

  /// What the first Lock Control TLV says.
  var control: ControlTLV? {
    guard let image = contents.first?.image, let block = blocks.first,
      let value = image.bytes(of: block.value)
    else { return nil }
    return ControlTLV(value, isLock: true)
  }

  /// The capability container of a Type 4 tag.
  var container: Type4Container? {
    contents.first { $0.part == "file E103" }.flatMap { Type4Container($0.image) }
  }
}
