package import Bytes
import CPcap
import Glibc
package import TraceFormat

/// What passes a capture interface, as the bytes of a pcap file that is being written: one reader
/// makes frames of both.
///
/// Packets are handed on as they come. Nothing is kept of them here but those that one call of libpcap
/// gave and nobody has taken yet.
@safe package final class LivePcap: ByteSource {
  package let name: String
  /// The number of its packets' link type.
  package let linkType: UInt32

  private var pcap = unsafe nfctrace_pcap()
  /// Whether the capture is to end.
  private let isOver: () -> Bool
  private var pending = ByteBuffer(capacity: LivePcap.piece)
  private var taken = 0
  private var hasEnded = false

  private static let piece = 64 * 1024
  /// How long a wait is at the most, so that the end is seen soon.
  private static let wait: CInt = 50

  /// How many bytes of a packet are kept unless something else is asked for.
  package static let snapLength = 262_144

  /// Opens an interface. `isOver` is asked now and then whether the capture is to end.
  package init(
    interface name: String, snapLength: Int = LivePcap.snapLength,
    isOver: @escaping () -> Bool
  ) throws(TraceError) {
    self.name = name
    self.isOver = isOver
    var words = [CChar](repeating: 0, count: 256)
    let code = unsafe nfctrace_pcap_open(
      &pcap, name, CInt(clamping: snapLength), &words, words.count)
    linkType = unsafe UInt32(bitPattern: pcap.link_type)
    guard code == CInt(NFCTRACE_PCAP_OPEN) else {
      let said = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw InterfaceFault(code: code, words: String(decoding: said, as: UTF8.self))
        .error(name, interfaces: CaptureInterface.all ?? [])
    }
    appendHeader()
  }

  deinit { unsafe nfctrace_pcap_close(&pcap) }

  /// How many packets were lost since the capture began.
  package var dropped: Int { unsafe Int(nfctrace_pcap_dropped(&pcap)) }

  package func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    while taken == pending.count, !hasEnded {
      pending.clear()
      taken = 0
      try fill()
      if pending.count == 0, !hasEnded {
        if isOver() { return 0 }
        // A signal ends the wait. Where there is nothing to wait for, a descriptor below 0 is none.
        var waiting = pollfd(fd: unsafe pcap.descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&waiting, 1, Self.wait)
      }
    }
    let end = min(pending.count, taken + count)
    buffer.append(pending.span.extracting(taken..<end))
    defer { taken = end }
    return end - taken
  }

  /// Takes the packets that are there.
  private func fill() throws(TraceError) {
    while pending.count < Self.piece {
      var header: UnsafeMutablePointer<nfctrace_pcap_header>?
      var bytes: UnsafePointer<UInt8>?
      let code = unsafe nfctrace_pcap_next(&pcap, &header, &bytes)
      if code == 0 { return }
      guard code > 0, let header = unsafe header, let bytes = unsafe bytes else {
        hasEnded = true
        if code == -1, pending.count == 0, let words = unsafe nfctrace_pcap_words(&pcap) {
          throw TraceError("\(name): \(unsafe String(cString: words))")
        }
        return
      }
      unsafe append(header.pointee, bytes)
    }
  }

  private func append(_ header: nfctrace_pcap_header, _ bytes: UnsafePointer<UInt8>) {
    pending.append(UInt32(truncatingIfNeeded: header.time.tv_sec), .little)
    pending.append(UInt32(truncatingIfNeeded: header.time.tv_usec), .little)
    pending.append(header.kept, .little)
    pending.append(header.original, .little)
    _ = unsafe pending.append(atMost: Int(header.kept)) { room in
      unsafe room.update(fromContentsOf: UnsafeBufferPointer(start: bytes, count: room.count))
    }
  }

  /// The header of a pcap file.
  private func appendHeader() {
    pending.append(unsafe pcap.is_nanoseconds != 0 ? UInt32(0xA1B2_3C4D) : 0xA1B2_C3D4, .little)
    pending.append(UInt16(2), .little)
    pending.append(UInt16(4), .little)
    pending.append(UInt64(0), .little)
    pending.append(UInt32(Self.snapLength), .little)
    pending.append(linkType, .little)
  }
}

/// An interface that can be captured from.
package struct CaptureInterface: Equatable, Sendable {
  package let name: String
  /// What the system says of it; mostly nothing.
  package let words: String

  /// Those that this user can see; nil where libpcap is not installed.
  package static var all: [CaptureInterface]? {
    var all: [CaptureInterface] = []
    let count = unsafe withUnsafeMutablePointer(to: &all) { list in
      unsafe nfctrace_pcap_interfaces(list) { context, name, words in
        guard let context = unsafe context, let name = unsafe name, let words = unsafe words else {
          return
        }
        let list = unsafe context.bindMemory(to: [CaptureInterface].self, capacity: 1)
        unsafe list.pointee.append(
          CaptureInterface(name: String(cString: name), words: String(cString: words)))
      }
    }
    return count < 0 ? nil : all
  }
}
