/// Raises `ndef-limit`.
enum NDEFLimitRule {
  static let manual = """
    An NDEF message has more in it than is looked at.

    Only the first 1024 records of a message are looked into, and messages inside records only eight \
    deep. Honest tags stay far below both.
    """
}
