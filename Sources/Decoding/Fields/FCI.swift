import GrammarLanguage

/// What a story tells of the file control information in an answer to SELECT, or of a record of the
/// payment directory: applications on offer, the list of what GET PROCESSING OPTIONS has to send.
///
/// Ranges are counted from the answer's first byte. One value is filled again and again.
package struct FCI: Equatable, Sendable {
  /// The applications of a directory, in its order.
  package private(set) var entries: [Entry] = []
  /// The DF name (tag 84).
  package private(set) var name: Range<Int>?
  /// The label (tag 50), where the FCI is an application's own.
  package private(set) var label: Range<Int>?
  /// The processing options data object list (tag 9F38).
  package private(set) var pdol: Range<Int>?
  /// Whether it is a file control template (6F, 62 or 64) at all.
  package private(set) var isTemplate = false
  /// Whether its structure does not hold together.
  package private(set) var isDamaged = false

  package init() {}

  /// One application of a directory (template 61).
  package struct Entry: Equatable, Sendable {
    /// Tag 4F.
    package var aid: Range<Int>
    /// Tag 50.
    package var label: Range<Int>?
    /// Tag 87, its low four bits; 0 and nil say that there is none.
    package var priority: UInt8?
  }

  /// Reads an answer's data, without SW1-SW2.
  package mutating func read(_ data: Span<UInt8>) {
    entries.removeAll(keepingCapacity: true)
    (name, label, pdol) = (nil, nil, nil)
    isDamaged = false
    isTemplate = false
    var entry = Entry(aid: 0..<0)
    var isOpen = false
    var walker = TLVWalker(.ber, in: 0..<data.count)
    while true {
      do throws(TLVFault) {
        guard let element = try walker.next(in: data) else { break }
        if element.depth == 0 {
          isTemplate =
            isTemplate || element.tag == 0x6F || element.tag == 0x62 || element.tag == 0x64
        }
        if element.parent == 0x61 {
          switch element.tag {
          case 0x4F:
            // One template may name several; each is an application.
            if isOpen { close(&entry) }
            entry.aid = element.value
            isOpen = true
          case 0x50: entry.label = element.value
          case 0x87 where !element.value.isEmpty:
            entry.priority = data[element.value.lowerBound] & 0x0F
          default: break
          }
          continue
        }
        if element.tag == 0x61 {
          if isOpen { close(&entry) }
          entry = Entry(aid: 0..<0)
          isOpen = false
        }
        switch (element.parent, element.tag) {
        case (0x6F, 0x84), (0x62, 0x84): name = name ?? element.value
        case (0xA5, 0x50): label = label ?? element.value
        case (0xA5, 0x9F38): pdol = pdol ?? element.value
        default: break
        }
      } catch {
        isDamaged = true
        if error.parent == 0 { break }
      }
    }
    if isOpen { close(&entry) }
  }

  private mutating func close(_ entry: inout Entry) {
    if !entry.aid.isEmpty { entries.append(entry) }
    entry = Entry(aid: 0..<0)
  }
}
