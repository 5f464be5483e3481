/// Raises `ndef-handover`.
enum NDEFHandoverRule {
  static let manual = """
    A connection handover breaks its rules.

    A handover names its carriers by the ids of other records of the same message; a request of \
    version 1.2 or later has a random number. A carrier whose record is missing cannot be used.
    """
}
