/// The names in an X.509 certificate (ISO/IEC 9594-8): whose it is, and who says so. Nothing is
/// verified.
package struct CertificateName: Equatable, Sendable {
  package var subject = ""
  package var issuer = ""

  /// Reads them by the certificate's outer shape; nil where it is no such certificate.
  ///
  ///     SEQUENCE { SEQUENCE { [0] version, serial, algorithm, issuer, validity, subject, … } … }
  package init?(certificate: [UInt8]) {
    guard let outer = Element(certificate[...]), outer.tag == 0x30,
      let body = Element(outer.value), body.tag == 0x30
    else { return nil }
    var rest = body.value
    var parts: [Element] = []
    while parts.count < 7, let part = Element(rest) {
      rest = part.rest
      if !(parts.isEmpty && part.tag == 0xA0) { parts.append(part) }
    }
    // Serial number, algorithm, issuer, validity, subject.
    guard parts.count >= 5 else { return nil }
    issuer = Self.name(parts[2])
    subject = Self.name(parts[4])
  }

  /// The common name, or the last name that is there.
  private static func name(_ sequence: Element) -> String {
    var found = ""
    var rest = sequence.value
    var count = 0
    while count < 32, let set = Element(rest) {
      rest = set.rest
      count += 1
      guard let pair = Element(set.value), let key = Element(pair.value),
        let value = Element(key.rest)
      else { continue }
      let text = String(decoding: value.value, as: UTF8.self)
      if Array(key.value) == [0x55, 0x04, 0x03] { return text }
      found = text
    }
    return found
  }

  /// One element of DER: its tag, its value, and what stands behind it.
  private struct Element {
    var tag: UInt8
    var value: ArraySlice<UInt8>
    var rest: ArraySlice<UInt8>

    init?(_ bytes: ArraySlice<UInt8>) {
      var at = bytes.startIndex
      guard bytes.count >= 2 else { return nil }
      tag = bytes[at]
      var length = Int(bytes[at + 1])
      at += 2
      if length >= 0x80 {
        let count = length & 0x7F
        guard (1...3).contains(count), bytes.endIndex - at >= count else { return nil }
        length = 0
        for _ in 0..<count {
          length = length << 8 | Int(bytes[at])
          at += 1
        }
      }
      guard bytes.endIndex - at >= length else { return nil }
      value = bytes[at..<at + length]
      rest = bytes[(at + length)...]
    }
  }
}
