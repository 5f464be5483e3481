package import GrammarLanguage

/// What the hot checks need to know of a tag, in 2 KiB: whether it is a template, whether it is in
/// the dictionary, whether it holds a secret.
///
/// One-byte tags stand at their own number, two-byte tags at `256 × class and form + second byte`
/// behind them; a longer tag is unknown here.
@usableFromInline package struct TagTable: Sendable {
  @usableFromInline package var flags: [Flags]

  package init() { flags = Array(repeating: Flags(rawValue: 0), count: 256 + 8 * 256) }

  /// Takes the tags of a grammar. Of those that hold under one application only, the ones of two
  /// bytes: a short number means too many things elsewhere.
  package init(_ grammar: Grammar?) {
    self.init()
    for fact in grammar?.tagFacts ?? [] where !fact.isScoped || fact.tag > 0xFF {
      let secret = fact.attributes.secret
      enter(
        tag: fact.tag, isTemplate: fact.isTemplate, secret: secret == .id ? nil : secret)
    }
  }

  /// What is known of one tag.
  @usableFromInline package struct Flags: Equatable, Sendable {
    /// Bits 0 to 3: 1 and the secret's kind (0 for none); 6: a template; 7: in the dictionary.
    @usableFromInline package var rawValue: UInt8

    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
    @inlinable package var isKnown: Bool { rawValue & 0x80 != 0 }
    @inlinable package var isTemplate: Bool { rawValue & 0x40 != 0 }
    package var secret: SecretKind? {
      rawValue & 0x0F == 0 ? nil : SecretKind(rawValue: (rawValue & 0x0F) - 1)
    }
  }

  /// What is known of a tag.
  @inlinable package subscript(tag: UInt32) -> Flags {
    guard let index = Self.index(of: tag) else { return Flags(rawValue: 0) }
    return flags[index]
  }

  /// Enters a tag; a tag entered before keeps what it was.
  package mutating func enter(tag: UInt32, isTemplate: Bool, secret: SecretKind?) {
    guard let index = Self.index(of: tag) else { return }
    let template: UInt8 = isTemplate ? 0x40 : 0
    let kind = flags[index].secret ?? secret
    flags[index].rawValue =
      0x80 | flags[index].rawValue & 0x40 | template | (kind.map { $0.rawValue + 1 } ?? 0)
  }

  @inlinable package static func index(of tag: UInt32) -> Int? {
    if tag < 0x100 { return Int(tag) }
    guard tag < 0x1_0000 else { return nil }
    return 256 + Int(tag >> 13) << 8 + Int(tag & 0xFF)
  }
}
