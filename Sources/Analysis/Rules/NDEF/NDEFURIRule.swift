/// Raises `ndef-uri`.
enum NDEFURIRule {
  static let manual = """
    A URI record does not hold together.

    The first byte stands for the beginning of the URI (00 to 23), the rest is UTF-8 without control \
    characters.
    """
}
