/// Raises `ndef-wasteful`.
enum NDEFWasteRule {
  static let manual = """
    An NDEF message could be shorter.

    A payload below 256 bytes whose length takes four bytes, or a URI that is written out although a \
    code stands for its beginning. Both are allowed; on small tags the bytes count.
    """
}
