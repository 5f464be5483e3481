/// Raises `ndef-status-words`.
enum NDEFStatusWordRule {
  static let manual = """
    Status words were left inside a message that was put together from answers.

    90 00 stands at the end of equal pieces and at the very end: a program joined answers to READ \
    BINARY without taking off SW1-SW2. If it also went on by the length of the answer, bytes of the \
    file are missing at each place.
    """
}
