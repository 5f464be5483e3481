/// A tag that was read, as somebody logged it.
enum TagLog {
  /// Reads of pages 0 to 7 of a Type 2 tag of 144 bytes that holds a text. Each line ends with its
  /// CRC_A.
  static let text = """
    > 26
    < 4400
    > 9320
    < 88041122BF
    > 937088041122BFB3F9
    < 04DA17
    > 9520
    < 3344556644
    > 95703344556644ECA3
    < 00FE51
    > 300002A8
    < 041122BF3344556644480000E110120048AE
    > 300426EE
    < 030CD101085402656E48656C6C6FFE001809

    """
}
