internal import Bytes

/// Sorting, so that lookups need no search by string and no allocation.
extension GrammarCompiler {
  mutating func finish() {
    if !classValues.values.isEmpty { tables.classes = store(classValues) }
    tables.labels[Int(ImpliedLabel.cla.rawValue)].values = tables.classes
    aids.write(nodes: &tables.aidNodes, edges: &tables.aidEdges)
    tables.instructions.sort {
      ($0.ins, $0.scope.index, -$0.classes.mask.nonzeroBitCount)
        < ($1.ins, $1.scope.index, -$1.classes.mask.nonzeroBitCount)
    }
    sortStatuses()
    // Among the rows of one tag, those of a scope and those within a template come first.
    tables.tags.sort {
      ($0.key, $1.scope.index, $0.parent == nil ? 1 : 0, $0.parent ?? 0)
        < ($1.key, $0.scope.index, $1.parent == nil ? 1 : 0, $1.parent ?? 0)
    }
    tables.systems.sort { $0.key < $1.key }
    tables.services.sort { $0.key < $1.key }
    indexMessages()
  }

  private mutating func sortStatuses() {
    let order = tables.statuses.indices.sorted { left, right in
      let (first, second) = (tables.statuses[left], tables.statuses[right])
      return (first.key, -first.particularity, left) < (second.key, -second.particularity, right)
    }
    tables.statuses = order.map { tables.statuses[$0] }
  }

  /// For each first byte of a code, which keys fit it, more particular ones first.
  private mutating func indexMessages() {
    guard case .bytes(let place) = tables.code, !tables.messageKeys.isEmpty else { return }
    let shift = UInt32((place.count - 1) * 8)
    let order = tables.messageKeys.indices.sorted { left, right in
      let (first, second) = (tables.messageKeys[left], tables.messageKeys[right])
      return (first.openness, left) < (second.openness, right)
    }
    var buckets = [[UInt16]](repeating: [], count: 512)
    for index in order {
      let key = tables.messageKeys[index]
      for first in 0..<256 where key.canBegin(with: UInt32(first) << shift, shift) {
        buckets[(key.isResponse ? 256 : 0) + first].append(UInt16(index))
      }
    }
    for bucket in buckets {
      tables.messageStarts.append(UInt32(tables.messageCandidates.count))
      tables.messageCandidates.append(contentsOf: bucket)
    }
    tables.messageStarts.append(UInt32(tables.messageCandidates.count))
  }
}

extension MessageKey {
  /// How many codes it takes: 1 is the most particular.
  fileprivate var openness: UInt64 {
    mask == .max ? UInt64(high - low) + 1 : 1 << UInt64((~mask).nonzeroBitCount)
  }

  /// Whether some code with that first byte is one of its own.
  fileprivate func canBegin(with first: UInt32, _ shift: UInt32) -> Bool {
    let part: UInt32 = 0xFF << shift
    if mask == .max { return low & part <= first && first <= high & part }
    return first & mask & part == low & part
  }
}
