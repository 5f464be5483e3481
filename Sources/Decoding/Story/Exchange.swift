package import Bytes
package import Tags

/// One command and what came back, with its chaining, retries, waiting-time extensions, GET
/// RESPONSE and Le retries.
@usableFromInline package struct Exchange: Equatable, Sendable {
  package var form: Form
  /// The command without blocks and CRC, whole, in the story's `bytes`. Empty when it was not
  /// captured.
  package var command: Extent = .none
  /// The answer without blocks and CRC, whole, in the story's `bytes`: for an APDU data and
  /// SW1-SW2, after GET RESPONSE all data and the last SW1-SW2.
  package var answer: Extent = .none
  /// With outcome `badCRC` or `cut`: the damaged frame as it was captured, with PCB and CRC.
  package var damagedAnswer: Extent = .none
  /// Where the command's and the answer's bytes were captured: runs of `Story.segments`.
  package var commandSegments: Extent = .none
  package var answerSegments: Extent = .none
  package var outcome: Outcome = .answered
  /// ISO 7816: the logical channel.
  package var channel: UInt8 = 0
  /// ISO 7816: SW1-SW2, where the answer has them.
  package var status: UInt16?
  /// ISO 7816: the AID selected on the channel when the command was sent; after a SELECT that
  /// succeeded, the one it selected.
  package var application: Identifier = Identifier()
  /// ISO 7816: the FID selected when the command was sent.
  package var file: UInt16?
  /// Blocks that carried the command, and the answer.
  @inlinable package var commandBlocks: Int {
    get { Int(counts.commandBlocks) }
    set { counts.commandBlocks = UInt32(clamping: newValue) }
  }
  @inlinable package var answerBlocks: Int {
    get { Int(counts.answerBlocks) }
    set { counts.answerBlocks = UInt32(clamping: newValue) }
  }
  /// Blocks sent again: R(NAK) answered, a command repeated.
  @inlinable package var retries: Int {
    get { Int(counts.retries) }
    set { counts.retries = UInt32(clamping: newValue) }
  }
  /// R(NAK)s sent after it that nobody answered; each is a step of its own.
  @inlinable package var unansweredRequests: Int {
    get { Int(counts.unansweredRequests) }
    set { counts.unansweredRequests = UInt32(clamping: newValue) }
  }
  /// S(WTX) requests of the card.
  @inlinable package var waitingExtensions: Int {
    get { Int(counts.waitingExtensions) }
    set { counts.waitingExtensions = UInt32(clamping: newValue) }
  }
  /// Nanoseconds the card asked for with S(WTX), in all, and used after the reader's answer.
  package var extensionAsked: Int64 = 0
  @inlinable package var extensionUsed: Int64? {
    get { knownExtension.time }
    set { knownExtension.time = newValue }
  }
  /// The first S(WTX) request's frame, 0 for none.
  package var extensionFrame: Int = 0
  /// The step's longest wait ended in an S(WTX), so it was no slow answer.
  package var waitEndedInExtension: Bool = false
  /// Commands of this exchange: 1, and one for each GET RESPONSE, retry with Le or AF step.
  @inlinable package var parts: Int {
    get { Int(counts.parts) }
    set { counts.parts = UInt32(clamping: newValue) }
  }
  /// With more than one part: a run of `Story.parts`, one each.
  package var partRun: Extent = .none
  package var joins: Joins = []
  /// What is wrong with the command's frame, which was answered all the same or is all there is.
  package var commandDamage: CommandDamage = .none
  /// Some bytes were left out: more than 64 KiB of one side.
  package var isTooLong: Bool = false
  /// The reader left the host without an answer: whether the card answered is not known.
  package var isReaderSilent: Bool = false
  /// The bytes are ciphertext of MIFARE Classic.
  package var isEncrypted: Bool = false
  /// MIFARE Classic: an authentication, and of which kind.
  package var authentication: Authentication = .none
  /// MIFARE Classic: the bytes were deciphered, and their CRC is right.
  package var isDecrypted: Bool = false
  /// MIFARE Classic: one of the keys at hand is this authentication's.
  package var hasKey: Bool = false
  /// Whether the form is told only by what the bytes look like.
  package var inferred: Bool = false
  /// Type 2: how many of the pages in the answer stand in front of page 0, which comes again behind the
  /// last one; 0 where it does not.
  package var pagesBeforeTurn: UInt8 = 0
  /// Type 2: what the chip keeps in the page that is read or written first.
  package var page: ChipPage = .data
  /// Bytes that only the exchanges before it tell to be secret.
  package var hidden = HiddenBytes()

  @usableFromInline var counts = ExchangeCounts()
  @usableFromInline var knownExtension = OptionalTime()

  package init(form: Form) { self.form = form }

  /// Which protocol the bytes are in.
  package enum Form: UInt8, Equatable, Sendable {
    /// ISO/IEC 7816-4 APDUs, DESFire's wrapped ones included.
    case iso7816
    /// Native commands in ISO-DEP blocks (DESFire, MIFARE Plus).
    case native
    /// Type 2 tag commands.
    case type2
    /// Type 1 tag commands.
    case type1
    /// FeliCa commands.
    case felica
    /// MIFARE Classic, also its ciphertext.
    case classic
    /// ISO/IEC 15693.
    case iso15693
    /// PicoPass and iCLASS.
    case iclass
    /// ST25TB and SRI.
    case sri
    /// Commands of a card whose protocol is not told.
    case unknown
  }

  /// Whether an exchange is an authentication of MIFARE Classic.
  package enum Authentication: UInt8, Equatable, Sendable {
    case none, first
    /// While another sector is open: enciphered with its key.
    case nested
  }

  /// What is wrong with a command's frame.
  package enum CommandDamage: UInt8, Equatable, Sendable {
    case none, badCRC
    /// Cut on the air or by the capture: the command is not whole.
    case cut
  }

  /// How it ended.
  package enum Outcome: UInt8, Equatable, Sendable {
    case answered
    /// No frame of the card in the whole exchange.
    case unanswered
    /// The answer has a wrong CRC and was not repeated.
    case badCRC
    /// The answer, or the command, was cut short on the air.
    case cut
    /// A chain that field off, another card or the end left open.
    case brokenChain
    /// The answer may lie outside the capture.
    case endOfCapture
    /// The reader's chip had no use for what the card answered, and says so.
    case refused
    /// An answer without its command.
    case commandMissing
  }

  /// Commands that were joined into this exchange.
  package struct Joins: OptionSet, Equatable, Sendable {
    package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 61xx and its GET RESPONSE.
    @inlinable package static var getResponse: Self { Self(rawValue: 1) }
    /// 6Cxx and the same command with the right Le.
    @inlinable package static var correctedLe: Self { Self(rawValue: 2) }
    /// Command chaining with CLA bit b5.
    @inlinable package static var commandChaining: Self { Self(rawValue: 4) }
    /// 91AF or AF steps.
    @inlinable package static var additionalFrame: Self { Self(rawValue: 8) }
    /// Type 2: the second packet of COMPATIBILITY_WRITE or SECTOR_SELECT.
    @inlinable package static var secondPacket: Self { Self(rawValue: 16) }
  }
}

