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
    forget()
    finder.find(in: exchange, bytes: bytes, into: &secrets)
    dropIdentifiers()
  }

  /// Finds the secrets of bytes that belong to no exchange.
  mutating func find(inLoose bytes: Span<UInt8>, side: Side) {
    guard let finder else { return }
    forget()
    finder.find(inLoose: bytes, side: side, into: &secrets)
    dropIdentifiers()
  }

  /// Finds the secrets of a damaged answer as it was captured. Where the command says that its
  /// answer is a secret (PACK to PWD_AUTH), no structure has to be intact for that.
  mutating func find(inDamaged raw: Span<UInt8>, of exchange: Exchange, bytes: Span<UInt8>) {
    find(in: exchange, bytes: bytes)
    let kind = exchange.form == .type2 ? secrets.first?.kind : nil
    find(inLoose: raw, side: .answer)
    if let kind { secrets.append(Secret(kind, .answer, 0..<raw.count)) }
  }

  /// Hides bytes that only their fields tell; nothing where secrets are shown.
  mutating func add(_ secret: Secret) { if isActive { secrets.append(secret) } }

  /// Forgets what was found: bytes without secrets follow.
  mutating func forget() { if !secrets.isEmpty { secrets.removeAll(keepingCapacity: true) } }

  /// Identifiers are no secrets to output.
  private mutating func dropIdentifiers() {
    if !secrets.isEmpty { secrets.removeAll { $0.kind == .id } }
  }

  /// The first byte from an offset on that is a secret's, of a side; nil when none is.
  func secretByte(from offset: Int, of side: Side) -> Int? {
    var first = Int.max
    for secret in secrets where secret.isOf(side) {
      let range = secret.bytes.range
      if range.upperBound > offset { first = min(first, max(offset, range.lowerBound)) }
    }
    return first == .max ? nil : first
  }

  /// Whether a nibble of a side's bytes is hidden. Noted as hidden if so.
  mutating func hides(nibble: Int, of side: Side) -> Bool {
    for secret in secrets where secret.isOf(side) {
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
    !secrets.isEmpty && secrets.contains { $0.isOf(side) && $0.bytes.range.overlaps(range) }
  }

  /// Notes that something was hidden.
  mutating func noteHidden() { hasHidden = true }
}

extension Secret {
  /// Whether it is in a side's bytes.
  fileprivate func isOf(_ other: Side) -> Bool {
    // An `==` of another module is called through the protocol.
    switch (side, other) {
    case (.command, .command), (.answer, .answer): true
    case (.command, .answer), (.answer, .command): false
    }
  }
}

extension ByteBuffer {
  /// Appends a range of a side's bytes in hex, hidden digits as `sign`, and `gap` between bytes.
  mutating func append(
    hex bytes: Span<UInt8>, _ range: Range<Int>, of side: Side, mask: inout Mask,
    sign: StaticString, gap: Bool = false
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      if gap, index > range.lowerBound { append(UInt8(ascii: " ")) }
      let secret = min(mask.secretByte(from: index, of: side) ?? .max, range.upperBound)
      if secret > index {
        if gap {
          append(spaced: bytes.extracting(index..<secret))
        } else {
          append(hex: bytes.extracting(index..<secret))
        }
        index = secret
      } else {
        for half in 0..<2 {
          if mask.hides(nibble: index * 2 + half, of: side) {
            append(sign)
          } else {
            append(Hex.digit(half == 0 ? bytes[index] >> 4 : bytes[index] & 15))
          }
        }
        index += 1
      }
    }
  }
}
