/// Raises `ndef-text`.
enum NDEFTextRule {
  static let manual = """
    A text record does not hold together.

    The first byte has the encoding (bit 7: UTF-16), a reserved bit, and the length of the language; \
    then come the language, a tag such as en-US, and the text. An error is a length that does not \
    fit, or bytes that cannot be UTF-16; a warning what readers show as odd characters or refuse: \
    bytes that are no UTF-8, a language that is no tag, plain ASCII that claims to be UTF-16.
    """
}
