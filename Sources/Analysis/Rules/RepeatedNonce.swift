/// The manual page of `repeated-nonce`, which only a comparison raises.
enum RepeatedNonce {
  static let manual = """
    Two recordings hold the same number where a new one must be drawn each time.

    An unpredictable number, a challenge or a random number protects only as long as nobody has seen it \
    before: one that comes again makes recorded answers good a second time. Raised by diff for fields \
    that the grammars call nonce, when they are the same in both traces although these were recorded at \
    different times. Simulators that use a fixed number are the usual harmless cause; name the field in \
    --ignore then. A trace compared with a copy of itself raises nothing.
    """
}
