import Bytes
import GrammarLanguage
import Tags

/// The files of a Type 4 tag's NDEF application, from READ BINARY and UPDATE BINARY.
struct Type4Memory: Sendable {
  private var files: [File] = []

  private struct File: Sendable {
    let identifier: UInt16
    var image = MemoryImage(unit: 1)
    /// The message was changed while its length stood.
    var isUpdated = false
  }

  /// An application has a container, a message, and hardly more.
  private static let mostFiles = 16
  private static let container: UInt16 = 0xE103

  /// Whether an exchange is of the NDEF application: D2760000850100 or …01.
  static func concerns(_ exchange: borrowing Exchange) -> Bool {
    let name = exchange.application
    return name.count == 7 && name.high & ~0x0100 == 0xD276_0000_8501_0000
  }

  var contents: [TagContents] {
    let known = files.first { $0.identifier == Self.container }.map(\.image)
    let container = known.flatMap { Type4Container($0) }
    var parts: [TagContents] = []
    for file in files where file.identifier != Self.container {
      let control = container?.files.first { $0.identifier == file.identifier }
      let isNDEF = control.map { $0.kind != .proprietary } ?? (file.identifier == 0xE104)
      guard isNDEF else {
        var part = TagContents(.type4, file.image)
        part.part = "file " + Hex.text(file.identifier, digits: 4)
        part.isMain = false
        parts.append(part)
        continue
      }
      parts.insert(
        TagContents(
          type4: file.image, file: control, identifier: file.identifier,
          version: container?.version), at: 0)
    }
    if let known {
      var part = TagContents(container: known)
      // Nothing but the container was read: it is what there is to tell of.
      part.isMain = !parts.contains { $0.isMain }
      parts.append(part)
    }
    return parts
  }

  mutating func take(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story,
    _ events: inout [MemoryEvent]
  ) {
    guard exchange.outcome == .answered, let status = exchange.status,
      let identifier = exchange.file
    else { return }
    let command = CommandAPDU(story.bytes.span.extracting(exchange.command.range))
    guard command.cla & 0xFC == 0, command.fault == nil else { return }
    let isGood = status == 0x9000 || status >> 8 == 0x62
    switch command.ins {
    case 0xB0, 0xB1:
      guard isGood,
        let (offset, data) = readPart(command, exchange, in: story), !data.isEmpty,
        let index = index(of: identifier)
      else { return }
      let conflict = files[index].image.lay(
        data, of: exchange.answer, exchange.answerSegments, step: step, in: story, at: offset,
        as: .read)
      if let conflict {
        events.append(
          MemoryEvent(
            kind: .conflict(conflict), place: conflict.after.place(of: conflict.range.count),
            unit: 1))
      }
    case 0xD6, 0xD7:
      guard let (offset, data) = writtenPart(command, exchange, in: story), !data.isEmpty else {
        return
      }
      let frame = step.commandFrame
      let place =
        story.place(of: data, in: exchange.commandSegments) ?? Place(frame: frame, bytes: 0..<0)
      guard status == 0x9000 else {
        events.append(
          MemoryEvent(
            kind: .refused(offset..<offset + data.count, code: nil), place: place, unit: 1))
        return
      }
      guard let index = index(of: identifier) else { return }
      checkOrder(of: index, offset, data.count, place, &events)
      files[index].image.lay(
        data, of: exchange.command, exchange.commandSegments, step: step, in: story, at: offset,
        as: .written)
    default: break
    }
  }

  /// The message may only be changed while NLEN is 0, so that nobody reads half of it (NFC Forum
  /// Type 4 Tag, NDEF write procedure).
  private mutating func checkOrder(
    of index: Int, _ offset: Int, _ count: Int, _ place: Place, _ events: inout [MemoryEvent]
  ) {
    let file = files[index]
    guard file.identifier != Self.container, offset >= 2, !file.isUpdated,
      let field = file.image[0..<2]
    else { return }
    let length = Int(field[0]) << 8 | Int(field[1])
    guard offset < 2 + length else { return }
    files[index].isUpdated = true
    events.append(MemoryEvent(kind: .updateInPlace, place: place, unit: 1))
  }

  private mutating func index(of identifier: UInt16) -> Int? {
    if let index = files.firstIndex(where: { $0.identifier == identifier }) { return index }
    guard files.count < Self.mostFiles else { return nil }
    files.append(File(identifier: identifier))
    return files.count - 1
  }

  /// The offset that READ BINARY asks for, and where its bytes stand in the answer.
  private func readPart(
    _ command: CommandAPDU, _ exchange: borrowing Exchange, in story: borrowing Story
  ) -> (Int, Range<Int>)? {
    let end = exchange.answer.count - 2
    guard end > 0 else { return nil }
    if command.ins == 0xB0 {
      // With b8 of P1 a short identifier names the file, which the tag's own do not.
      guard command.p1 & 0x80 == 0 else { return nil }
      return (Int(command.p1) << 8 | Int(command.p2), 0..<end)
    }
    let bytes = story.bytes.span
    let data = bytes.extracting(
      Int(exchange.command.start) + Int(command.data.start)..<Int(exchange.command.start)
        + command.data.range.upperBound)
    guard let (offset, _) = Self.offset(in: data) else { return nil }
    let answer = bytes.extracting(exchange.answer.range)
    var walker = TLVWalker(.ber, in: 0..<end)
    guard let element = try? walker.next(in: answer), element.tag == 0x53 || element.tag == 0x73
    else { return nil }
    return (offset, element.value)
  }

  /// The offset that UPDATE BINARY writes to, and where its bytes stand in the command.
  private func writtenPart(
    _ command: CommandAPDU, _ exchange: borrowing Exchange, in story: borrowing Story
  ) -> (Int, Range<Int>)? {
    if command.ins == 0xD6 {
      guard command.p1 & 0x80 == 0 else { return nil }
      return (Int(command.p1) << 8 | Int(command.p2), command.data.range)
    }
    let start = Int(exchange.command.start) + Int(command.data.start)
    let data = story.bytes.span.extracting(start..<start + command.data.count)
    guard let (offset, end) = Self.offset(in: data) else { return nil }
    var walker = TLVWalker(.ber, in: end..<data.count)
    guard let element = try? walker.next(in: data), element.tag == 0x53 || element.tag == 0x73
    else { return nil }
    let from = Int(command.data.start)
    return (offset, from + element.value.lowerBound..<from + element.value.upperBound)
  }

  /// The offset data object, 54, of the commands with odd INS, and where it ends.
  private static func offset(in data: Span<UInt8>) -> (Int, Int)? {
    var walker = TLVWalker(.ber, in: 0..<data.count)
    guard let element = try? walker.next(in: data), element.tag == 0x54, element.value.count <= 4
    else { return nil }
    return (element.value.reduce(0) { $0 << 8 | Int(data[$1]) }, element.value.upperBound)
  }
}
