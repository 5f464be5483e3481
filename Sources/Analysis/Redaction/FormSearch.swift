import Bytes

/// Looks for many forms of values at once.
///
/// Of each form three bytes that follow each other are the anchor: those of its first bytes that differ
/// most, as near to the middle as can be. A bit for each of the 2^24 anchors says whether to look at all,
/// so a byte in which nothing begins costs a shift and a test.
struct FormSearch: Sendable {
  let forms: [ValueForm]
  private var bits: [UInt64] = []
  private var anchored: [UInt32: [Anchor]] = [:]

  /// A form that an anchor belongs to, and where in it, counted in half bytes.
  private struct Anchor {
    let form: Int
    let place: Int
  }

  /// A form that was found: where it begins, counted in half bytes.
  struct Match: Equatable, Sendable {
    var form: Int
    var start: Int
  }

  init(_ forms: [ValueForm]) {
    self.forms = forms
    guard !forms.isEmpty else { return }
    bits = [UInt64](repeating: 0, count: 1 << 18)
    for (index, form) in forms.enumerated() {
      for shift in 0...(form.isDigits ? 1 : 0) { anchor(form, index, shift: shift) }
    }
  }

  private mutating func anchor(_ form: ValueForm, _ index: Int, shift: Int) {
    let bytes = stride(from: shift, to: form.written.count - 1, by: 2).map {
      form.written[$0] << 4 | form.written[$0 + 1]
    }
    guard bytes.count >= 3 else { return }
    let places = 0...min(bytes.count - 3, 12)
    // Numbers of one issuer begin alike, and reversed ones end alike: the middle tells them apart.
    let worth = { (place: Int) in
      (Self.differ(bytes, place), -abs(place - places.count / 2))
    }
    guard let best = places.max(by: { worth($0) < worth($1) }) else { return }
    let key = UInt32(bytes[best]) << 16 | UInt32(bytes[best + 1]) << 8 | UInt32(bytes[best + 2])
    bits[Int(key >> 6)] |= 1 << UInt64(key & 63)
    anchored[key, default: []].append(Anchor(form: index, place: shift + 2 * best))
  }

  private static func differ(_ bytes: [UInt8], _ place: Int) -> Int {
    Set(bytes[place..<place + 3]).count
  }

  /// Appends every form in a range of bytes.
  func find(in bytes: Span<UInt8>, _ range: Range<Int>, into matches: inout [Match]) {
    guard !bits.isEmpty, range.count >= 3 else { return }
    var key = UInt32(bytes[range.lowerBound]) << 8 | UInt32(bytes[range.lowerBound + 1])
    for index in range.lowerBound + 2..<range.upperBound {
      key = (key << 8 | UInt32(bytes[index])) & 0xFF_FFFF
      guard bits[Int(key >> 6)] & 1 << UInt64(key & 63) != 0 else { continue }
      for anchor in anchored[key] ?? [] {
        let start = (index - 2) * 2 - anchor.place
        if stands(forms[anchor.form].written, in: bytes, at: start, range) {
          matches.append(Match(form: anchor.form, start: start))
        }
      }
    }
  }

  private func stands(
    _ written: [UInt8], in bytes: Span<UInt8>, at start: Int, _ range: Range<Int>
  ) -> Bool {
    guard start >= range.lowerBound * 2, start + written.count <= range.upperBound * 2 else {
      return false
    }
    for index in written.indices
    where Nibbles.at(start + index, in: bytes) != written[index] {
      return false
    }
    return true
  }
}
