@unsafe @preconcurrency import CRing
import Glibc

@testable import Capture

/// The other end of a ring: what a traced program does to it.
@safe final class RingMemory {
  private let memory: UnsafeMutablePointer<nfctrace_ring>

  /// Maps the ring as a program does that has inherited its file.
  convenience init?(_ ring: EventRing) { self.init(file: ring.file) }

  /// Maps the ring by its file's number.
  init?(file: CInt) {
    let size = Int(NFCTRACE_RING_BYTES) + 4096
    guard let map = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      unsafe map != MAP_FAILED
    else { return nil }
    unsafe memory = map.bindMemory(to: nfctrace_ring.self, capacity: 1)
  }

  deinit { unsafe munmap(memory, Int(NFCTRACE_RING_BYTES) + 4096) }

  /// Writes a record; false where there was no room.
  @discardableResult func write(
    _ bytes: [UInt8], kind: nfctrace_kind = NFCTRACE_FRAME, link: UInt8 = 7, direction: UInt8 = 1,
    event: UInt8 = 0, device: UInt32 = 0, time: UInt64 = 0, thread: UInt16 = 1, level: UInt32 = 0,
    process: UInt32 = UInt32(getpid())
  ) -> Bool {
    var what = nfctrace_event()
    what.time = time
    what.pid = process
    what.device = device
    what.kind = UInt8(kind.rawValue)
    what.link = link
    what.direction = direction
    what.event = event
    what.thread = thread
    what.original = level
    return unsafe bytes.withUnsafeBufferPointer { run in
      unsafe nfctrace_ring_write(memory, &what, nil, 0, run.baseAddress, UInt32(run.count)) == 1
    }
  }

  /// Where the next record will be.
  var head: UInt64 { unsafe memory.pointee.head }

  /// What stands at a position.
  func word(at position: UInt64) -> UInt64 {
    unsafe nfctrace_ring_word(memory, position).pointee
  }

  /// Leaves what a writer leaves that is killed after it has claimed its place, and before (or,
  /// with `movesHead`, after) the place behind it was made the next one.
  func abandon(size: UInt32, process: UInt32, movesHead: Bool) {
    let position = head
    unsafe nfctrace_ring_word(memory, position).pointee =
      nfctrace_claim(position, size, process, NFCTRACE_WRITING)
    if movesHead { unsafe memory.pointee.head = position + UInt64(size) }
  }

  /// Writes over eight bytes of the records.
  func scribble(_ word: UInt64, at position: UInt64) {
    unsafe nfctrace_ring_word(memory, position).pointee = word
  }

  /// Flips a bit of the records.
  func flip(_ bit: Int) {
    let position = UInt64(bit / 64 * 8)
    unsafe nfctrace_ring_word(memory, position).pointee ^= 1 << UInt64(bit % 64)
  }
}
