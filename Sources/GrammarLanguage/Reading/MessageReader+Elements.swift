internal import Bytes

/// Tag-length-value runs, with what their tags say.
extension MessageReader {
  /// Reads the whole of `bytes` as elements, by a `tlv` or by the grammar's own BER dictionary,
  /// below a node for all of them.
  package mutating func readElements(
    _ bytes: Span<UInt8>, dictionary: DictionaryIndex? = nil, into tree: inout FieldTree
  ) {
    append(.data, .message, 0..<bytes.count, into: &tree)
    depth += 1
    readElements(dictionary?.row, bytes, 0..<bytes.count, into: &tree)
    depth -= 1
  }

  /// Reads elements by a dictionary, or by the grammar's own where none is named.
  mutating func readElements(
    _ dictionary: UInt16?, _ bytes: Span<UInt8>, _ range: Range<Int>, into tree: inout FieldTree
  ) {
    let base = depth
    defer { depth = base }
    guard base < FieldTree.depthLimit else {
      problem(
        .element(.tooDeep(limit: FieldTree.depthLimit)), tree.nodes.count - 1,
        at: range.lowerBound, into: &tree)
      return
    }
    let index = Int(dictionary ?? 0)
    let dictionaries = grammar.tables.dictionaries
    var walker = TLVWalker(index < dictionaries.count ? dictionaries[index].shape : .ber, in: range)
    while hasRoom(&tree) {
      do {
        guard let element = try walker.next(in: bytes) else { return }
        depth = base + element.depth
        let meaning = tag(element.tag, in: dictionary, parent: element.parent)
        let node = append(meaning?.label ?? unknownTag, .element, element.value, into: &tree)
        tree.nodes[node].number = UInt64(element.tag)
        tree.nodes[node].lead = UInt8(clamping: element.header.count)
        tree.nodes[node].detail = earlierTwins(of: node, in: tree)
        guard let meaning else { continue }
        checkLength(meaning, node, element, into: &tree)
        if meaning.row.content == .elements { walker.enter(element) }
        readValue(meaning, bytes, element, into: &tree)
      } catch {
        depth = base + error.depth
        let known = tag(error.tag, in: dictionary, parent: error.parent)
        let end = max(error.offset, min(error.parentValue.upperBound, bytes.count))
        let node = append(
          known?.label ?? unknownTag, .element, error.offset..<end, into: &tree)
        tree.nodes[node].number = UInt64(error.tag)
        tree.nodes[node].lead = UInt8(clamping: error.offset - error.start)
        tree.nodes[node].flags.insert(.incomplete)
        problem(.element(error.kind), node, at: error.offset, into: &tree)
      }
    }
  }

  /// Whether bytes that may be anything are elements: they begin with a template that the dictionary
  /// knows, be it damaged, or they are whole elements that begin with a tag that it knows.
  func beginsElements(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first, first < bytes.count, bytes[first] != 0, bytes[first] != 0xFF
    else { return false }
    var walker = TLVWalker(.ber, in: range)
    do {
      guard let element = try walker.next(in: bytes),
        tag(element.tag, in: nil, parent: 0) != nil
      else { return false }
      if element.isConstructed { return true }
      while try walker.next(in: bytes) != nil {}
      return true
    } catch {
      return error.depth == 0 && error.start == first && bytes[first] & 0x20 != 0
        && tag(error.tag, in: nil, parent: 0) != nil
    }
  }

  /// How many elements of the same tag stand before one, in the same element.
  private func earlierTwins(of node: Int, in tree: FieldTree) -> UInt32 {
    let own = tree.nodes[node]
    var index = node
    while index > 0 {
      index -= 1
      let other = tree.nodes[index]
      if other.depth < own.depth { break }
      if other.depth == own.depth, other.kind == .element, other.number == own.number {
        return other.detail + 1
      }
    }
    return 0
  }

  /// What a tag means here, and which grammar says it: no reference, so that asking is cheap.
  struct TagMeaning {
    let holder: Holder
    /// In the index space of all grammars.
    let label: UInt16
    let row: TagRow

    init(_ row: TagRow, of grammar: Grammar, _ holder: Holder) {
      self.row = row
      self.holder = holder
      label = grammar.labelBase + row.label
    }

    /// Whose dictionary it is from.
    enum Holder { case reading, application, base }
  }

