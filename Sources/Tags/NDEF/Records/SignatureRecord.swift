import Bytes

/// A signature over the records before it (NFC Forum, Signature record type, "Sig").
///
///     version | URI present, type | hash type | length | signature or URI
///     | URI present, format, number | certificates, each with its length | URI of the chain's rest
package struct SignatureRecord: Equatable, Sendable {
  package var version: UInt8 = 0
  package var type: UInt8 = 0
  /// Version 1 has none.
  package var hash: UInt8?
  package var signature: [UInt8] = []
  package var signatureURI: String?
  package var certificateFormat: UInt8 = 0
  package var certificates: [[UInt8]] = []
  package var certificateURI: String?

  /// What is wrong with a signature.
  package enum Fault: Equatable, Sendable {
    case version(UInt8)
    case overrun(Field, needed: Int, available: Int)
    case trailing(count: Int)
    case notUTF8(Field)

    /// What ends too soon.
    package enum Field: String, Equatable, Sendable {
      case head = "the signature's head"
      case signature = "the signature"
      case certificate = "a certificate"
      case uri = "the URI of the certificates"
    }
  }
}

extension SignatureRecord {
  /// Reads a payload as far as it is one.
  package init(reading payload: [UInt8], faults: inout PayloadFaults) {
    var cursor = ByteCursor(payload.span)
    do throws(Cut) {
      try read(&cursor, faults: &faults)
    } catch {
      faults.note(
        .signature(
          .overrun(error.field, needed: error.cause.needed, available: error.cause.available)),
        error.cause.offset..<payload.count)
    }
  }

  private struct Cut: Error {
    var field: Fault.Field
    var cause: Truncated
  }

  private mutating func read(
    _ cursor: inout ByteCursor, faults: inout PayloadFaults
  ) throws(Cut) {
    version = UInt8(try number(1, &cursor))
    if version != 0x20, version != 0x01 { faults.note(.signature(.version(version)), 0..<1) }
    let head = try number(1, &cursor)
    type = UInt8(head & 0x7F)
    if version != 0x01 { hash = UInt8(try number(1, &cursor)) }
    let value = try bytes(try number(2, &cursor), .signature, &cursor)
    if head & 0x80 != 0 {
      signatureURI = text(value, .signature, cursor.offset, &faults)
    } else {
      signature = value
    }
    let chain = try number(1, &cursor)
    certificateFormat = UInt8(chain >> 4 & 0x07)
    for _ in 0..<chain & 0x0F {
      certificates.append(try bytes(try number(2, &cursor), .certificate, &cursor))
    }
    if chain & 0x80 != 0 {
      let value = try bytes(try number(2, &cursor), .uri, &cursor)
      certificateURI = text(value, .uri, cursor.offset, &faults)
    }
    if !cursor.isAtEnd {
      faults.note(
        .signature(.trailing(count: cursor.remaining)), cursor.offset..<cursor.bytes.count)
    }
  }

  private func number(_ width: Int, _ cursor: inout ByteCursor) throws(Cut) -> Int {
    do throws(Truncated) {
      return Int(try cursor.readNumber(width))
    } catch {
      throw Cut(field: .head, cause: error)
    }
  }

  private func bytes(
    _ count: Int, _ field: Fault.Field, _ cursor: inout ByteCursor
  ) throws(Cut) -> [UInt8] {
    do throws(Truncated) {
      return [UInt8](run: try cursor.read(count))
    } catch {
      throw Cut(field: field, cause: error)
    }
  }

  private func text(
    _ bytes: [UInt8], _ field: Fault.Field, _ end: Int, _ faults: inout PayloadFaults
  ) -> String {
    if UTF8Text.firstFault(in: bytes) != nil {
      faults.note(.signature(.notUTF8(field)), end - bytes.count..<end)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
