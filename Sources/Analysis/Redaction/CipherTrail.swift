import Bytes
import Decoding
import GrammarLanguage
import TraceFormat

/// What MIFARE Classic enciphered, and how it is enciphered anew.
///
/// Neither the old keystream nor a frame of the old authentication may stay: the keystream follows from
/// what is known of a frame's content, and from either of them the key (Garcia et al., *Dismantling
/// MIFARE Classic*). So all of a session is enciphered as if its key had been the substitute, and the
/// card's UID the one that it has now; the numbers that reader and card drew stay. Where no key fits,
/// the frames are blanked.
struct CipherTrail {
  private var keyring: ClassicKeyring
  /// By the number of the visit: both ciphers, behind the last frame.
  private var sessions: [Int: Session] = [:]
  private var entries: [Entry] = []
  private var pool: [UInt8] = []
  private var blanked: [Int] = []
  /// The keys that sessions are enciphered with now, in hex.
  private(set) var keys: [String] = []

  /// The cipher as it was, and as it will be.
  private struct Session {
    var old: Crypto1
    var new: Crypto1
  }

  /// The keystreams of a frame: in the pool, the old one, the new one, and the new one's bits for the
  /// parity bits, a byte each.
  struct Entry: Sendable {
    var frame: Int
    fileprivate var start: Int
    fileprivate var count: Int
    /// Whether a CRC must come out.
    fileprivate var isChecked: Bool
  }

  init(_ keys: [UInt64]) { keyring = ClassicKeyring(keys) }

  var frameCount: Int { entries.count }
  var blankedCount: Int { blanked.count }

  /// A frame of which nobody knows what it says.
  mutating func note(ciphertext frame: Int) { blanked.append(frame) }

  mutating func note(_ entry: Story.Entry, in story: borrowing Story, _ table: inout Substitutes) {
    if case .step(let step, _) = entry, case .exchange(let exchange) = step.content,
      exchange.form == .classic
    {
      note(exchange, visit: step.visit, in: story, &table)
    }
    if case .end(let end) = entry { sessions[end.number] = nil }
    keyring.note(entry)
  }

  private mutating func note(
    _ exchange: Exchange, visit: Int, in story: borrowing Story, _ table: inout Substitutes
  ) {
    let frames = Self.frames(of: exchange, in: story)
    if exchange.authentication != .none {
      // The command of a nested one is enciphered with the key before.
      if exchange.authentication == .nested, !exchange.isEncrypted, let first = frames.first {
        follow(first, visit: visit)
      }
      sessions[visit] = nil
      if let opened = keyring.opened(exchange, visit: visit, in: story), frames.count == 4 {
        open(opened.authentication, opened.key, frames, visit: visit, &table)
      }
    } else if exchange.isDecrypted {
      for frame in frames { follow(frame, visit: visit) }
    } else {
      sessions[visit] = nil
    }
  }

  /// The frames of an exchange in the order in which they were captured: which, how many bytes of its
  /// command or answer it carries, and whose it is.
  private static func frames(
    of exchange: Exchange, in story: borrowing Story
  ) -> [(number: Int, count: Int, isAnswer: Bool)] {
    var frames: [(number: Int, count: Int, isAnswer: Bool)] = []
    for (run, isAnswer) in [(exchange.commandSegments, false), (exchange.answerSegments, true)] {
      for index in run.range where index < story.segments.count {
        let segment = story.segments[index]
        if segment.derived == 0 { frames.append((segment.frame, Int(segment.length), isAnswer)) }
      }
    }
    return frames.sorted { $0.number < $1.number }
  }

  /// A frame of a session that is open: its bytes and a CRC, or the four bits of ACK or NAK.
  private mutating func follow(
    _ frame: (number: Int, count: Int, isAnswer: Bool), visit: Int
  ) {
    guard var session = sessions[visit] else { return }
    let isShort = frame.isAnswer && frame.count == 1
    let count = isShort ? 1 : frame.count + 2
    let bits: UInt8 = isShort ? 4 : 8
    let old = (0..<count).map { _ in session.old.keystream(bits: bits) }
    var parity: [UInt8] = []
    let new = (0..<count).map { _ in
      let byte = session.new.keystream(bits: bits)
      parity.append(session.new.parityStream)
      return byte
    }
    sessions[visit] = session
    add(frame.number, old, new, parity, isChecked: !isShort)
  }

