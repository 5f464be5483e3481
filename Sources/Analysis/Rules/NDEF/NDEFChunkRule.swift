/// Raises `ndef-chunk`.
enum NDEFChunkRule {
  static let manual = """
    The chunks of an NDEF record do not follow the rules.

    A payload may be cut into chunks: each but the last has CF, each but the first has TNF 6, no type \
    and no id, and a message does not end between them. Few writers use chunks, and few readers join \
    them.
    """
}
