import Bytes
import TraceFormat

/// The blocks of a pcapng file, read from a window of it.
struct PcapngBlocks {
  /// The longest block that is taken into memory; longer ones are stepped over.
  static let longest = 2 * 1024 * 1024

  var description = TraceDescription(format: "pcapng")
  var log = DamageLog()
  /// Whether nothing more is read, at the end of the file or where it cannot be told what follows.
  private(set) var isAtEnd = false

  var section: PcapngSection
  /// The sources of the section before, by the places of their interfaces.
  var earlier: [PcapngSection.Interface] = []
  /// How many packets were read.
  var count = 0
  /// The time of the packet before, for one that has none.
  var lastTime: Int64 = 0
  /// Whether any interface was described.
  var hasInterface = false
  private var stepping: Stepping?
  /// Where packets go whose interface nothing describes.
  var strayed: UInt16?

  /// A block that is being stepped over.
  private struct Stepping {
    /// How many bytes of its body are still to come.
    var left: Int
    /// What its last four bytes must say.
    let total: Int
  }

  init(order: ByteOrder) { section = PcapngSection(order: order) }
}

extension PcapngBlocks {
  /// Reads every whole block from `start` on; gives the index behind the last one.
  ///
  /// `offset` is where the window lies in the file. The window is copied into the batch at once,
  /// and the frames point into it.
  mutating func read(
    _ window: Span<UInt8>, from start: Int, at offset: Int64, into batch: inout FrameBatch
  ) -> Int {
    var at = start
    // Where the window's first byte would lie in the batch, once it is there.
    var base: Int?
    while !isAtEnd {
      if stepping != nil {
        guard stepOn(window, &at, offset) else { return at }
        continue
      }
      let head: PcapngHead?
      do throws(PcapngHead.Fault) {
        head = try PcapngHead(window, at: at, in: section.order)
      } catch {
        stop(error.words, at: offset + Int64(at))
        return at
      }
      guard let head else { return at }
      guard let kind = PcapngBlock(rawValue: head.type), head.total <= Self.longest else {
        if head.type == PcapngBlock.section.rawValue || head.type == PcapngBlock.interface.rawValue
        {
          stop("a block says that it is \(head.total) bytes long", at: offset + Int64(at))
          return at
        }
        if PcapngBlock(rawValue: head.type) != nil {
          log.note("a packet of \(head.total) bytes is left out", at: offset + Int64(at))
        }
        stepping = Stepping(left: head.total - PcapngBlock.frameSize, total: head.total)
        at += PcapngHead.shortSize
        continue
      }
      guard window.count - at >= head.total else { return at }
      let end = at + head.total
      guard isClosed(window, head, behind: end - 4) else {
        stop("the lengths before and behind a block differ", at: offset + Int64(at))
        return at
      }
      let body = at + PcapngHead.shortSize..<end - 4
      if body.count < kind.fixedSize {
        log.note("a block is too short for its type", at: offset + Int64(at))
        if kind == .interface { addInterface(nil, at: offset + Int64(at)) }
      } else {
        switch kind {
        case .section: open(window, body, head.order)
        case .interface:
          addInterface(window.extracting(body), at: offset + Int64(at))
        case .packet, .simplePacket, .enhancedPacket:
          let stored: Int
          if let base {
            stored = base
          } else {
            stored = batch.bytes.count - at
            base = stored
            batch.bytes.append(window.extracting(at..<window.count))
          }
          addPacket(
            PcapngPacket(kind, window, body, section), in: window, stored: stored,
            at: offset + Int64(at), into: &batch)
        }
      }
      at = end
    }
    return at
  }

  /// Notes that the file ends, with this many bytes of a block left.
  mutating func end(at position: Int64, left: Int) {
    if left > 0 || stepping != nil { log.note("the file ends inside a block", at: position) }
    isAtEnd = true
  }

  mutating func stop(_ reason: String, at position: Int64) {
    log.note("\(reason); what follows cannot be read", at: position)
    isAtEnd = true
  }

  /// Whether the length behind a block's body is the one before it.
  private func isClosed(_ window: Span<UInt8>, _ head: PcapngHead, behind end: Int) -> Bool {
    head.order.number32(window, at: end) == UInt32(head.total)
  }

  /// Moves over a block that is not read; false where the window ends in it.
  private mutating func stepOn(_ window: Span<UInt8>, _ at: inout Int, _ offset: Int64) -> Bool {
    guard var step = stepping else { return true }
    let count = min(step.left, window.count - at)
    at += count
    step.left -= count
    stepping = step
    guard step.left == 0, window.count - at >= 4 else { return false }
    if section.order.number32(window, at: at) != UInt32(step.total) {
      stop("the lengths before and behind a block differ", at: offset + Int64(at))
      return false
    }
    at += 4
    stepping = nil
    return true
  }
}