  private mutating func open(
    _ authentication: ClassicAuthentication, _ key: UInt64,
    _ frames: [(number: Int, count: Int, isAnswer: Bool)], visit: Int, _ table: inout Substitutes
  ) {
    var newKey = key
    if let secret = ClassicKeyring.secret(key), let number = table.number(of: secret) {
      newKey = ClassicKeyring.number(table.substitute(for: number))
    }
    var newUID = authentication.uid
    if let card = keyring.card(of: visit),
      let number = table.number(of: SecretValue(.id, card.bytes))
    {
      newUID = Array(table.substitute(for: number).suffix(4))
    }
    let numbers = authentication.numbers(with: key)
    let old = Handshake(key, authentication.uid, numbers)
    let new = Handshake(newKey, newUID, numbers)
    for (place, frame) in frames.dropFirst().enumerated()
    where place > 0 || authentication.isNested {
      let (before, after) = (old.streams[place], new.streams[place])
      add(frame.number, before.bytes, after.bytes, after.parity, isChecked: false)
    }
    sessions[visit] = Session(old: old.cipher, new: new.cipher)
    let word = Hex.text((0..<6).map { UInt8(truncatingIfNeeded: newKey >> UInt64(40 - 8 * $0)) })
    if !keys.contains(word) { keys.append(word) }
  }

  private mutating func add(
    _ frame: Int, _ old: [UInt8], _ new: [UInt8], _ parity: [UInt8], isChecked: Bool
  ) {
    entries.append(Entry(frame: frame, start: pool.count, count: old.count, isChecked: isChecked))
    pool += old + new + parity
  }

  /// Puts everything in the order of the frames.
  mutating func sort() {
    entries.sort { $0.frame < $1.frame }
    let known = Set(entries.map(\.frame))
    blanked = Set(blanked).subtracting(known).sorted()
  }

  /// How a frame is to be treated; ask in the order of the frames.
  func treatment(of frame: Int, _ place: inout Place) -> Treatment? {
    while place.entry < entries.count, entries[place.entry].frame < frame { place.entry += 1 }
    while place.blank < blanked.count, blanked[place.blank] < frame { place.blank += 1 }
    if place.entry < entries.count, entries[place.entry].frame == frame {
      return .anew(entries[place.entry])
    }
    return place.blank < blanked.count && blanked[place.blank] == frame ? .blank : nil
  }

  /// How far the frames are.
  struct Place {
    fileprivate var entry = 0
    fileprivate var blank = 0
  }

  /// What becomes of a frame.
  enum Treatment {
    case anew(Entry)
    case blank
  }

  /// What a frame says; nil where it is not what it was thought to be.
  func plain(_ bytes: [UInt8], _ entry: Entry) -> [UInt8]? {
    guard bytes.count == entry.count else { return nil }
    let plain = zip(bytes, pool[entry.start...]).map { $0 ^ $1 }
    if entry.isChecked, AirCheck(of: plain, on: .nfcA) == nil { return nil }
    return plain
  }

  /// A frame enciphered anew, and its parity bits.
  func enciphered(_ plain: [UInt8], _ entry: Entry) -> (bytes: [UInt8], parity: [UInt8]) {
    let bytes = zip(plain, pool[(entry.start + entry.count)...]).map { $0 ^ $1 }
    var parity = FrameMending.parity(of: plain)
    for (index, bit) in pool[(entry.start + 2 * entry.count)...].prefix(entry.count).enumerated()
    where bit != 0 {
      parity[index / 8] ^= 0x80 >> UInt8(index % 8)
    }
    return (bytes, parity)
  }
}

/// The keystreams of an authentication: those of nT, of nR and aR, and of aT.
private struct Handshake {
  private(set) var streams: [(bytes: [UInt8], parity: [UInt8])] = []
  private(set) var cipher: Crypto1

  init(_ key: UInt64, _ uid: [UInt8], _ numbers: (card: [UInt8], reader: [UInt8])) {
    cipher = Crypto1(key: key)
    add(zip(numbers.card, uid).map { ($0, $1) })
    add(numbers.reader.map { ($0, 0) } + [UInt8](repeating: 0, count: 4).map { ($0, 0) })
    add([UInt8](repeating: 0, count: 4).map { ($0, 0) })
  }

  private mutating func add(_ fed: [(plain: UInt8, mixed: UInt8)]) {
    var stream: (bytes: [UInt8], parity: [UInt8]) = ([], [])
    for (plain, mixed) in fed {
      stream.bytes.append(cipher.keystream(feeding: plain, mixed: mixed))
      stream.parity.append(cipher.parityStream)
    }
    streams.append(stream)
  }
}
