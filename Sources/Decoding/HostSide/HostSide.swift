import Bytes
import TraceFormat

/// What passes between a host and its reader, of one source: unwrapped into the frames on air that
/// follow from it.
///
///     captured frame → its layer → DerivedFrames → the same Track as captured frames on air
///
/// Layers that carry others hand on what is inside: USB a CCID message or a frame of a PN533, CCID
/// an APDU, an APDU a command to a PN532. A source has one of these.
final class HostSide {
  var derived = DerivedFrames()
  /// What is known of each reader, by its bus and address on USB.
  private var readers: [(address: UInt32, reader: Reader)] = []

  private lazy var controller = NCIController()

  /// So many readers of one source are told apart.
  private static let readerLimit = 16

  /// Unwraps a frame, and says what it is; nil for one that a track reads as it is.
  private func read(_ frame: Frame, _ bytes: Span<UInt8>) -> FrameName? {
    derived.begin(frame)
    switch frame.link {
    case .pn532: return reader(at: 0).chip.read(bytes, frame.direction, into: &derived)
    case .ccid: return reader(at: 0).readCCID(bytes, frame.direction, into: &derived)
    case .usb: return readUSB(bytes, isCut: frame.flags.contains(.cut))
    case .gsmtap: return readGSMTAP(bytes)
    case .nci: return controller.read(bytes, frame.direction, into: &derived)
    case .llcp: return readLLCP(bytes)
    case .apdu: return reader(at: 0).readCaptured(bytes, frame.direction, into: &derived)
    default: return nil
    }
  }

  /// Unwraps a frame into `derived`; false for one from which nothing can follow.
  func follow(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    frame.event == .none && !frame.flags.isBadRecord && read(frame, bytes) != nil
  }

  /// An LLCP PDU behind the adapter's number and flags, of which b1 says that the adapter sent it.
  private func readLLCP(_ bytes: Span<UInt8>) -> FrameName {
    guard bytes.count >= 4 else {
      derived.fault = HostFault(kind: .hostFrame(.noCommand), bytes: 0..<bytes.count)
      return .llcp
    }
    derived.add(
      .llcp, bytes[1] & 1 != 0 ? .toCard : .fromCard,
      captured: bytes.extracting(2..<bytes.count), at: 2)
    return .llcp
  }

  /// What is known of a reader; the oldest is forgotten where there are too many.
  func reader(at address: UInt32) -> Reader {
    if let known = readers.first(where: { $0.address == address }) { return known.reader }
    if readers.count >= Self.readerLimit { readers.removeFirst() }
    let new = Reader()
    readers.append((address, new))
    return new
  }

  /// Hands a frame's derived ones to its source's track; false for a frame that the track reads as
  /// it is.
  func unwrap(
    _ frame: Frame, _ bytes: Span<UInt8>, _ track: inout Track, _ notes: inout PendingNotes,
    keepsFrames: Bool, into story: inout Story
  ) -> Bool {
    // What ends an exchange with a chip that did not answer says nothing of the card either.
    if frame.event != .none, readers.contains(where: { $0.reader.chip.owesAnswer }) {
      track.noteSilentReader()
    }
    guard frame.event == .none, !frame.flags.isBadRecord, let name = read(frame, bytes) else {
      return false
    }
    let first = story.entries.count
    track.pass(frame, bytes, into: &story)
    if keepsFrames { notes.add(frame, Reading(name), bytes) }
    if derived.isReaderSilent { track.noteSilentReader() }
    track.peerActivation = derived.peer
    if let fault = derived.fault { track.note(fault, frame, bytes, into: &story) }
    for index in derived.frames.indices {
      let made = derived.frames[index]
      let run = derived.bytes.span.extracting(made.bytes.range)
      track.origin = derived.origins[index] < 0 ? nil : derived.origins[index]
      let reading = track.receive(made, run, into: &story)
      if keepsFrames { notes.add(made, reading, run) }
    }
    track.derived = 0
    track.origin = nil
    if let status = derived.status { track.note(status, frame, into: &story) }
    if keepsFrames { notes.assignVisits(from: first, of: story) }
    return true
  }
}

/// One reader and what is known of it.
final class Reader {
  var chip = PN532()
  var messages = CCIDState()
  var direct = DirectTransmit()
  /// What its device speaks on USB, once a transfer told.
  var speaks: Speech?

  /// What the bulk transfers of a device hold.
  enum Speech { case chip, messages }
}

extension Link {
  /// Whether its frames passed between a host and a reader. Asked of every frame.
  @inline(__always)
  var isHostSide: Bool { rawValue > Link.nfcV.rawValue }
}
