import Bytes
import TraceFormat

/// The blocks of a pcapng file, read from a window of it.
struct PcapngBlocks {
  /// The longest block that is taken into memory; longer ones are stepped over.
  static let longest = 2 * 1024 * 1024

  /// How much of the window is copied at once: not so much that it matters where many batches are
  /// short.
  private static let run = 16 * 1024

  var description = TraceDescription(format: "pcapng")
  var log = DamageLog()
  /// Whether nothing more is read, at the end of the file or where it cannot be told what follows.
  private(set) var isAtEnd = false

  var section: PcapngSection
  /// How long the names of all sources are together; from `mostNames` on they are left out.
  var namesLength = 0
  static let mostNames = 1024 * 1024
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

  init(order: ByteOrder) {
    section = PcapngSection(order: order)
    description.reason = "it begins with a section header block of pcapng"
  }
}

extension PcapngBlocks {
  /// Reads every whole block from `start` on; gives the index behind the last one.
  ///
  /// `offset` is where the window lies in the file. It is copied into the batch in runs, and the
  /// frames point into them.
  mutating func read(
    _ window: Span<UInt8>, from start: Int, at offset: Int64, into batch: inout FrameBatch
  ) -> Int {
    var at = start
    // Where the window's first byte would lie in the batch.
    var base = 0
    // How far it is there; 0 for not at all.
    var copied = 0
    while !isAtEnd {
      if stepping != nil {
        guard stepOn(window, &at, offset) else { break }
        continue
      }
      guard let head = head(window, at: at, offset) else { break }
      guard let kind = PcapngBlock(rawValue: head.type), head.total <= Self.longest else {
        stepOver(head, at: offset + Int64(at))
        if stepping != nil { at += PcapngHead.shortSize }
        continue
      }
      guard window.count - at >= head.total else { break }
      let end = at + head.total
      guard head.order.number32(window, at: end - 4) == UInt32(head.total) else {
        stopAtLength(offset + Int64(at))
        break
      }
      if kind.isPacket, end > copied {
        if copied == 0 {
          base = batch.bytes.count - at
          copied = at
        }
        let next = min(window.count, max(end, copied + Self.run))
        batch.bytes.append(window.extracting(copied..<next))
        copied = next
      }
      // What describes frames begins a batch, so that what is known with a batch does not depend on
      // the pieces in which the file came.
      if !kind.isPacket, !batch.frames.isEmpty { break }
      let body = at + PcapngHead.shortSize..<end - 4
      guard take(kind, body, of: head, window, stored: base, at: offset + Int64(at), into: &batch)
      else { break }
      at = end
    }
    return at
  }

  /// The head of the next block; nil where the window ends in it or none is there.
  private mutating func head(_ window: Span<UInt8>, at: Int, _ offset: Int64) -> PcapngHead? {
    do throws(PcapngHead.Fault) {
      return try PcapngHead(window, at: at, in: section.order)
    } catch {
      stop(error.words, at: offset + Int64(at))
      return nil
    }
  }

  /// Takes in a whole block; false if it has to wait for the next batch.
  private mutating func take(
    _ kind: PcapngBlock, _ body: Range<Int>, of head: PcapngHead, _ window: Span<UInt8>,
    stored base: Int, at position: Int64, into batch: inout FrameBatch
  ) -> Bool {
    let isWhole = body.count >= kind.fixedSize
    if !isWhole { log.note("a block is too short for its type", at: position) }
    switch kind {
    case .section where isWhole: open(window, body, head.order)
    case .interface: addInterface(isWhole ? window.extracting(body) : nil, at: position)
    case .packet where isWhole, .simplePacket where isWhole, .enhancedPacket where isWhole:
      let limit = kind == .simplePacket ? section.interfaces.first?.snapLength ?? 0 : 0
      let packet = PcapngPacket(kind, window, body, section.order, limit: limit)
      return addPacket(packet, in: window, stored: base, at: position, into: &batch)
    default: break
    }
    return true
  }

  /// Begins to step over a block that is of no interest, or too long to be taken in.
  private mutating func stepOver(_ head: PcapngHead, at position: Int64) {
    if let kind = PcapngBlock(rawValue: head.type) {
      guard kind.isPacket else {
        return stop("a block says that it is \(head.total) bytes long", at: position)
      }
      log.note("a packet of \(head.total) bytes is left out", at: position)
    }
    stepping = Stepping(left: head.total - PcapngBlock.frameSize, total: head.total)
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

  private mutating func stopAtLength(_ position: Int64) {
    stop("the lengths before and behind a block differ", at: position)
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
      stopAtLength(offset + Int64(at))
      return false
    }
    at += 4
    stepping = nil
    return true
  }
}
