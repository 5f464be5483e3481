import Bytes
import TraceFormat

/// InListPassiveTarget and InAutoPoll: polls, anticollision and activation.
extension PN532 {
  /// InListPassiveTarget: MaxTg, BrTy, what to poll with.
  mutating func poll(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    emulation = nil
    guard body.count >= 2 else { return }
    if isFieldOn == false { turnField(on: true, into: &derived) }
    isFieldOn = true
    registers.setFraming(type: body[1])
    sendPoll(type: body[1], body.extracting(2..<body.count), into: &derived)
  }

  private func sendPoll(
    type: UInt8, _ data: Span<UInt8>, into derived: inout DerivedFrames
  ) {
    switch type {
    case 0, 4:
      // With a UID to look for the chip wakes halted cards too.
      derived.add(.nfcA, .toCard, [data.count >= 4 ? 0x52 : 0x26], lastBits: 7)
    case 1, 2:
      // 00, system code, request code, time slots.
      var frame: [UInt8] = [0x06, 0x00, 0xFF, 0xFF, 0x00, 0x00]
      for index in data.indices.prefix(5) { frame[1 + index] = data[index] }
      derived.add(.nfcF, .toCard, frame, crc: .f)
    case 3: derived.add(.nfcB, .toCard, [0x05, data.count > 0 ? data[0] : 0x00, 0x00], crc: .b)
    default: break
    }
  }

  /// InListPassiveTarget's answer: how many cards, and each one.
  mutating func takeTargets(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    guard body.count >= 1 else { return }
    targets.removeAll(keepingCapacity: true)
    // MaxTg stands behind the command's code, then BrTy.
    let type = request.count >= 3 ? request.span[2] : Self.type(of: body)
    var start = 1
    for count in 0..<min(Int(body[0]), 2) {
      guard start < body.count else { return }
      if count > 0 { sendPoll(type: type, body.extracting(0..<0), into: &derived) }
      let number = body[start]
      let rest = body.extracting(start + 1..<body.count)
      guard let length = activate(number, type: type, rest, into: &derived) else { return }
      start += 1 + length
    }
  }

  /// What the targets are where the command was not captured: an ATQB begins with 50, a SENSF_RES
  /// with its length and 01.
  private static func type(of body: Span<UInt8>) -> UInt8 {
    guard body.count > 4 else { return 0 }
    if body[2] == 0x50, body.count >= 15 { return 3 }
    return body[3] == 0x01 && (body[2] == 0x12 || body[2] == 0x14) ? 1 : 0
  }

  /// InAutoPoll's answer: how many cards, then the type, the length and the data of each.
  mutating func takeFound(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    guard body.count >= 1 else { return }
    emulation = nil
    isFieldOn = true
    targets.removeAll(keepingCapacity: true)
    if body[0] == 0, request.count > 3 {
      var seen: [UInt8] = []
      for index in 3..<request.count where !seen.contains(request.span[index] & 0x07) {
        seen.append(request.span[index] & 0x07)
        sendPoll(type: seen[seen.count - 1], body.extracting(0..<0), into: &derived)
      }
      return
    }
    var cursor = ByteCursor(body)
    do throws(Truncated) {
      try cursor.skip(1)
      for _ in 0..<min(body[0], 2) {
        let type = try cursor.readByte()
        let length = Int(try cursor.readByte())
        let data = try cursor.read(length)
        guard data.count >= 1, type & 0xC0 == 0 else { continue }
        registers.setFraming(type: type & 0x07)
        sendPoll(type: type & 0x07, body.extracting(0..<0), into: &derived)
        _ = activate(
          data[0], type: type & 0x07, data.extracting(1..<data.count), into: &derived)
      }
    } catch { return }
  }

  /// What led to one card, by what the chip says of it. Gives how many bytes that was, nil where it
  /// does not fit.
  private mutating func activate(
    _ number: UInt8, type: UInt8, _ data: Span<UInt8>, into derived: inout DerivedFrames
  ) -> Int? {
    var target = PN532Target(number: number, kind: .tag, type: type, data: [])
    let length: Int?
    switch type {
    case 0: length = activateTypeA(&target, data, into: &derived)
    case 1, 2: length = activateFelica(&target, data, into: &derived)
    case 3: length = activateTypeB(&target, data, into: &derived)
    case 4:
      // SENS_RES and four bytes of the UID of a Jewel, which Type 1 tags are.
      guard data.count >= 2 else { return nil }
      derived.add(.nfcA, .fromCard, [data[1], data[0]])
      length = min(6, data.count)
    default: length = nil
    }
    guard let length else { return nil }
    target.data = Array(copying: data.extracting(0..<length))
    targets.append(target)
    return length
  }

