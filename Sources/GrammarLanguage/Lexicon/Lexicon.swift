internal import Synchronization

/// All grammars by name, and their labels in one index space.
///
/// A built-in grammar is read when somebody first asks for it, on whatever thread; a label's number
/// does not depend on the order, because every grammar's share of the numbers is known before.
package final class Lexicon: Sendable {
  private let slots: [Slot]
  /// Which slot each label is of.
  private let slotsOfLabels: [UInt8]
  /// What user files put in place of something else, in words.
  package let conflicts: [String]

  /// One grammar's place.
  private final class Slot: Sendable {
    let name: String
    /// The file that begins it, and those that are parts of it.
    let files: [GrammarFile]
    /// Files of users that add to it.
    let extensions: [GrammarFile]
    let labelBase: UInt16
    let labelCount: Int
    let loaded = AtomicLazyReference<Grammar>()

    init(_ entry: LexiconPlan.Entry, labelBase: UInt16, labelCount: Int, grammar: Grammar?) {
      name = entry.name
      files = [entry.base] + entry.parts
      extensions = entry.extensions
      self.labelBase = labelBase
      self.labelCount = labelCount
      if let grammar { _ = loaded.storeIfNil(grammar) }
    }
  }

  /// Takes the built-in grammars and the user's. A user's grammar of a built-in's name takes its
  /// place; one that extends another is read together with it.
  package init(_ files: [GrammarFile]) throws(GrammarError) {
    var plan = LexiconPlan()
    try plan.add(files)
    var slots: [Slot] = []
    var conflicts = plan.conflicts
    var slotsOfLabels: [UInt8] = []
    var base = 0
    for entry in plan.entries {
      var grammar: Grammar?
      var count = entry.base.builtIn?.labelCount ?? 0
      if entry.base.builtIn == nil || !entry.extensions.isEmpty {
        let read = try entry.load(labelBase: UInt16(clamping: base))
        conflicts += read.conflicts
        grammar = read.grammar
        count = read.grammar.labelCount
      }
      guard base + count <= Int(UInt16.max), slots.count < 256 else {
        throw GrammarError(
          file: entry.base.file, line: 1, column: 1,
          message: "there are more than 256 grammars, or they have more than 65535 labels")
      }
      slots.append(
        Slot(entry, labelBase: UInt16(base), labelCount: count, grammar: grammar))
      slotsOfLabels.append(
        contentsOf: repeatElement(UInt8(clamping: slots.count - 1), count: count))
      base += count
    }
    self.slots = slots
    self.slotsOfLabels = slotsOfLabels
    self.conflicts = conflicts
  }

  /// How many labels all grammars have; they are numbered from 0.
  package var labelCount: Int { slotsOfLabels.count }

  /// The names of all grammars, in order.
  package var names: [String] { slots.map(\.name) }

  /// The files that a grammar was or will be read from, without those of users that extend it.
  package func files(of name: String) -> [GrammarFile] {
    slots.first { $0.name == name }?.files ?? []
  }

  /// The files of users that add to a grammar.
  package func extensions(of name: String) -> [GrammarFile] {
    slots.first { $0.name == name }?.extensions ?? []
  }

  /// A grammar by its name, read now if it is asked for the first time.
  package func grammar(_ name: String) -> Grammar? { place(of: name).flatMap(grammar(at:)) }

  /// Where a grammar stands among all.
  func place(of name: String) -> Int? { slots.firstIndex { $0.name == name } }

  /// The grammar that stands there, read now if it is asked for the first time.
  func grammar(at place: Int) -> Grammar? { load(slots[place]) }

  /// The grammar that owns a label.
  package func grammar(ofLabel label: UInt16) -> Grammar? {
    guard Int(label) < slotsOfLabels.count else { return nil }
    return load(slots[Int(slotsOfLabels[Int(label)])])
  }

  private func load(_ slot: Slot) -> Grammar? {
    if let grammar = slot.loaded.load() { return grammar }
    var tree = StatementTree()
    for file in slot.files {
      guard (try? tree.append(file.bytes, named: file.file)) != nil else { return nil }
    }
    guard
      let grammar = try? Grammar(tree, isChecked: false, labelBase: slot.labelBase),
      grammar.labelCount == slot.labelCount
    else { return nil }
    return slot.loaded.storeIfNil(grammar)
  }
}
