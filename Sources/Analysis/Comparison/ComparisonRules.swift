/// What two traces both show, so that it can be compared.
struct ComparisonRules {
  /// Who the card is.
  let comparesIdentities: Bool
  let comparesResets: Bool
  /// What a host asks of its reader.
  let comparesReaders: Bool
  /// Blocks, retries and everything else that only frames on air show.
  let comparesBlocks: Bool

  init(_ old: TraceDigest, _ new: TraceDigest) {
    comparesIdentities = old.hasIdentities == new.hasIdentities
    comparesResets = old.hasResets && new.hasResets
    // On air nothing of it is seen; between host and reader its absence means that nothing was asked.
    comparesReaders = old.hasFramesOnAir == new.hasFramesOnAir
    comparesBlocks = old.hasFramesOnAir && new.hasFramesOnAir
  }

  /// Whether a step is one that the other side could have.
  func compares(_ step: StepDigest) -> Bool {
    switch step.role {
    case .exchange: true
    case .identity: comparesIdentities
    case .reset: comparesResets
    case .reader: comparesReaders
    }
  }
}

/// Something that only one of two traces shows, so that it is not compared.
package struct NotCompared: Equatable, Sendable {
  package let aspect: Aspect
  /// Whether it is the old trace that lacks it.
  package let isMissingInOld: Bool

  /// What is not compared.
  package enum Aspect: Equatable, Sendable { case blocks, identities, readerCommands }

  static func all(_ old: TraceDigest, _ new: TraceDigest) -> [NotCompared] {
    var all: [NotCompared] = []
    if old.hasIdentities != new.hasIdentities {
      all.append(NotCompared(aspect: .identities, isMissingInOld: !old.hasIdentities))
    }
    if old.hasFramesOnAir != new.hasFramesOnAir {
      all.append(NotCompared(aspect: .blocks, isMissingInOld: !old.hasFramesOnAir))
    }
    if old.hasFramesOnAir != new.hasFramesOnAir, old.hasReaderCommands || new.hasReaderCommands {
      all.append(
        NotCompared(aspect: .readerCommands, isMissingInOld: !old.hasReaderCommands))
    }
    return all
  }
}
