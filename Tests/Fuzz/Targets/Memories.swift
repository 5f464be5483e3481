import Bytes
import Playback
import Tags

/// Tags' memories, from reads and writes in any order, and from dumps.
enum Memories {
  /// A byte for what comes; the rest is laid into a memory in pieces, or is a dump.
  static func run(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    let kind = numbers.byte()
    if kind & 0x80 != 0 {
      guard let dump = CardDump(numbers.rest()) else { return }
      check(dump.contents)
      for part in dump.parts { check(part) }
      // What is written is read again as the same.
      if dump.kind == .type3, let seen = CardDump(seen: dump.contents) {
        let again = CardDump(Array(seen.flipper.utf8))
        expect((0..<0xF0).allSatisfy { again?.image[$0] == seen.image[$0] }, "a dump lasts")
      }
      look(at: dump.image, version: dump.version)
      rewrite(dump.contents)
      return
    }
    var image = MemoryImage(unit: [1, 4, 8, 16][Int(kind & 3)])
    var frame = 0
    while !numbers.isEmpty {
      let what = numbers.byte()
      let address = Int(numbers.number(what & 0x40 == 0 ? 1 : 3))
      let piece = numbers.run(Int(what & 0x3F))
      frame += 1
      if what & 0x80 != 0, piece.isEmpty {
        image.forget(address..<address + 16)
      } else {
        image.lay(
          piece.span, at: address, from: MemoryOrigin(frame: frame, offset: 0),
          as: what & 0x80 == 0 ? .read : .written)
      }
    }
    expect(
      zip(image.runs, image.runs.dropFirst()).allSatisfy {
        $0.range.upperBound <= $1.range.lowerBound
      }, "runs stand apart")
    expect(image.seen <= image.bytes.count, "no more is seen than there is")
    look(at: image, version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03])
  }

  /// What is written of a memory is read back as that of the same card.
  private static func rewrite(_ contents: TagContents) {
    guard let seen = CardDump(seen: contents), !seen.uid.isEmpty else { return }
    guard let again = CardDump(Array(seen.flipper.utf8)) else { return }
    expect(again.kind == seen.kind, "a dump stays of its kind")
    expect(again.uid == seen.uid, "a dump keeps its card")
  }

  private static func look(at image: MemoryImage, version: [UInt8]) {
    var identity = TagIdentity()
    check(TagContents(type2: image, identity))
    identity.version = version
    check(TagContents(type2: image, identity))
    check(TagContents(type1: image))
    check(TagContents(type5: image, size: image.end / 2, status: image, isMultipleRefused: true))
    let classic = TagContents(classic: image)
    check(classic)
    expect(
      classic.classic?.trailers.allSatisfy { $0.range.upperBound <= image.end + 16 } == true,
      "a trailer lies where something was seen")
    check(TagContents(type3: image, isNDEF: true, isLite: false))
    check(TagContents(type3: image, isNDEF: false, isLite: true))
    check(TagContents(container: image))
    let file = Type4Container(image)?.ndef
    check(TagContents(type4: image, file: file, identifier: 0xE104, version: nil))
  }

  private static func check(_ contents: TagContents) {
    for message in contents.messages {
      expect(message.bytes.count <= max(message.length, 0), "a message is as long as it says")
      for place in message.places {
        expect(!place.isEmpty, "a place has bytes")
        _ = contents.image.pieces(of: place)
      }
      _ = message.places(of: 1..<max(1, message.length))
    }
    for fault in contents.faults { _ = contents.image.pieces(of: fault.range) }
    for remark in contents.remarks { _ = contents.image.pieces(of: remark.range) }
    for range in contents.needs { _ = contents.image.units(of: range) }
  }
}
