/// Raises `ndef-smart-poster`.
enum NDEFPosterRule {
  static let manual = """
    A smart poster breaks the rules for what is inside it.

    It is a message of its own with one URI, titles in different languages, and at most an action, a \
    size of four bytes, a type and icons.
    """
}