  /// SENS_RES (2, first byte last), SEL_RES, UID with its length before it, ATS.
  private mutating func activateTypeA(
    _ target: inout PN532Target, _ data: Span<UInt8>, into derived: inout DerivedFrames
  ) -> Int? {
    var cursor = ByteCursor(data)
    do throws(Truncated) {
      let atqa = try cursor.read(2)
      let sak = try cursor.readByte()
      let uid = try cursor.read(Int(try cursor.readByte()))
      derived.add(.nfcA, .fromCard, [atqa[1], atqa[0]])
      derived.addSelection(uid, sak: sak)
      guard sak & 0x20 != 0 else { return cursor.offset }
      target.kind = .isoDEP
      guard parameters & 0x10 != 0, let length = cursor.next, length > 0,
        Int(length) <= cursor.remaining
      else { return cursor.offset }
      let ats = try cursor.read(Int(length))
      // FSDI 5 (64 bytes), and CIDs from 0 on.
      derived.add(.nfcA, .toCard, [0xE0, 0x50 | (target.number &- 1) & 0x0F], crc: .a)
      derived.add(.nfcA, .fromCard, ats, crc: .a)
      return cursor.offset
    } catch { return nil }
  }

  /// SENSF_RES, whose first byte is its length.
  private mutating func activateFelica(
    _ target: inout PN532Target, _ data: Span<UInt8>, into derived: inout DerivedFrames
  ) -> Int? {
    guard data.count > 0, Int(data[0]) <= data.count, data[0] >= 10 else { return nil }
    let answer = data.extracting(0..<Int(data[0]))
    derived.add(.nfcF, .fromCard, answer, crc: .f)
    target.kind = .felica
    return answer.count
  }

  /// ATQB (12), then the answer to ATTRIB with its length before it.
  private mutating func activateTypeB(
    _ target: inout PN532Target, _ data: Span<UInt8>, into derived: inout DerivedFrames
  ) -> Int? {
    var cursor = ByteCursor(data)
    do throws(Truncated) {
      let atqb = try cursor.read(12)
      derived.add(.nfcB, .fromCard, atqb, crc: .b)
      target.kind = .isoDEP
      let answer = try cursor.read(Int(try cursor.readByte()))
      // ATTRIB with FSDI 8 (256 bytes), the card's protocol type and CID 0.
      derived.add(
        .nfcB, .toCard,
        [
          0x1D, atqb[1], atqb[2], atqb[3], atqb[4], 0x00, 0x08, atqb[10] & 0x0F, 0x00,
        ], crc: .b)
      if answer.count > 0 { derived.add(.nfcB, .fromCard, answer, crc: .b) }
      return cursor.offset
    } catch { return data.count }
  }

  /// InSelect's answer: the card that was let go of is woken and chosen again.
  mutating func reselect(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    guard body.count >= 1 else { return }
    note(body[0], at: 2, into: &derived)
    guard body[0] & 0x3F == 0, request.count >= 2 else { return }
    for index in targets.indices
    where targets[index].number == request.span[1] && !targets[index].isSelected {
      let target = targets.remove(at: index)
      let data = target.data
      registers.setFraming(type: target.type)
      sendPoll(
        type: target.type, data.span.extracting(0..<min(4, data.count)), into: &derived)
      _ = activate(target.number, type: target.type, data.span, into: &derived)
      return
    }
  }
}

extension DerivedFrames {
  /// Adds a frame with bytes of our own making.
  mutating func add(
    _ link: Link, _ direction: Direction, _ body: [UInt8], crc: CRCKind? = nil,
    lastBits: UInt8 = 0
  ) {
    add(link, direction, body.span, crc: crc, lastBits: lastBits)
  }

  /// Anticollision and SELECT of a Type A card, level by level (ISO/IEC 14443-3): a UID of 7 or 10
  /// bytes comes behind cascade tags, 88. A level that is not the last is answered by SAK 04.
  mutating func addSelection(_ uid: Span<UInt8>, sak: UInt8) {
    guard uid.count == 4 || uid.count == 7 || uid.count == 10 else { return }
    let levels = (uid.count - 1) / 3
    for level in 0..<levels {
      let isLast = level == levels - 1
      var part: [UInt8] = isLast ? [] : [0x88]
      for index in 3 * level..<3 * level + (isLast ? 4 : 3) { part.append(uid[index]) }
      part.append(part[0] ^ part[1] ^ part[2] ^ part[3])
      let code = 0x93 + 2 * UInt8(level)
      add(.nfcA, .toCard, [code, 0x20])
      add(.nfcA, .fromCard, part)
      add(.nfcA, .toCard, [code, 0x70] + part, crc: .a)
      add(.nfcA, .fromCard, [isLast ? sak : 0x04], crc: .a)
    }
  }
}
