import Decoding

extension Finding {
  /// What a finding says, as values. Nothing is put together before it is printed, and what captures
  /// hold by the thousand takes no room of its own.
  enum Sentence: Sendable {
    /// Anything at all, in pieces.
    case pieces([Message.Piece])
    case excess(FileCapability.Excess)
    case selection(PaymentSelected.Selection)
    case offer(PaymentOffered.Offer)
    case personal(PersonalKinds)
  }
}

extension Finding.Sentence {
  /// Hands the pieces to `say`, in order.
  func tell(_ say: (Finding.Message.Piece) -> Void) {
    switch self {
    case .pieces(let pieces): for piece in pieces { say(piece) }
    case .excess(let excess): excess.tell(say)
    case .selection(let selection): selection.tell(say)
    case .offer(let offer): offer.tell(say)
    case .personal(let kinds): kinds.tell(say)
    }
  }

  /// The pieces. For cold paths.
  var pieces: [Finding.Message.Piece] {
    if case .pieces(let pieces) = self { return pieces }
    var pieces: [Finding.Message.Piece] = []
    tell { pieces.append($0) }
    return pieces
  }
}
