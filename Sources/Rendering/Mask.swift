import Bytes
import Decoding
import GrammarLanguage

/// What of an exchange's bytes is not to be shown.
struct Mask: Sendable {
  /// Empty where secrets are shown, and nearly always.
  private(set) var secrets: [Secret] = []
  /// Whether anything was hidden since the start: whoever prints says so once.
  private(set) var hasHidden = false
  let finder: SecretFinder?

  /// Hides what the finder finds; nothing without one.
  init(_ finder: SecretFinder?) { self.finder = finder }

  /// Whether anything is hidden at all.
  var isActive: Bool { finder != nil }

  /// Finds the secrets of an exchange.
  mutating func find(in exchange: Exchange, bytes: Span<UInt8>) {
    guard let finder else { return }
    secrets.removeAll(keepingCapacity: true)
    finder.find(in: exchange, bytes: bytes, into: &secrets)
    secrets.removeAll { $0.kind == .id }
  }

  /// Finds the secrets of bytes that belong to no exchange.
  mutating func find(inLoose bytes: Span<UInt8>, side: Side) {
    guard let finder else { return }
    secrets.removeAll(keepingCapacity: true)
    finder.find(inLoose: bytes, side: side, into: &secrets)
    secrets.removeAll { $0.kind == .id }
  }

  /// Finds the secrets of a damaged answer as it was captured. Where the command says that its
  /// answer is a secret (PACK to PWD_AUTH), no structure has to be intact for that.
  mutating func find(inDamaged raw: Span<UInt8>, of exchange: Exchange, bytes: Span<UInt8>) {
    find(in: exchange, bytes: bytes)
    let kind = exchange.form == .type2 ? secrets.first?.kind : nil
    find(inLoose: raw, side: .answer)
    if let kind { secrets.append(Secret(kind, .answer, 0..<raw.count)) }
  }

  /// Forgets what was found: bytes without secrets follow.
  mutating func forget() { secrets.removeAll(keepingCapacity: true) }

  /// Whether a nibble of a side's bytes is hidden. Noted as hidden if so.
  mutating func hides(nibble: Int, of side: Side) -> Bool {
    for secret in secrets where secret.side == side {
      let range = secret.bytes.range
      guard range.contains(nibble / 2) else { continue }
      if !secret.shows(nibble: nibble - range.lowerBound * 2) {
        hasHidden = true
        return true
      }
    }
    return false
  }

  /// Whether any byte of a range of a side is a secret's.
  func touches(_ range: Range<Int>, of side: Side) -> Bool {
    secrets.contains { $0.side == side && $0.bytes.range.overlaps(range) }
  }

  /// Notes that something was hidden.
  mutating func noteHidden() { hasHidden = true }
}

extension ByteBuffer {
  /// Appends a range of a side's bytes in hex, hidden digits as `sign`, and `gap` between bytes.
  mutating func append(
    hex bytes: Span<UInt8>, _ range: Range<Int>, of side: Side, mask: inout Mask,
    sign: StaticString, gap: Bool = false
  ) {
    guard !mask.secrets.isEmpty else {
      if gap {
        append(spaced: bytes.extracting(range))
      } else {
        append(hex: bytes.extracting(range))
      }
      return
    }
    for index in range {
      if gap, index > range.lowerBound { append(UInt8(ascii: " ")) }
      for half in 0..<2 {
        if mask.hides(nibble: index * 2 + half, of: side) {
          append(sign)
        } else {
          append(Hex.digit(half == 0 ? bytes[index] >> 4 : bytes[index] & 15))
        }
      }
    }
  }
}