  private func grammar(of holder: TagMeaning.Holder) -> Grammar {
    switch holder {
    case .reading: grammar
    case .application: perspective.application ?? grammar
    case .base: perspective.base
    }
  }

  private var unknownTag: UInt16 { grammar.labelBase + ImpliedLabel.element.rawValue }

  private func tag(_ tag: UInt32, in dictionary: UInt16?, parent: UInt32) -> TagMeaning? {
    if let dictionary {
      return grammar.tag(tag, in: dictionary, parent: parent, scope: .root).map {
        TagMeaning($0, of: grammar, .reading)
      }
    }
    return perspective.tag(tag, parent: parent, first: grammar)
  }

  private func checkLength(
    _ meaning: TagMeaning, _ node: Int, _ element: TLVElement, into tree: inout FieldTree
  ) {
    guard !meaning.row.lengths.contains(UInt32(clamping: element.value.count)) else { return }
    tree.nodes[node].flags.insert(.unexpected)
    problem(
      .length(allowed: meaning.row.lengths), node, at: element.value.lowerBound, into: &tree)
  }

  private mutating func readValue(
    _ meaning: TagMeaning, _ bytes: Span<UInt8>, _ element: TLVElement, into tree: inout FieldTree
  ) {
    depth += 1
    defer { depth -= 1 }
    switch meaning.row.content {
    case .elements, .elementsIfAny: break
    case .dictionary(let dictionary):
      var inner = MessageReader(grammar(of: meaning.holder), perspective, states: states)
      inner.depth = depth
      inner.readElements(dictionary, bytes, element.value, into: &tree)
    case .message(let message):
      var inner = MessageReader(grammar(of: meaning.holder), perspective, states: states)
      inner.depth = depth
      inner.readInside(message, bytes, element.value, into: &tree)
    case .bytes:
      switch meaning.row.format {
      case .dol: readTagList(bytes, element.value, hasLengths: true, into: &tree)
      case .tagList: readTagList(bytes, element.value, hasLengths: false, into: &tree)
      case .afl: readFileLocator(bytes, element.value, into: &tree)
      default: break
      }
    }
  }

  /// The tags of a DOL, each with the length that is wanted, or of a plain list.
  private mutating func readTagList(
    _ bytes: Span<UInt8>, _ range: Range<Int>, hasLengths: Bool, into tree: inout FieldTree
  ) {
    var at = range.lowerBound
    var item = 0
    while at < range.upperBound, hasRoom(&tree) {
      let start = at
      var tagNumber = UInt64(bytes[at])
      at += 1
      if tagNumber & 0x1F == 0x1F {
        while at < range.upperBound, at - start < 4 {
          tagNumber = tagNumber << 8 | UInt64(bytes[at])
          at += 1
          if bytes[at - 1] & 0x80 == 0 { break }
        }
      }
      let tagEnd = at
      var isWhole = bytes[tagEnd - 1] & 0x80 == 0 || tagEnd - start == 1
      if tagEnd - start == 1, bytes[start] & 0x1F == 0x1F { isWhole = false }
      if hasLengths {
        if at < range.upperBound { at += 1 } else { isWhole = false }
      }
      let known = tag(UInt32(tagNumber), in: nil, parent: 0)
      let node = append(
        known?.label ?? unknownTag, .entry, start..<at, item: UInt16(clamping: item), into: &tree)
      tree.nodes[node].number = tagNumber
      tree.nodes[node].lead = UInt8(tagEnd - start)
      if !isWhole {
        tree.nodes[node].flags.insert(.incomplete)
        problem(.truncated(needed: 1, available: 0), node, at: at, into: &tree)
      }
      item += 1
    }
  }

  /// EMV Book 3: an application file locator is entries of four bytes.
  private mutating func readFileLocator(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into tree: inout FieldTree
  ) {
    var at = range.lowerBound
    var item = 0
    while at < range.upperBound, hasRoom(&tree) {
      let end = min(at + 4, range.upperBound)
      let node = append(
        grammar.labelBase + ImpliedLabel.bytes.rawValue, .entry, at..<end,
        item: UInt16(clamping: item), into: &tree)
      for index in at..<end {
        tree.nodes[node].number = tree.nodes[node].number << 8 | UInt64(bytes[index])
      }
      if end - at < 4 {
        tree.nodes[node].flags.insert(.incomplete)
        problem(
          .truncated(needed: 4, available: end - at), node, at: range.upperBound, into: &tree)
      }
      at = end
      item += 1
    }
  }
}
