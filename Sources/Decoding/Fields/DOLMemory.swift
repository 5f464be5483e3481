import Bytes
import GrammarLanguage

/// The data object lists that cards have sent, kept for the commands that answer them: a PDOL until
/// another application is selected, CDOLs and a DDOL likewise.
///
/// One visit's lists are a few hundred bytes. Visits are forgotten at their end.
package struct DOLMemory: Sendable {
  private var visits: [Lists] = []

  package init() {}

  /// The lists of one visit.
  private struct Lists: Sendable {
    var visit: Int
    var lists: [List] = []
    var bytes: [UInt8] = []
  }

  /// One list.
  private struct List: Sendable {
    var channel: UInt8
    var tag: UInt32
    var place: Extent
  }

  /// Lists of one visit that are kept at a time; the oldest goes first.
  private static let listLimit = 32
  /// Visits that are kept at a time, for sources that are interleaved.
  private static let visitLimit = 64

  /// Tags of lists: PDOL, CDOL1, CDOL2, TDOL, DDOL.
  private static func isList(_ tag: UInt32) -> Bool {
    tag == 0x9F38 || tag == 0x8C || tag == 0x8D || tag == 0x97 || tag == 0x9F49
  }

  /// Looks at an exchange of APDUs; call it for every one, in order. `bytes` is the story's.
  package mutating func observe(_ exchange: Exchange, visit: Int, bytes: Span<UInt8>) {
    guard exchange.form == .iso7816, exchange.outcome == .answered, exchange.command.count >= 4,
      exchange.answer.count >= 2
    else { return }
    let command = Int(exchange.command.start)
    let ins = bytes[command + 1]
    let selects = ins == 0xA4 && bytes[command + 2] == 0x04
    guard
      selects && exchange.status.map({ $0 == 0x9000 || $0 >> 8 <= 0x63 }) ?? false
        || ins == 0xB2 && exchange.answer.count > 4
    else { return }
    var index = visits.firstIndex { $0.visit == visit }
    if selects, let index { forget(channel: exchange.channel, in: &visits[index]) }
    let answer = exchange.answer.range.dropLast(2)
    var walker = TLVWalker(.ber, in: answer)
    while true {
      do throws(TLVFault) {
        guard let element = try walker.next(in: bytes) else { return }
        guard Self.isList(element.tag), element.parent != 0, !element.value.isEmpty else {
          continue
        }
        let place = index ?? open(visit)
        index = place
        keep(element, of: exchange.channel, in: &visits[place], bytes: bytes)
      } catch {
        if error.parent == 0 { return }
      }
    }
  }

  /// A list that holds on a channel now, handed to `body` with the bytes it lies in.
  package func withList<Result>(
    _ tag: UInt32, visit: Int, channel: UInt8, _ body: (Span<UInt8>, Range<Int>) -> Result
  ) -> Result? {
    for lists in visits where lists.visit == visit {
      guard let list = lists.lists.last(where: { $0.tag == tag && $0.channel == channel }) else {
        return nil
      }
      return body(lists.bytes.span, list.place.range)
    }
    return nil
  }

  /// Forgets a visit that has ended.
  package mutating func forget(visit: Int) {
    visits.removeAll { $0.visit == visit }
  }

  private mutating func open(_ visit: Int) -> Int {
    if visits.count >= Self.visitLimit { visits.removeFirst() }
    visits.append(Lists(visit: visit))
    return visits.count - 1
  }

  private func forget(channel: UInt8, in lists: inout Lists) {
    lists.lists.removeAll { $0.channel == channel }
    if lists.lists.isEmpty { lists.bytes.removeAll(keepingCapacity: true) }
  }

  private func keep(
    _ element: TLVElement, of channel: UInt8, in lists: inout Lists, bytes: Span<UInt8>
  ) {
    // A list has at most 252 bytes (EMV); more is no list.
    guard element.value.count <= 252 else { return }
    let run = bytes.extracting(element.value)
    for known in lists.lists where known.channel == channel && known.tag == element.tag {
      if isEqual(lists.bytes.span.extracting(known.place.range), run) { return }
    }
    if lists.lists.count >= Self.listLimit {
      lists.lists.removeAll(keepingCapacity: true)
      lists.bytes.removeAll(keepingCapacity: true)
    }
    let start = lists.bytes.count
    lists.bytes.append(run)
    lists.lists.append(
      List(channel: channel, tag: element.tag, place: Extent(start..<lists.bytes.count)))
  }

  private func isEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }
}
