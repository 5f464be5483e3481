/// Raises `ndef-vcard`.
enum NDEFCardRule {
  static let manual = """
    A business card is not whole.

    A vCard is text in UTF-8 between BEGIN:VCARD and END:VCARD, with a name in it.
    """
}
