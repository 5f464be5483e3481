import Bytes
import Decoding
import Tags

/// A recorded Type 2 tag whose memory was put together from what its reader read: pages can be read in
/// any order and are written to; everything else is answered as it was.
///
/// A READ that begins in a page that was never seen is refused. Where all of the message was seen, what
/// was not is zeros; otherwise a READ that touches it is refused as well, so that no message is made up.
struct RememberedMemory: TagMemory {
  private var pages: DumpedMemory
  private var talk: RecordedMemory
  private var seen: Set<Int>
  private let isWhole: Bool

  init(_ contents: TagContents, _ exchanges: [RecordedExchange]) {
    let image = contents.image
    isWhole = contents.needs.isEmpty
    // Four pages stand in front of the data area.
    let size = max((image.end + 3) / 4, 4 + (contents.capacity ?? 0) / 4) * 4
    let bytes = image.bytes + [UInt8](repeating: 0, count: max(0, size - image.bytes.count))
    pages = DumpedMemory(bytes, version: [], signature: [])
    talk = RecordedMemory(exchanges)
    seen = Set((0..<size / 4).filter { image.isKnown(4 * $0..<4 * $0 + 4) })
  }

  var memory: [UInt8]? { pages.memory }

  mutating func losePower() { pages.losePower() }

  mutating func answer(_ command: [UInt8]) -> TagAnswer {
    switch (command.first, command.count) {
    case (0x30, 2) where mayRead(Int(command[1])):
      return pages.answer(command)
    case (0xA2, 6):
      let answer = pages.answer(command)
      if answer == .acknowledge { seen.insert(Int(command[1])) }
      return answer
    case (0x3A, 3) where command[1] <= command[2]:
      let range = Int(command[1])...Int(command[2])
      guard range.allSatisfy({ seen.contains($0) }), let bytes = pages.memory else {
        return talk.answer(command)
      }
      return .bytes(Array(bytes[4 * range.lowerBound..<4 * range.upperBound + 4]))
    default:
      return talk.answer(command)
    }
  }
}

extension RememberedMemory {
  /// Whether enough of the four pages from one on was seen.
  private func mayRead(_ page: Int) -> Bool {
    guard seen.contains(page) else { return false }
    let last = (pages.memory ?? []).count / 4 - 1
    return isWhole || (page...page + 3).allSatisfy { $0 > last || seen.contains($0) }
  }
}

/// A recorded Type 4 tag whose files were put together from what its reader read: its NDEF application
/// is a live one; everything else is answered as it was.
struct RememberedApplication: CardApplication {
  private var ndef: NDEFApplication
  private var talk: RecordedApplication
  private var isNDEF = false

  init(_ ndef: NDEFApplication, _ talk: RecordedApplication) {
    self.ndef = ndef
    self.talk = talk
  }

  var memory: [UInt8]? { ndef.memory }

  mutating func reset() {
    ndef.reset()
    talk.reset()
    isNDEF = false
  }

  mutating func answer(_ command: [UInt8]) -> [UInt8]? {
    guard command.count >= 4, command[0] == 0x00 else { return talk.answer(command) }
    if command[1] == 0xA4, command[2] == 0x04 {
      let answer = ndef.answer(command)
      isNDEF = answer == StatusWord.done
      return isNDEF ? answer : talk.answer(command)
    }
    return isNDEF ? ndef.answer(command) : talk.answer(command)
  }
}

extension RecordedCard {
  /// The card with a memory of its own, where enough of it was read; otherwise as it was recorded. A
  /// reader that asks in another order than the recorded one gets its answers too.
  package var rememberedCard: (any Card)? {
    guard !isOutOfReach else { return nil }
    guard technology == .nfcA, !speaksNatively else { return card }
    if !speaksInBlocks, answer.isEmpty,
      let tag = contents.first(where: { $0.kind == .type2 && $0.isMain }),
      tag.image.isKnown(12..<16)
    {
      return typeA(.memory(RememberedMemory(tag, exchanges)))
    }
    if let application = rememberedApplication { return typeA(.application(application)) }
    return card
  }

  private var rememberedApplication: RememberedApplication? {
    let files = contents.filter { $0.kind == .type4 }
    guard let container = files.first(where: { $0.part == "file E103" }),
      let layout = Type4Container(container.image), let file = layout.ndef,
      let name = layout.ndef.map({ Hex.text($0.identifier, digits: 4) }),
      let message = files.first(where: { $0.part == "file " + name }), message.needs.isEmpty
    else { return nil }
    let size = min(max(file.size, message.image.end), 1 << 16)
    let bytes = message.image.bytes
    return RememberedApplication(
      NDEFApplication(
        container: container.image.bytes, identifier: file.identifier,
        file: bytes + [UInt8](repeating: 0, count: max(0, size - bytes.count)),
        isWritable: file.write == 0x00),
      RecordedApplication(exchanges))
  }
}
