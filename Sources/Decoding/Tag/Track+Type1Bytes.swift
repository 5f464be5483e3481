import Bytes
import TraceFormat

/// Type 1 commands as they are on air: every byte is a frame of its own, the first one a short frame
/// of seven bits, and the tag answers behind the last one.
///
///     > 01        > 08        > 00        > 11 … > 44     > CRC_B     < 08 2A CRC_B
///     frame 4     frame 5     frame 6
///
/// They are one exchange. A command that breaks off is told with what there is of it.
extension Track {
  /// Takes a frame of one byte into a command; nil where it is none of a Type 1 tag.
  mutating func readType1Byte(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    guard bytes.count == 1, frame.link == .nfcA || frame.link == .iso14443,
      phase == .type1 || activation.atqa == 0x000C || polling.atqa == 0x000C
    else { return nil }
    if isReceivingType1, sighting.time - open.reader.end < Self.type1Pause {
      return goOn(frame, sighting, bytes)
    }
    guard let length = Self.type1Length(bytes[0]) else { return nil }
    beginExchange(.type1, sighting, into: &story)
    type1Length = length
    if technology == .unknown { technology = .nfcA }
    phase = .type1
    return goOn(frame, sighting, bytes)
  }

  /// Whether a command has begun that is not whole.
  private var isReceivingType1: Bool {
    open.isOpen && open.exchange.form == .type1 && type1Length > buffers.command.count
      && buffers.answer.count == 0
  }

  /// The bytes of one command follow each other at once: a later one begins another command.
  private static let type1Pause: Int64 = 20_000_000

  /// How many bytes a command has with its CRC_B; nil for what is no code, REQA and WUPA included.
  private static func type1Length(_ code: UInt8) -> Int? {
    switch code {
    case 0x78, 0x00, 0x01, 0x53, 0x1A: 9
    case 0x10, 0x02, 0x54, 0x1B: 16
    default: nil
    }
  }

  private mutating func goOn(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>
  ) -> Reading {
    appendCommand(bytes, frame: frame.number, offset: 0)
    open.see(sighting)
    awaitAnswer(sighting)
    guard buffers.command.count == type1Length else { return Reading(.type2Command) }
    type1Length = 0
    let (found, computed) = Self.check(buffers.command.span, .b)
    if found != computed {
      open.exchange.commandDamage = .badCRC
      defects.append(
        Defect(
          .crc(
            found: found.byteSwapped, computed: computed.byteSwapped, answered: false,
            hiddenHalt: 0),
          at: Place(frame: frame.number, derived: frame.derived, bytes: 0..<1), visit: 0,
          direction: .toCard))
    }
    buffers.command.truncate(to: buffers.command.count - 2)
    buffers.commandSegments.removeLast(2)
    return Reading(.type2Command, found == computed ? .good : .bad)
  }
}
