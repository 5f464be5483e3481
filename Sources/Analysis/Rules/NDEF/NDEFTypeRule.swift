/// Raises `ndef-type`.
enum NDEFTypeRule {
  static let manual = """
    The type of a record is not formed as its TNF says, or does not fit what it is for.

    A MIME type is type/subtype, an external type is domain:type, an absolute URI begins with a \
    scheme. Android starts an application by the name of its package in the record android.com:pkg; \
    anything else in it does nothing.
    """
}
