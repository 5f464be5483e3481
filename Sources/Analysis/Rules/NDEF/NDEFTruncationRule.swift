/// Raises `ndef-truncated`.
enum NDEFTruncationRule {
  static let manual = """
    An NDEF record claims more bytes than its message has.

    The message was cut when it was written, its length is wrong, or a length in a record is. What is \
    there is told. Bytes that the capture did not see are not counted as missing.
    """
}
