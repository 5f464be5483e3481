/// Raises `ndef-no-record`.
enum NDEFLooseTextRule {
  static let manual = """
    Text stands where a record, or a part of one, was probably meant.

    A message that is plain text, a text payload without its status byte, without type T, or one that \
    is nothing but hex digits: nothing in it is against a rule that readers check, and yet hardly \
    what somebody wanted.
    """
}
