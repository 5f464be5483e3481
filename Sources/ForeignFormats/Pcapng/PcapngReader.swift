import Bytes
package import TraceFormat

/// A pcapng file or stream: any number of sections of either byte order, each with interfaces of
/// any link type and clock.
///
/// An interface is a source of the description; one that has the place, name and link type of an
/// interface of the section before is the same source. Packets are kept as `PcapReader` keeps them.
///
/// A file that NFCGate wrote is known by its two interfaces: `recorder` is `NFCGate`, and
/// `notes["constantBlockNumber"]` is `"1"`. It puts the same byte 02h, where a PCB would be, before
/// everything, so block numbers mean nothing there and equal blocks are not repeats.
package final class PcapngReader: FrameReader {
  package var description: TraceDescription { blocks.description }
  package var damage: [TraceDamage] { blocks.log.entries }

  private var window: InputWindow
  private var blocks: PcapngBlocks

  /// Reads the first section's header.
  package init(_ source: any ByteSource) throws(TraceError) {
    window = InputWindow(source)
    _ = try window.fill(PcapngHead.size)
    let head: PcapngHead?
    do throws(PcapngHead.Fault) {
      head = try PcapngHead(window.bytes.span, at: 0, in: .little)
    } catch {
      throw TraceError("\(source.name): \(error.words)", offset: 0)
    }
    guard let head, head.type == PcapngBlock.section.rawValue else {
      throw TraceError("\(source.name): no pcapng section header at byte 0", offset: 0)
    }
    blocks = PcapngBlocks(order: head.order)
  }

  package func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    while !blocks.isAtEnd {
      let next = blocks.read(
        window.bytes.span, from: window.start, at: window.offset, into: &batch)
      window.advance(to: next)
      if !batch.frames.isEmpty { return true }
      if !blocks.isAtEnd, try !window.refill() {
        blocks.end(at: window.position, left: window.count)
      }
    }
    return false
  }
}
