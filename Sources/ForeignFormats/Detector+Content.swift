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