/// How often something happened in an exchange, in little room: exchanges are moved around a lot.
@usableFromInline struct ExchangeCounts: Equatable, Sendable {
  @usableFromInline var commandBlocks: UInt32 = 1
  @usableFromInline var answerBlocks: UInt32 = 1
  @usableFromInline var retries: UInt32 = 0
  @usableFromInline var unansweredRequests: UInt32 = 0
  @usableFromInline var waitingExtensions: UInt32 = 0
  @usableFromInline var parts: UInt32 = 1

  @inlinable init() {}
}

/// A run of an exchange's bytes and the frame it was captured in.
package struct Segment: Equatable, Sendable {
  /// The offset of the run's first byte in the command or the answer.
  package var offset: UInt32
  package var length: UInt32
  package var frame: Int
  /// The offset of the run's first byte in that frame.
  package var frameOffset: UInt32
  /// Which of the frames derived from that one, 0 for itself.
  package var derived: UInt16 = 0
  /// For a derived frame the offset of the run's first byte in the captured one, or `unknownOrigin`.
  package var origin: UInt32 = Segment.unknownOrigin

  /// The bytes stand nowhere as they are in the captured frame.
  package static let unknownOrigin = UInt32.max
}

/// One command and answer of several that were joined into an exchange.
package struct ExchangePart: Equatable, Sendable {
  /// In the story's `bytes`.
  package var command: Extent
  package var answer: Extent
  /// Where the command was captured: a run of `Story.segments`. Empty for the first part, whose
  /// command is the exchange's.
  package var commandSegments: Extent = .none
  package var commandFrame: Int
  package var answerFrame: Int
}
