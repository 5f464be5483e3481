/// The block numbers of one ISO-DEP activation (ISO/IEC 14443-4, 7.5.3).
struct BlockNumbers: Equatable {
  /// The number that the reader's next new I-block must carry: it toggles with every I-block and
  /// R(ACK) of the card that carries the present one. Nil when a damaged frame leaves it open.
  var next: UInt8? = 0
  /// The number of the reader's last I-block, and its frame.
  var reader: UInt8?
  var readerFrame = 0
  /// The CID it was sent to.
  var address: UInt8 = 0
  /// The number of the card's last I-block that was taken in, and its frame.
  var card: UInt8?
  var cardFrame = 0
  /// The activation was captured, or the numbers were seen to toggle: a repeat can be told.
  var areKnown = false
  /// The reader asked for the card's last block again.
  var repeatAsked = false
}
