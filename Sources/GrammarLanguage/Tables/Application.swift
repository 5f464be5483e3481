/// What an application on a card is for.
package enum ApplicationKind: String, Equatable, Sendable, CaseIterable {
  case payment, identity, tag, transit, access, key, telecom, health, loyalty, vehicle
  case signature, management, ticket, platform, other
}

extension ApplicationKind {
  /// The word that grammars and outputs use.
  package var word: String { rawValue }
}

/// A registered application.
struct ApplicationRow: Equatable, Sendable {
  var name: Phrase
  var shortName: Phrase = .none
  var note: Phrase = .none
  /// What it is called on a product of one family, and which family.
  var nameOnFamily: Phrase = .none
  var family: Phrase = .none
  var kind: ApplicationKind
  /// The grammar that explains what is said to it.
  var grammar: Phrase = .none
  var citation: Phrase
}

/// A registered application provider.
struct OwnerRow: Equatable, Sendable {
  var name: Phrase
  var citation: Phrase
}

/// One step of the byte trie of AIDs.
struct AIDNode: Equatable, Sendable {
  /// Rows of `aidEdges`, in ascending order of their bytes.
  var edges: Rows = .none
  /// The application or provider whose identifier ends here.
  var application: UInt16?
  var owner: UInt16?
}

/// The next byte, and where it leads.
struct AIDEdge: Equatable, Sendable {
  let byte: UInt8
  let node: UInt32
}

/// A number of a registry (a FeliCa system or service code) and its name.
struct RegistryRow: Equatable, Sendable {
  var scope: Scope
  var number: UInt16
  var name: Phrase
  var citation: Phrase

  /// What rows are sorted and found by.
  var key: UInt32 { UInt32(scope.index) << 16 | UInt32(number) }
}
