import Bytes
import TraceFormat

/// Which program's log a text is, told by its first lines.
enum LogKind: Equatable {
  case libnfc
  case pcscd(Link)
  case pcscSpy
  case scdaemon
  case chameleon
  case listing(Link)
  case controller
  case marked(Link, isStripped: Bool, LetterMarks)
  case bare(Link)

  /// Tells by the lines of a head; the last may be cut. Nil where they show nothing.
  init?(_ head: [UInt8], isAll: Bool) {
    var lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { TextLines.plain(Array($0)) }
    // Half a line is no evidence.
    if !isAll { lines.removeLast() }
    var counts = Counts()
    for line in lines where !line[...].trimmed.isEmpty { counts.add(line) }
    let letters = LetterMarks(lines)
    (counts.marked, counts.guess) = Self.frames(
      of: lines, MarkedLines(link: .other, isStripped: false, letters: letters))
    guard let kind = counts.kind(head, letters) ?? BareLines.link(of: lines).map(Self.bare) else {
      return nil
    }
    self = kind
  }

  /// How many frames lines hold, and what their bytes say that they are.
  static func frames(of lines: [[UInt8]], _ reader: some LogLines) -> (Int, LinkGuess) {
    var reader = reader
    var feed = FrameFeed(
      format: "", reason: "", source: .init(name: "", linkType: nil, link: .other))
    var batch = FrameBatch()
    for line in lines { reader.read(line, at: 0, to: &feed, &batch) }
    reader.finish(to: &feed, &batch)
    var guess = LinkGuess()
    for frame in batch.frames { guess.add(batch.copy(of: frame.bytes), frame.direction) }
    return (batch.frames.count, guess)
  }

  /// What is called so in `info` and in the story's first line.
  var format: String {
    switch self {
    case .libnfc: "libnfc log"
    case .pcscd: "pcscd log"
    case .pcscSpy: "pcsc-spy log"
    case .scdaemon: "scdaemon log"
    case .chameleon: "ChameleonMini log"
    case .listing: "Proxmark3 listing"
    case .controller: "NCI log"
    case .marked, .bare: "lines of hex"
    }
  }

  /// What most of its frames are.
  var link: Link {
    switch self {
    case .libnfc: .pn532
    case .pcscSpy, .scdaemon: .apdu
    case .chameleon: .iso14443
    case .controller: .nci
    case .pcscd(let link), .listing(let link), .marked(let link, _, _), .bare(let link): link
    }
  }

  /// Why a file was taken for that, in words.
  var reason: String {
    switch self {
    case .libnfc: "lines of libnfc's debug log with TX: and RX: and bytes"
    case .pcscd(.ccid): "lines with a number of microseconds, then -> or <- and CCID messages"
    case .pcscd: "lines with a number of microseconds, then APDU: or SW: and bytes"
    case .scdaemon: "lines of GnuPG's smart card daemon with PCSC_data and response"
    case .chameleon: "lines of a ChameleonMini's codec, RX and TX, with bytes in brackets"
    case .pcscSpy: "lines of a thread, @, and the calls of a PC/SC client"
    case .listing: "rows of a table whose columns are start, end, Rdr or Tag, and bytes"
    case .controller: "lines of an NCI library, NciX out and NciR in, with packets"
    case .marked(let link, _, _):
      "lines that say which way bytes went; these have the shape of \(link.words)"
    case .bare(.apdu): "lines of hex alone, by turns commands whose lengths fit and answers"
    case .bare: "lines of hex alone, frames with right CRCs; who sent them is inferred"
    }
  }

  /// How many lines show what.
  private struct Counts {
    var lines = 0
    var libnfc = 0
    /// What the first line of pcscd's that shows a command is.
    var pcscd: Link?
    var resets = 0
    var pcscSpy = 0
    var scdaemon = 0
    var chameleon = 0
    var rows = 0
    var controller = 0
    var marked = 0
    var guess = LinkGuess()

    mutating func add(_ line: [UInt8]) {
      lines += 1
      if LibnfcLines.Line(line) != nil {
        libnfc += 1
      } else if PcscSpyLines.isCall(line) {
        pcscSpy += 1
      } else if case .command = ScdaemonLines.Line(line) {
        scdaemon += 1
      } else if ChameleonLines.Line(line) != nil {
        chameleon += 1
      } else if let (_, rest) = PcscdLines.stamp(line), let link = PcscdLines.Line(rest).link {
        if link == .atr { resets += 1 } else if pcscd == nil { pcscd = link }
      } else if ListingLines.Row(line)?.direction != nil {
        rows += 1
      } else if NCILines.Line(line) != nil {
        controller += 1
      }
    }

    func kind(_ head: [UInt8], _ letters: LetterMarks) -> LogKind? {
      if libnfc > 0 { return .libnfc }
      if pcscSpy > 0 { return .pcscSpy }
      if scdaemon > 0 { return .scdaemon }
      if chameleon > 0 { return .chameleon }
      if let pcscd { return .pcscd(pcscd) }
      if resets > 0 { return .pcscd(.apdu) }
      if rows > 0 { return .listing(ListingLines.link(in: head[...]) ?? .iso14443) }
      if controller > 0 { return .controller }
      // A word and digits can stand in any text: there have to be two, or no other line.
      guard marked >= 2 || marked > 0 && marked * 2 >= lines else { return nil }
      let (link, isStripped) = guess.link
      return .marked(link, isStripped: isStripped, letters)
    }
  }
}
