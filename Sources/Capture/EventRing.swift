@unsafe @preconcurrency import CRing
import Glibc
import TraceFormat

/// The shared memory through which traced programs hand over what they see: the recorder's end.
/// The one file that touches it.
///
/// A program can write into this memory whatever it likes, so nothing found in it is believed
/// before it was checked.
@safe final class EventRing {
  /// The memory's file, which programs inherit.
  let file: CInt
  private let memory: UnsafeMutablePointer<nfctrace_ring>
  private var tail: UInt64 = 0
  /// The record at the tail, once it was looked at.
  private var current = nfctrace_event()

  /// What stands at the tail.
  enum Found: Equatable {
    case nothing
    case event(RingEvent)
    /// A process has not finished writing, or died over it.
    case unfinished(process: Int32)
    /// Somebody changed the record after it was written.
    case damaged
    /// No record begins where one must: somebody wrote over the ring.
    case wrecked
  }

  init() throws(SystemError) {
    var memory: UnsafeMutablePointer<nfctrace_ring>?
    file = unsafe nfctrace_ring_create(&memory)
    guard file >= 0, let memory = unsafe memory else { throw .last }
    unsafe self.memory = memory
  }

  deinit { unsafe nfctrace_ring_destroy(memory, file) }

  /// Looks at the next record, which stays where it is until it is passed.
  func look() -> Found {
    switch unsafe nfctrace_ring_look(memory, tail, &current) {
    case NFCTRACE_NOTHING: .nothing
    case NFCTRACE_EVENT: .event(RingEvent(current))
    case NFCTRACE_UNFINISHED: .unfinished(process: Int32(truncatingIfNeeded: current.pid))
    case NFCTRACE_DAMAGED: .damaged
    default: .wrecked
    }
  }

  /// Appends the bytes of the record that was looked at.
  func copyBytes(into bytes: inout [UInt8]) {
    let count = Int(current.length)
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    unsafe bytes.withUnsafeMutableBufferPointer { room in
      guard let base = room.baseAddress else { return }
      unsafe nfctrace_ring_copy(memory, tail, base + start, UInt32(count))
    }
  }

  /// Gives the record that was looked at back to whoever writes next.
  func pass() { tail = unsafe nfctrace_ring_pass(memory, tail, current.size) }

  /// Lets nobody write any more.
  func end() { unsafe nfctrace_ring_end(memory) }

  /// How many records there was no room for.
  var dropped: UInt64 { unsafe nfctrace_ring_dropped(memory) }

  /// How many processes have loaded the library.
  var attached: Int { Int(unsafe nfctrace_ring_attached(memory)) }
}

/// A record of the ring, without its bytes.
struct RingEvent: Equatable {
  enum Kind: Equatable {
    /// A frame or an event of a reader.
    case frame
    /// What a reader is called.
    case device
    /// A device file that a program opened past the libraries.
    case opened
    /// A library that was asked for readers and had none.
    case called
    /// The command of a call that may make other calls before it is sent.
    case begin
    /// The answer of the thread's innermost call that began, or that there is none.
    case end
    /// A process was forked with readers open.
    case forked
    /// A program was started that gets rights its caller lacks, and that loads no library for it.
    case raised
    case unknown
  }

  let kind: Kind
  /// Nanoseconds on the clock that only goes forward.
  let time: Int64
  let process: Int32
  /// The reader's number; 0 for none.
  let device: UInt32
  let length: Int
  /// The length before the record was cut.
  let original: UInt32
  let link: UInt8
  let direction: UInt8
  let event: UInt8
  let flags: UInt16
  /// Which thread called, for what begins and ends.
  let thread: UInt16

  fileprivate init(_ record: nfctrace_event) {
    switch Int(record.kind) {
    case Int(NFCTRACE_FRAME.rawValue): kind = .frame
    case Int(NFCTRACE_DEVICE.rawValue): kind = .device
    case Int(NFCTRACE_OPENED.rawValue): kind = .opened
    case Int(NFCTRACE_CALLED.rawValue): kind = .called
    case Int(NFCTRACE_BEGIN.rawValue): kind = .begin
    case Int(NFCTRACE_END.rawValue): kind = .end
    case Int(NFCTRACE_FORKED.rawValue): kind = .forked
    case Int(NFCTRACE_RAISED.rawValue): kind = .raised
    default: kind = .unknown
    }
    time = Int64(truncatingIfNeeded: record.time)
    process = Int32(truncatingIfNeeded: record.pid)
    device = record.device
    length = Int(record.length)
    original = record.original
    link = record.link
    direction = record.direction
    event = record.event
    flags = record.flags
    thread = record.thread
  }
}
