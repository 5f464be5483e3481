import Bytes

/// The activation of one card, from the poll that it answered.
struct OpenActivation: Equatable {
  var isOpen = false
  private(set) var technology: Technology = .unknown
  private(set) var first = 0
  private(set) var time: Int64 = 0
  var last = 0
  var lastTime: Int64 = 0
  private(set) var firstDerived: UInt16 = 0
  private(set) var lastDerived: UInt16 = 0
  var wait: Int64?
  var atqa: UInt16?
  /// What the SELECTs (Type A), the ATQB or the SENSF_RES gave so far.
  var identifier = Identifier()
  var isWhole = false
  /// Cascade levels whose SELECT was answered.
  var levels = 0
  var sak: UInt8?
  var sakFrame = 0
  /// The UID bytes and BCC of the SELECT that waits for its SAK.
  var selected = Identifier()
  /// The reader's anticollision frame, whose UID bits the answer completes.
  var asked = Identifier()
  /// NFC-F: PMm.
  var parameters: UInt64?
  /// The frame whose anticollision answer gave a UID part.
  var uidReadFrame = 0
  /// The card is an ST25TB or SRI, whose chip identifier is drawn anew.
  var isSRI = false
  /// The card is known by a command that names it alone: its activation was not captured.
  var isUnseen = false
  /// A wrong BCC, until the SELECT says what became of it.
  var wrongBCC: WrongBCC?

  /// A UID part whose check byte is wrong.
  struct WrongBCC: Equatable {
    var place: Place
    var found: UInt8
    var computed: UInt8
    var over: UInt32
    var selectFrame = 0
  }

  /// No activation.
  init() {}

  init(technology: Technology, from first: Sighting) {
    isOpen = true
    self.technology = technology
    self.first = first.number
    firstDerived = first.derived
    time = first.time
    last = first.number
    lastDerived = first.derived
    lastTime = first.time
  }

  /// A single-size UID that begins with 08h is drawn anew each time (ISO/IEC 14443-3); so does
  /// every PUPI that a card may choose, which nothing on air tells.
  var isRandom: Bool {
    technology == .nfcA && identifier.count == 4 && identifier[0] == 0x08
      || isSRI && identifier.count == 1
  }

  /// Takes in a frame of the reader.
  mutating func see(_ reader: Sighting) {
    last = reader.number
    lastDerived = reader.derived
    lastTime = reader.time
  }

  /// Takes in a frame of the card, and how long it was waited for.
  mutating func see(_ answer: Sighting, waited: Int64?) {
    last = answer.number
    lastDerived = answer.derived
    lastTime = answer.time
    if let waited { wait = max(wait ?? 0, waited) }
  }
}
