/// Something in an NDEF message that breaks a rule: what, in which record, at which bytes.
package struct NDEFProblem: Equatable, Sendable {
  package var kind: Kind
  /// The record, counted from 0.
  package var record: Int
  /// In the bytes of the message; empty at the first missing byte.
  package var bytes: Range<Int>

  package init(_ kind: Kind, record: Int, bytes: Range<Int>) {
    self.kind = kind
    self.record = record
    self.bytes = bytes
  }

  /// What breaks a rule.
  package enum Kind: Equatable, Sendable {
    /// The first record lacks MB.
    case noBegin
    /// MB is set behind the first record.
    case secondBegin
    /// The message ends without a record that has ME.
    case noEnd
    /// Bytes behind the record with ME, and how many records they read as, if they do.
    case trailing(count: Int, records: Int)
    /// The header ends before its lengths do.
    case headerCut(needed: Int, available: Int)
    /// The record ends in bytes that were not captured.
    case notCaptured(count: Int)
    /// What the header claims is more than there is.
    case overrun(claimed: Int, available: Int)
    /// TNF 7.
    case reservedFormat
    /// A TNF that needs a type has none.
    case noType(NDEFRecord.TypeNameFormat)
    /// A TNF that allows no type has one.
    case unexpectedType(NDEFRecord.TypeNameFormat, length: Int)
    /// TNF 0 with an id or a payload.
    case emptyWithContent(length: Int)
    /// TNF 6 where no chunk is expected.
    case strayChunk
    /// Not TNF 6 where the next chunk is expected.
    case chunkExpected
    /// A later chunk with an id of its own.
    case chunkWithID(length: Int)
    /// CF and ME in one header.
    case endInChunk
    /// The message ends between the chunks of a record.
    case chunksUnfinished
    /// More records than are kept.
    case tooManyRecords(count: Int)
    /// Messages inside records deeper than is followed.
    case tooDeep(limit: Int)
    /// Payloads below 256 bytes whose length takes four bytes.
    case longForm(records: Int)
    /// 9000 stands where answers ended: status words were not taken off.
    case statusWords(pitch: Int)
    /// The bytes are a text without any record around it.
    case plainText(String)

    // What is wrong inside a payload of each type.
    case text(TextRecord.Fault)
    case uri(URIRecord.Fault)
    case poster(SmartPoster.Fault)
    case signature(SignatureRecord.Fault)
    case handover(HandoverRecord.Fault)
    case wifi(WiFiConfiguration.Fault)
    case bluetooth(BluetoothPairing.Fault)
    case vCard(VCard.Fault)
    case device(DeviceInformation.Fault)
    case typeName(TypeName.Fault)
  }
}
