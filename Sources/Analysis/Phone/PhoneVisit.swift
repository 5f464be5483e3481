import Decoding

/// What a phone would remember of a card while it is there.
struct PhoneVisit: Sendable {
  let number: Int
  let source: UInt16
  let firstFrame: Int
  let start: Int64
  let technology: Technology
  let identifier: Identifier
  let isRandom: Bool
  var atqa: UInt16?
  var sak: UInt8?
  var lastTime: Int64
  /// Whether the card speaks ISO-DEP.
  var isISODEP = false
  /// Applications that could be selected, and where they first were.
  private(set) var answered: [(aid: [UInt8], place: Place)] = []
  /// Whether the master file was selected.
  var hasMasterFile = false
  /// The first command in MIFARE's own form.
  var native: Place?
  /// Whether a MIFARE Classic sector was opened.
  var isClassic = false
  /// FeliCa systems that were found, where, and whether they were asked for by their code.
  private(set) var systems: [(code: UInt16, place: Place, isAsked: Bool)] = []
  /// The IDm that the last poll gave.
  var identity: [UInt8]?
  /// Whether the last command was answered by NAK.
  var wasRefused = false
  /// Pages whose READ was refused, and where.
  var refusedReads: [(page: Int, place: Place)] = []
  /// Whether a password was accepted.
  var isOpened = false

  /// How much is remembered of each kind.
  static let limit = 64

  init(_ visit: Visit) {
    number = visit.number
    source = visit.source
    firstFrame = visit.firstFrame
    start = visit.time
    lastTime = visit.time
    technology = visit.technology
    identifier = visit.identifier
    isRandom = visit.identifierIsRandom
    atqa = visit.atqa
  }

  /// Takes in what every step tells.
  mutating func note(_ step: Step, in story: borrowing Story) {
    lastTime = max(lastTime, step.lastTime)
    switch step.content {
    case .activation(let activation):
      atqa = activation.atqa ?? atqa
      sak = activation.sak ?? sak
    case .protocolActivation: isISODEP = true
    case .exchange(let exchange) where exchange.form == .iso7816: isISODEP = true
    default: break
    }
  }

  mutating func note(application aid: [UInt8], at place: Place) {
    guard answered.count < Self.limit, !answered.contains(where: { $0.aid == aid }) else { return }
    answered.append((aid, place))
  }

  mutating func note(system code: UInt16, at place: Place, isAsked: Bool) {
    if let index = systems.firstIndex(where: { $0.code == code }) {
      if isAsked { systems[index].isAsked = true }
      return
    }
    if systems.count < Self.limit { systems.append((code, place, isAsked)) }
  }

  /// Whether it answers as MIFARE DESFire and its kin do: ATQA 0344, SAK with ISO-DEP alone.
  var isDESFire: Bool { technology == .nfcA && atqa == 0x0344 && sak == 0x20 }

  /// Whether its SAK says MIFARE Classic: bit 4 without bit 6, as 08, 18, 28 and 88 have it.
  var saysClassic: Bool {
    guard technology == .nfcA, let sak else { return false }
    return sak & 0x08 != 0 && sak & 0x20 == 0 || sak == 0x01
  }
}

/// An exchange with its bytes at hand.
struct PhoneExchange {
  let step: Step
  let exchange: Exchange
  let command: [UInt8]
  let answer: [UInt8]

  var visit: Int { step.visit }
  var isAnswered: Bool { exchange.outcome == .answered }
  /// The command's frame.
  var place: Place {
    Place(frame: step.commandFrame > 0 ? step.commandFrame : step.frames.lowerBound, bytes: 0..<0)
  }
  var places: Places { Places(place) }

  /// Whether a code is of a command that only MIFARE DESFire has. MIFARE Plus has authentications,
  /// reads and writes of its own, and GetVersion (60, then AF) is what phones and readers ask any card.
  static func isOfDESFire(_ code: UInt8?) -> Bool {
    switch code {
    case nil, 0x60, 0xAF, 0x70, 0x72, 0x76, 0x78: false
    case .some(0x30...0x37), .some(0xA0...0xA3): false
    default: true
    }
  }
}
