import Bytes
import TraceFormat

/// What every protocol's reading asks of a frame: its CRC, its time, and whether it answered.
extension Track {
  /// The length of a frame without its CRC, or nil when the CRC is wrong or has no room.
  ///
  /// A frame without a CRC (hardware took it off, or the capture cut it) is all body.
  func body(of bytes: Span<UInt8>, _ frame: Frame, _ kind: CRCKind) -> Int? {
    if frame.flags.lacksCRC { return bytes.count }
    guard bytes.count >= 3 else { return nil }
    let body = bytes.count - 2
    let (found, computed) = Self.check(bytes, kind)
    return found == computed ? body : nil
  }

  /// Whether the card's protocol is known well enough to call a CRC wrong or a frame too short.
  /// Where it is not, the frame may belong to a technology that this link does not name.
  var isProtocolKnown: Bool {
    switch phase {
    case .isoDEP, .type1, .type2, .classic, .felica, .selected, .vicinity, .iclass, .sri: true
    case .idle, .ready, .halted: vicinity.isOnLink
    case .encrypted: false
    }
  }

  /// The CRC that a frame of three bytes or more ends with, and the one it should.
  static func check(_ bytes: Span<UInt8>, _ kind: CRCKind) -> (found: UInt16, computed: UInt16) {
    let body = bytes.extracting(0..<bytes.count - 2)
    let first = UInt16(bytes[bytes.count - 2])
    let last = UInt16(bytes[bytes.count - 1])
    switch kind {
    case .a: return (last << 8 | first, Checksum.crcA(body))
    case .b: return (last << 8 | first, Checksum.crcB(body))
    case .f: return (first << 8 | last, Checksum.crcF(body))
    case .picoPass: return (last << 8 | first, Checksum.reflected(body, preset: 0xE012))
    case .picoPassCommand:
      return (
        last << 8 | first,
        Checksum.reflected(body.extracting(min(1, body.count)..<body.count), preset: 0xE012)
      )
    }
  }

  /// The verdict on a frame whose body was accepted.
  func verdict(_ frame: Frame) -> FrameNote.CRCVerdict {
    !frame.flags.lacksCRC ? .good : .absent
  }

  /// A defect for a wrong CRC. Both values are printed as sent, so CRC_A and CRC_B are swapped.
  func crcDefect(
    _ frame: Frame, _ bytes: Span<UInt8>, _ kind: CRCKind, answered: Bool = false
  ) -> Defect {
    let (found, computed) = Self.check(bytes, kind)
    let isSwapped = kind != .f
    return Defect(
      .crc(
        found: isSwapped ? found.byteSwapped : found,
        computed: isSwapped ? computed.byteSwapped : computed, answered: answered,
        hiddenHalt: Self.hiddenHalt(in: bytes)),
      at: Place(
        frame: frame.number, derived: frame.derived,
        bytes: frameStart + bytes.count - 2..<frameStart + bytes.count),
      visit: 0,
      direction: frame.direction)
  }

  /// Says that a frame's CRC is wrong.
  mutating func noteBadCRC(_ frame: Frame, _ bytes: Span<UInt8>, _ kind: CRCKind) {
    defects.append(crcDefect(frame, bytes, kind))
  }

  /// How many bytes stand before a right HLTA at the frame's end, 0 for none.
  private static func hiddenHalt(in bytes: Span<UInt8>) -> Int {
    let from = bytes.count - 4
    guard from > 0, bytes[from] == 0x50, bytes[from + 1] == 0x00, bytes[from + 2] == 0x57,
      bytes[from + 3] == 0xCD
    else { return 0 }
    return from
  }

  /// A frame as it will be remembered: its start and its end.
  func sight(
    _ frame: Frame, _ bytes: Span<UInt8>, isFelica: Bool = false, isVicinity: Bool = false
  ) -> Sighting {
    let length: Int64
    if let measured = frame.duration, measured > 0 {
      length = measured
    } else {
      let count = bytes.count + (frame.flags.contains(.crcStripped) ? 2 : 0)
      let divisor =
        frame.direction == .toCard ? agreed.receiveDivisor : agreed.sendDivisor
      if isFelica {
        length = AirTime.felica(bytes: count, bitRate: frame.bitRate)
      } else if isVicinity {
        length = AirTime.vicinity(
          bytes: count, isFromCard: frame.direction == .fromCard, isSlow: vicinity.isSlow)
      } else if technology == .nfcB {
        length = AirTime.typeB(bytes: count, divisor: divisor)
      } else {
        let isShort = bytes.count == 1 && frame.direction == .toCard
        length = AirTime.typeA(bytes: count, isShort: isShort, divisor: divisor)
      }
    }
    let start = frame.flags.contains(.stampedAtEnd) ? frame.time - length : frame.time
    return Sighting(
      number: frame.number, derived: frame.derived, time: start, end: start + length)
  }

  /// How long the card was waited for; nil, from then on in this visit, once an answer begins
  /// before its question can have ended.
  mutating func wait(for answer: Sighting, after reader: Sighting?) -> Int64? {
    guard timesAreBelievable, let reader else { return nil }
    guard answer.time >= reader.end else {
      timesAreBelievable = false
      return nil
    }
    return answer.time - reader.end
  }

  /// The card answered the reader's last frame.
  mutating func answered() {
    awaiting = .nothing
    lastReader = nil
  }
}
