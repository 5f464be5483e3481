/// Raises `ndef-header`.
enum NDEFHeaderRule {
  static let manual = """
    The header of an NDEF record breaks the rules for headers.

    The first record of a message has MB and no other does, the last has ME; TNF 1 to 4 need a \
    type, TNF 0, 5 and 6 have none, an empty record has neither id nor payload, and TNF 7 is \
    reserved. What was written without these rules is refused by most readers. The records are told \
    all the same, as far as their lengths lead.
    """
}
