import Analysis
import ForeignFormats
import Rendering
import TraceFormat

/// Frames, told in every form that there is.
enum Tellings {
  /// Frames that the bytes describe.
  static func conversation(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    let appearance = Appearance(&numbers)
    let conversation = Conversation(&numbers)
    let reading = Reading(Replay(conversation.frames, conversation.description))
    appearance.tell(reading)
    if appearance.isLinted { Linting.run(reading) }
  }

  /// Frames of a file of any kind.
  static func capture(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    let appearance = Appearance(&numbers)
    let rest = numbers.rest()
    let reading = Reading.of { () throws(TraceError) in try openFrames(InputFile(Pieces(rest))) }
    guard case .success(let reading) = reading else { return }
    appearance.tell(reading)
    if appearance.isLinted { Linting.run(reading) }
  }

  /// Ranges, then words up to a zero, then frames.
  static func filter(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    var appearance = Appearance(&numbers)
    let which = numbers.byte()
    let (first, second) = (numbers.byte(), numbers.byte())
    let range = Int(min(first, second))...Int(max(first, second))
    if which & 1 != 0 { appearance.filter.visits = range }
    if which & 2 != 0 { appearance.filter.frames = range }
    if which & 4 != 0 {
      appearance.filter.times = Int64(range.lowerBound) << 20...Int64(range.upperBound) << 20
    }
    appearance.filter.context = Int(which >> 3)
    var words: [UInt8] = []
    while !numbers.isEmpty {
      let byte = numbers.byte()
      if byte == 0 { break }
      words.append(byte)
    }
    let text = String(decoding: words, as: UTF8.self)
    appearance.filter.words = text.split(separator: ",").map(String.init)
    appearance.failure = try? FailureCriterion(text)
    let conversation = Conversation(&numbers)
    appearance.tell(Reading(Replay(conversation.frames, conversation.description)))
  }
}
