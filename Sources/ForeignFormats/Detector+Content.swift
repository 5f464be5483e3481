import Bytes
import TraceFormat

/// What only a look at more than the first bytes tells.
extension Detector {
  /// What the records of a Proxmark3 trace show; nil where this is none.
  func proxmark() throws(TraceError) -> ProxmarkSurvey? {
    var look = 64
    while true {
      let head = try input.peek(look)
      let survey = ProxmarkSurvey(head.span, isAll: head.count < look)
      if head.count < look || look == ProxmarkSurvey.look { return survey.isTrace ? survey : nil }
      guard survey.isTrace || survey.isPossible else { return nil }
      look = min(look * 4, ProxmarkSurvey.look)
    }
  }

  /// Reads it.
  func proxmark(_ survey: ProxmarkSurvey) throws(TraceError) -> any FrameReader {
    try unpacked { input throws(TraceError) in ProxmarkReader(input, survey) }
  }

  /// What the objects of a JSON file are; nil where this is none, or none that is known.
  func jsonKind(_ start: [UInt8]) throws(TraceError) -> JSONKind? {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    var look = 512
    var head = start
    while true {
      if let first = head.first(where: { !isSpace($0) }),
        first != UInt8(ascii: "{"), first != UInt8(ascii: "[")
      {
        return nil
      }
      head = try input.peek(look)
      if let kind = JSONKind(head.span) { return kind }
      if head.count < look || look >= 64 * 1024 { return nil }
      look *= 2
    }
  }

  /// Reads them.
  func json(_ kind: JSONKind) throws(TraceError) -> any FrameReader {
    let format = kind == .own ? FrameObjects.format : NFCLabObjects.format
    let feed = FrameFeed(
      format: format, reason: archive + kind.reason,
      source: .init(name: "", linkType: nil, link: .other))
    return try unpacked { input throws(TraceError) -> any FrameReader in
      switch kind {
      case .labDocument: try JSONReader(input, list: "frames", feed, NFCLabObjects())
      case .labLines: try JSONReader(input, feed, NFCLabObjects())
      case .own: try JSONReader(input, feed, FrameObjects())
      }
    }
  }
}

/// Logs, which are texts.
extension Detector {
  /// Whose log a text is; nil where its lines show nothing. As much of a stream is waited for as
  /// shows it.
  func logKind() throws(TraceError) -> LogKind? {
    var look = 1024
    while true {
      let head = try input.peek(look)
      guard !head.contains(0) else { return nil }
      if let kind = LogKind(head, isAll: head.count < look) { return kind }
      if head.count < look || look >= 64 * 1024 { return nil }
      look *= 2
    }
  }

  /// Reads a log as an expression takes its lines apart.
  func log(by pattern: LinePattern) throws(TraceError) -> any FrameReader {
    var look = 4096
    var guess: (Int, LinkGuess) = (0, LinkGuess())
    while true {
      let head = try input.peek(look)
      let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { TextLines.plain(Array($0)) }
      guess = LogKind.frames(of: lines, PatternLines(pattern, link: .other, isStripped: false))
      if guess.0 > 0 || head.count < look || look >= 64 * 1024 { break }
      look *= 4
    }
    let (link, isStripped) = guess.1.link
    let feed = FrameFeed(
      format: "log", reason: "its lines are matched with --pattern",
      source: .init(name: "", linkType: nil, link: .other))
    return try unpacked { input throws(TraceError) in
      LogReader(input, feed, PatternLines(pattern, link: link, isStripped: isStripped))
    }
  }

  /// Whose log a file is that begins as a text trace does and goes on as none. A stream is not waited
  /// for to tell.
  func looserLogKind() throws(TraceError) -> LogKind? {
    guard input.isSeekable else { return nil }
    let look = 4096
    let head = try input.peek(look)
    return TextTrace.holds(head.span) ? nil : LogKind(head, isAll: head.count < look)
  }

  /// Reads it.
  func log(_ kind: LogKind) throws(TraceError) -> any FrameReader {
    let feed = FrameFeed(
      format: kind.format, reason: kind.reason,
      source: .init(name: "", linkType: nil, link: kind.link))
    return try unpacked { input throws(TraceError) -> any FrameReader in
      switch kind {
      case .libnfc: LogReader(input, feed, LibnfcLines())
      case .pcscd: LogReader(input, feed, PcscdLines())
      case .pcscSpy: LogReader(input, feed, PcscSpyLines())
      case .scdaemon: LogReader(input, feed, ScdaemonLines())
      case .chameleon: LogReader(input, feed, ChameleonLines())
      case .listing(let link): LogReader(input, feed, ListingLines(link: link))
      case .controller: LogReader(input, feed, NCILines())
      case .marked(let link, let isStripped, let letters):
        LogReader(input, feed, MarkedLines(link: link, isStripped: isStripped, letters: letters))
      case .bare(let link): LogReader(input, feed, BareLines(link: link))
      }
    }
  }
}
