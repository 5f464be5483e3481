/// Raises `ndef-trailing-bytes`.
enum NDEFTrailingRule {
  static let manual = """
    Bytes follow the record with ME inside the message's length.

    ME stands in the wrong record, two messages were written one behind the other, or the length of \
    the message is too large. A reader stops at ME. Where the bytes read as records that is said.
    """
}
