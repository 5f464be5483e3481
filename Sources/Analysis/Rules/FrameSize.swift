import Decoding

/// Raises `capability-exceeded` for frames; `FileCapability` does for files.
enum FrameSize {
  static let manual = """
    Something is larger than the side that gets it has said it takes.

    A block above FSC (what the card takes, from its ATS or ATQB) or FSD (what the reader takes, \
    from RATS or ATTRIB); a READ BINARY that asks for more than MLe, or an UPDATE BINARY with \
    more than MLc, of the capability container that was read before (NFC Forum Type 4 Tag); more \
    blocks at a time than Nbr or Nbw of the attribute block (NFC Forum Type 3 Tag). It may work with this card and reader, and fail with the next.
    """

  static func finding(limit: Int, actual: Int, isFSD: Bool, in scene: Scene) -> Finding {
    scene.finding(
      .capabilityExceeded,
      isFSD
        ? "a frame of \(actual) bytes, the reader takes \(limit) (FSD)"
        : "a frame of \(actual) bytes, the card takes \(limit) (FSC)")
  }
}
