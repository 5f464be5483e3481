/// Everything that one grammar says, as flat tables: nothing in them is found by a string.
struct GrammarTables: Equatable, Sendable {
  var text: [UInt8] = []
  var name: Phrase = .none
  var over: Phrase = .none
  var code: CodePlace = .none
  var wrap: Wrap?
  var sources: [Source] = []

  var labels: [Label] = []
  var values: [NamedValue] = []
  var letters: [Letter] = []
  /// Ranges that `in` and `when` name.
  var ranges: [ClosedRange<UInt64>] = []

  var fields: [Field] = []
  var conditions: [Condition] = []
  var fieldLetters: [FieldLetter] = []
  var messages: [Message] = []
  var messageKeys: [MessageKey] = []
  /// For each first byte of a code, commands and then responses, where its keys begin in
  /// `messageCandidates`; 513 entries, or none without messages.
  var messageStarts: [UInt32] = []
  var messageCandidates: [UInt16] = []
  /// Names that layers ask for once: structs, value sets, labels, states.
  var structures: [Named<UInt16>] = []
  var enumerations: [Named<ValueSet>] = []
  var declaredLabels: [Named<UInt16>] = []
  var states: [Named<UInt8>] = []

  var scopes: [ScopeRow] = [ScopeRow(kind: .root, parent: .root)]
  var scopeAIDs: [Phrase] = []
  var classes: ValueSet?
  var instructions: [InstructionRow] = []
  var statuses: [StatusRow] = []
  var dictionaries: [TagDictionary] = []
  var tags: [TagRow] = []
  var aidNodes: [AIDNode] = []
  var aidEdges: [AIDEdge] = []
  var applications: [ApplicationRow] = []
  var owners: [OwnerRow] = []
  var categories: [Phrase?] = []
  var systems: [RegistryRow] = []
  var services: [RegistryRow] = []
  var products: [ProductRow] = []
  var productPatterns: [ProductPattern] = []
  var productDigits: [ProductDigit] = []

  /// Where facts come from.
  struct Source: Equatable, Sendable {
    let key: Phrase
    let title: Phrase
  }

  /// Messages that also travel inside APDUs.
  struct Wrap: Equatable, Sendable {
    let cla: UInt8
    let sw1: UInt8
  }

  /// A value by its name.
  struct Named<Value: Equatable & Sendable>: Equatable, Sendable {
    let name: Phrase
    let value: Value
  }
}

/// Half a byte of a product's pattern; nil for any.
typealias ProductDigit = UInt8?
