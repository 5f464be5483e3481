/// Raises `ndef-signature`.
enum NDEFSignatureRule {
  static let manual = """
    A signature record does not hold together.

    Its fields have lengths, and one of them does not fit, or its version is none that is known. \
    Nothing is verified here: names in certificates are only what they say of themselves.
    """
}
