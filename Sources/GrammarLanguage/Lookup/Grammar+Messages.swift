/// Messages by their code, structs by their names.
extension Grammar {
  /// The command or response whose code stands in a frame, nil where there is none or the frame
  /// ends before it. `bits` is for frames of less than a byte.
  package func message(
    in bytes: Span<UInt8>, isResponse: Bool, bits: UInt8 = 0, scope: Scope = .root
  ) -> MessageIndex? {
    guard case .bytes(let place) = tables.code, place.upperBound <= bytes.count else { return nil }
    var code: UInt32 = 0
    for index in place { code = code << 8 | UInt32(bytes[index]) }
    return message(code: code, isResponse: isResponse, bits: bits, scope: scope)
  }

  /// The command or response of a code.
  package func message(
    code: UInt32, isResponse: Bool, bits: UInt8 = 0, scope: Scope = .root
  ) -> MessageIndex? {
    guard case .bytes(let place) = tables.code, !tables.messageStarts.isEmpty else { return nil }
    let first = Int(code >> UInt32((place.count - 1) * 8))
    guard first < 256 else { return nil }
    let bucket = (isResponse ? 256 : 0) + first
    let candidates = Int(tables.messageStarts[bucket])..<Int(tables.messageStarts[bucket + 1])
    var scope = scope
    while true {
      for candidate in candidates {
        let key = tables.messageKeys[Int(tables.messageCandidates[candidate])]
        if key.scope == scope, key.bits == bits, key.matches(code) {
          return MessageIndex(row: key.message)
        }
      }
      if scope == .root { return nil }
      scope = tables.scopes[Int(scope.index)].parent
    }
  }

  /// What a command describes as its answer; `bits` for one of less than a byte.
  package func answer(to command: MessageIndex, bits: UInt8 = 0) -> MessageIndex? {
    for row in tables.messages[Int(command.row)].answers.range
    where tables.messages[row].bits == bits {
      return MessageIndex(row: UInt16(row))
    }
    return nil
  }

  /// A message's label, in the index space of all grammars.
  package func label(of message: MessageIndex) -> UInt16 {
    labelBase + tables.messages[Int(message.row)].label
  }

  /// A struct that can be read alone. Layers ask once, when they are made.
  package func structure(named name: String) -> MessageIndex? {
    guard let row = tables.structures.first(where: { string($0.name) == name })?.value,
      tables.messages[Int(row)].standsAlone
    else { return nil }
    return MessageIndex(row: row)
  }

  /// A tlv's dictionary. Layers ask once, when they are made.
  package func dictionary(named name: String) -> DictionaryIndex? {
    tables.dictionaries.firstIndex { !$0.name.isEmpty && string($0.name) == name }.map {
      DictionaryIndex(row: UInt16($0))
    }
  }

  /// The names of an enum's values. Layers ask once, when they are made.
  package func enumeration(named name: String) -> ValueSet? {
    tables.enumerations.first { string($0.name) == name }?.value
  }

  /// What `state NAME` declares, an index into `StateValues`. Layers ask once.
  package func state(named name: String) -> UInt8? {
    tables.states.first { string($0.name) == name }?.value
  }

  /// A label that a Swift layer emits, in the index space of all grammars; nil for one that the
  /// grammar does not declare. Layers ask once.
  package func label(named name: String) -> UInt16? {
    if let declared = tables.declaredLabels.first(where: { string($0.name) == name }) {
      return labelBase + declared.value
    }
    guard let implied = ImpliedLabel.allCases.first(where: { $0.name.description == name }) else {
      return nil
    }
    return label(implied)
  }

  /// One of the labels that every grammar has.
  package func label(_ implied: ImpliedLabel) -> UInt16 { labelBase + implied.rawValue }
}
