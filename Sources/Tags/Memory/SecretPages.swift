/// Which pages of a Type 2 tag take a password or keys, as far as the tag has told which chip it is.
///
/// Where it has not, every page counts that is one on any chip: what is hidden without need can be
/// shown, a password that was shown cannot be hidden.
package struct SecretPages: Equatable, Sendable {
  /// The answer to GET_VERSION; empty where it was not asked.
  package var version: [UInt8] = []
  /// The third byte of the capability container, nil where it was not seen.
  package var size: UInt8?
  /// Whether the tag has answered the 3DES or the AES authentication, which only one chip has each.
  package var authentication: Authentication?

  package enum Authentication: Equatable, Sendable { case tripleDES, aes }

  package init() {}

  /// What a page takes; nil for any other page.
  package func kind(of page: Int) -> TagContents.SecretBytes.Kind? {
    for chip in chips {
      if let secret = chip.secret, secret.pages.contains(page) { return secret.kind }
    }
    return nil
  }

  /// What a page holds that was read. A chip reads zeros there, but not everything that speaks like
  /// one does: where nothing tells of a chip, what is read is data.
  package func kind(ofRead page: Int) -> TagContents.SecretBytes.Kind? {
    isTold ? kind(of: page) : nil
  }

  /// Whether something told which chips it may be.
  package var isTold: Bool {
    authentication != nil || Type2Chip(version: version) != nil
      || size.map { !Type2Chip.candidates(size: $0).isEmpty } ?? false
  }

  /// What a page holds, where all chips agree that it may be.
  package func contents(of page: Int) -> ChipPage {
    guard isTold, let first = chips.first?.contents(of: page) else { return .data }
    return chips.allSatisfy { $0.contents(of: page) == first } ? first : .data
  }

  /// The chips that it may be.
  private var chips: [Type2Chip] {
    switch authentication {
    case .tripleDES: return [.ultralightC]
    case .aes: return [.ultralightAES]
    case nil: break
    }
    if let chip = Type2Chip(version: version) { return [chip] }
    // Ultralight Nano and NTAG 210 micro have no password.
    if version.count == 8, version[4] == 2, version[6] == 0x0B { return [] }
    // Ultralight AES has the size of others, and Ultralight C says no version at all.
    if let size {
      let known = Type2Chip.candidates(size: size)
      if !known.isEmpty { return known }
    }
    return Type2Chip.withSecrets
  }
}
