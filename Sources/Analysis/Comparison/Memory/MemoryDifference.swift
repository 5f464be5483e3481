import Bytes
import Tags

/// In what two memories of one kind differ, page by page or block by block.
package struct MemoryDifference: Sendable {
  /// What it is of: `type-2`, `type-4 file E104`.
  package let name: String
  /// How many bytes a page or block has.
  package let unit: Int
  package private(set) var rows: [Row] = []
  /// Units that are known on both sides and the same.
  package private(set) var same = 0
  /// Units of which only one side shows anything.
  package private(set) var onlyOld = 0
  package private(set) var onlyNew = 0
  /// Whether only one side has such a memory.
  package let missing: Missing

  /// Which side has no such memory.
  package enum Missing: Equatable, Sendable { case none, old, new }

  /// A page or block that differs; nil for a byte that was not seen.
  package struct Row: Equatable, Sendable {
    package let number: Int
    package let old: [UInt8?]
    package let new: [UInt8?]
    /// Bytes that are nobody's business.
    package let secret: Set<Int>
  }

  /// What a unit is called: `page` of four bytes, otherwise `block`.
  package var word: String { unit == 4 ? "page" : "block" }

  /// Whether anything that both sides show differs.
  package var isSame: Bool { rows.isEmpty && missing == .none }

  /// A memory that only one side has.
  init(_ name: String, unit: Int, missing: Missing) {
    self.name = name
    self.unit = unit
    self.missing = missing
  }

  init(
    _ name: String, _ old: TagContents, _ new: TagContents, _ options: ComparisonOptions,
    unmet: inout [FieldPattern]
  ) {
    self.name = name
    missing = .none
    // A memory of single bytes is shown sixteen at a time.
    let least = max(old.image.unit, new.image.unit)
    unit = least == 1 ? 16 : least
    let end = max(old.image.bytes.count, new.image.bytes.count)
    for number in 0..<(end + unit - 1) / unit {
      let path = "\(word)[\(number)]"
      unmet.removeAll { $0.matches(path) }
      guard options.counts(path) else { continue }
      let range = number * unit..<min((number + 1) * unit, end)
      compare(number, range, old, new)
    }
  }

  private mutating func compare(
    _ number: Int, _ range: Range<Int>, _ old: TagContents, _ new: TagContents
  ) {
    let ours = range.map { old.image[$0] }
    let theirs = range.map { new.image[$0] }
    let isOurs = ours.contains { $0 != nil }
    let isTheirs = theirs.contains { $0 != nil }
    guard isOurs, isTheirs else {
      if isOurs { onlyOld += 1 }
      if isTheirs { onlyNew += 1 }
      return
    }
    // What one side alone shows is no difference.
    guard zip(ours, theirs).contains(where: { $0 != nil && $1 != nil && $0 != $1 }) else {
      same += 1
      return
    }
    let secrets = (old.hidden + new.hidden).map(\.range)
    rows.append(
      Row(
        number: number, old: ours, new: theirs,
        secret: Set(
          range.filter { address in secrets.contains { $0.contains(address) } }
            .map { $0 - range.lowerBound })))
  }

  /// Pairs the memories of two sides and compares them. The options' paths name their units, as
  /// `page[4]` and `block[60]`; those that name any are taken out of `unmet`.
  package static func all(
    _ old: ComparedMemory, _ new: ComparedMemory, _ options: ComparisonOptions,
    unmet: inout [FieldPattern]
  ) -> [MemoryDifference] {
    var all: [MemoryDifference] = []
    var met: Set<Int> = []
    for part in old.contents {
      let alike = new.contents.indices.filter { index in
        !met.contains(index) && part.kind == new.contents[index].kind
          && part.part == new.contents[index].part
      }
      // The same card's memory; where each side has one such memory, that of another card.
      let same = alike.first { new.contents[$0].identity.uid == part.identity.uid }
      let isOnly = old.contents.count { $0.kind == part.kind && $0.part == part.part } == 1
      guard let other = same ?? (isOnly && alike.count == 1 ? alike.first : nil) else {
        all.append(MemoryDifference(part.words, unit: part.image.unit, missing: .new))
        continue
      }
      met.insert(other)
      all.append(
        MemoryDifference(part.words, part, new.contents[other], options, unmet: &unmet))
    }
    for index in new.contents.indices where !met.contains(index) {
      let part = new.contents[index]
      all.append(MemoryDifference(part.words, unit: part.image.unit, missing: .old))
    }
    return all
  }
}

extension TagContents {
  /// What it is and whose: `type-2 04A1B2C3D4E5F6`.
  fileprivate var words: String {
    [kind.rawValue, part, identity.uid.isEmpty ? "" : Hex.text(identity.uid)]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
