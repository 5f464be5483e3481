import Bytes
import Decoding
import GrammarLanguage

/// What of pasted bytes is not to be shown.
struct PastedMask: Sendable {
  private let secrets: [Secret]
  /// Whether anything is hidden at all.
  let isActive: Bool
  /// Which kinds were hidden so far, in the order in which they were met.
  private(set) var hidden: [SecretKind] = []

  /// Hides these secrets, and fields that the grammars call secret; nothing where there is no list.
  init(_ secrets: [Secret]?) {
    self.secrets = secrets ?? []
    isActive = secrets != nil
  }

  /// Appends bytes in hex, hidden digits as `sign`. `kind`: the whole field is such a secret.
  mutating func append(
    hex bytes: [UInt8], _ range: Range<Int>, kind: SecretKind?, sign: StaticString,
    into out: inout ByteBuffer
  ) {
    for index in range {
      for half in 0..<2 {
        if hides(nibble: index * 2 + half, kind: kind) {
          out.append(sign)
        } else {
          out.append(Hex.digit(half == 0 ? bytes[index] >> 4 : bytes[index] & 15))
        }
      }
    }
  }

  /// Whether a field's meaning must not be told, because it repeats what is hidden.
  func touches(_ range: Range<Int>, kind: SecretKind?) -> Bool {
    guard isActive else { return false }
    if let kind, kind != .id { return true }
    return secrets.contains { $0.kind != .id && $0.bytes.range.overlaps(range) }
  }

  private mutating func hides(nibble: Int, kind: SecretKind?) -> Bool {
    guard isActive else { return false }
    for secret in secrets where secret.bytes.range.contains(nibble / 2) {
      guard !secret.shows(nibble: nibble - secret.bytes.range.lowerBound * 2) else { return false }
      note(secret.kind)
      return true
    }
    guard let kind, kind != .id else { return false }
    note(kind)
    return true
  }

  /// Notes kinds that were hidden elsewhere.
  mutating func note(_ kinds: [SecretKind]) {
    for kind in kinds { note(kind) }
  }

  private mutating func note(_ kind: SecretKind) {
    if !hidden.contains(kind) { hidden.append(kind) }
  }
}
