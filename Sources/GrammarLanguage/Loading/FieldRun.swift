/// The fields of one message while they are compiled, and which names later ones may use.
struct FieldRun {
  var fields: [Field] = []
  /// Inner structs last. A name is looked for from the inside out, latest first.
  var frames: [[Name]] = [[]]
  /// The names of the command that this message answers; nil for one that answers none.
  var command: CommandNames?
  /// Structs that are open, to find one that contains itself.
  var structs: [String] = []
  var slotCount = 0
  /// For a struct alone: names that are not found may be those of a message around it.
  let mayDepend: Bool
  var depends = false
  /// Whether `answer` blocks stand between the fields.
  var hasAnswers = false
  /// Conditions of the `when` blocks around.
  var conditions: [Condition] = []

  init(mayDepend: Bool = false, command: CommandNames? = nil) {
    self.mayDepend = mayDepend
    self.command = command
  }

  /// A name and the number it stands for.
  struct Name {
    var name: String
    let field: Int
    /// For a letter of the field's pattern, which one.
    let letter: Int?
    let isList: Bool
    let isNumber: Bool
  }
}

/// The names that a command's answers may use, and where its fields are.
struct CommandNames {
  let message: UInt16
  let names: [FieldRun.Name]
}

extension FieldRun {
  /// Every field of that name that the place can see, innermost frame only.
  func find(_ name: String) -> [Name] {
    for frame in frames.reversed() {
      let found = frame.filter { $0.name == name }
      if !found.isEmpty { return found }
    }
    return []
  }
}
