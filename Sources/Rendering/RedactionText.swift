package import Analysis
import GrammarLanguage

extension RedactionReport {
  /// What was replaced by kind and count, and what nobody can vouch for: lines that end in a newline.
  package func text(of name: String) -> String {
    var lines = ["\(name): \(Self.count(frames, "frame")), \(changedFrames) changed"]
    if rows.isEmpty {
      if kept == 0 { lines.append("  nothing that is marked secret was found") }
    } else {
      lines.append("  replaced         values  places")
      for row in rows {
        lines.append(
          "  \(Self.pad(row.kind.plural, 15))\(Self.pad(row.values, 8))\(Self.pad(row.places, 8))")
      }
    }
    if enciphered > 0 {
      let list = classicKeys.prefix(4).joined(separator: ", ")
      lines.append(
        "  \(Self.count(enciphered, "frame")) of MIFARE Classic enciphered anew, with "
          + "\(classicKeys.count == 1 ? "key" : "keys") \(list)\(classicKeys.count > 4 ? " …" : "")"
      )
    }
    if blanked > 0 {
      lines.append(
        "  \(Self.count(blanked, "frame")) of MIFARE Classic blanked: no key fits, and what is "
          + "enciphered gives its key away")
    }
    if kept > 0 {
      lines.append(
        kept == 1
          ? "  1 value is a substitute already" : "  \(kept) values are substitutes already")
    }
    if unsearched > 0 {
      lines.append(
        "  \(Self.count(unsearched, "value")) too short or too plain to be looked for elsewhere")
    }
    if left > 0 { lines.append("  \(Self.count(left, "value")) could not be removed") }
    let kinds = caveats.counts.keys.sorted()
    if !kinds.isEmpty { lines.append("  not vouched for:") }
    for kind in kinds { lines.append("    \(words(for: kind))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func words(for kind: Caveats.Kind) -> String {
    let count = caveats.counts[kind] ?? 0
    let named = caveats.frames[kind] ?? []
    let list = named.map(String.init).joined(separator: ", ")
    let frames = "\(count == 1 ? "frame" : "frames") \(list)\(count > named.count ? " …" : "")"
    return switch kind {
    case .ciphertext: "ciphertext, kept as it is: \(frames)"
    case .secureMessaging: "secure messaging, kept as it is: \(frames)"
    case .authentication: "what the card enciphered after authentication: \(frames)"
    case .certificate: "certificates and signatures, which may give a number away: \(frames)"
    case .damaged: "damaged, searched as bytes: \(frames)"
    case .unread: "not understood, searched as bytes: \(frames)"
    case .comment: "comments, searched for the same values only: \(frames)"
    }
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
  }
}

extension SecretKind {
  /// What a person calls several of them.
  fileprivate var plural: String {
    switch self {
    case .pan: "card numbers"
    case .track: "track data"
    case .name: "names"
    case .date: "dates"
    case .pin: "PINs"
    case .key: "keys"
    case .password: "passwords"
    case .id: "identifiers"
    }
  }
}
