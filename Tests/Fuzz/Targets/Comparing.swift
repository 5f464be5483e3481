import Analysis
import Bytes
import Rendering
import TraceFormat

/// Frames compared with what a few changes make of them, in every form.
enum Comparing {
  /// The first byte says how it is told, the second how many frames are changed, three bytes each;
  /// behind them is what `redaction` takes.
  static func run(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    let form = numbers.byte()
    let changes = (0..<Int(numbers.byte() & 7)).map { _ in numbers.run(3) }
    let conversation = Conversation(&numbers)
    var options = ComparisonOptions()
    options.comparesTransport = form & 8 != 0
    options.showsVarying = form & 16 != 0
    options.context = Int(form >> 5)
    let old = conversation.frames
    var new = old
    for change in changes where change.count == 3 && !new.isEmpty { apply(change, to: &new) }

    let same = compare(old, old, conversation.description, options, form)
    expect(same, "a capture does not differ from itself")
    _ = compare(old, new, conversation.description, options, form)
    compareMemories(old, new, conversation.description, options, form)
  }

  /// One frame less, one twice, two in the other order, or one byte another.
  private static func apply(_ change: [UInt8], to frames: inout [Seen]) {
    let index = Int(change[0]) % frames.count
    switch change[1] & 3 {
    case 0: frames.remove(at: index)
    case 1: frames.insert(frames[index], at: index)
    case 2: frames.swapAt(index, (index + 1) % frames.count)
    default:
      guard !frames[index].bytes.isEmpty else { return }
      let place = Int(change[1] >> 2) % frames[index].bytes.count
      frames[index].bytes[place] ^= change[2]
    }
    for index in frames.indices { frames[index].frame.number = index + 1 }
  }

  private static func captured(
    _ frames: [Seen], _ name: String, _ description: TraceDescription
  ) -> ComparedCapture {
    ComparedCapture(name) { () throws(TraceError) in Replay(frames, description) }
  }

  private static func compare(
    _ old: [Seen], _ new: [Seen], _ description: TraceDescription, _ options: ComparisonOptions,
    _ form: UInt8
  ) -> Bool {
    let look = TextOptions(
      columns: form & 4 == 0 ? .terminal(80) : .unbounded(),
      typeface: Typeface(isUTF8: true, hasColour: false))
    let secrets = Known.secrets
    switch form & 3 {
    case 0, 1:
      let report = DifferenceText(
        look, options, lexicon: Known.lexicon, secrets: secrets, isSummary: form & 3 == 1
      ) { $0.format }
      let (isSame, told) = tell(old, new, description, options, report)
      Output.checkText(told)
      return isSame
    case 2:
      let report = DifferenceJSON(Known.lexicon, secrets: secrets)
      let (isSame, told) = tell(old, new, description, options, report)
      Output.checkJSON(told[...])
      return isSame
    default:
      let report = DifferenceJUnit(look, options, lexicon: Known.lexicon, secrets: secrets) {
        $0.format
      }
      let (isSame, told) = tell(old, new, description, options, report)
      Output.checkText(told)
      return isSame
    }
  }

  private static func tell<R: ComparisonReport & ~Copyable>(
    _ old: [Seen], _ new: [Seen], _ description: TraceDescription, _ options: ComparisonOptions,
    _ report: consuming R
  ) -> (Bool, [UInt8]) {
    var told: [UInt8] = []
    do {
      let facts = try TraceComparison(Known.lexicon, options).compare(
        captured(old, "old", description), captured(new, "new", description), into: &report
      ) { (report: inout R) throws(TraceError) in
        try report.flush { bytes throws(TraceError) in told.append(bytes) }
      }
      report.finish()
      try report.flush { bytes throws(TraceError) in told.append(bytes) }
      return (facts.isSame, told)
    } catch {
      expect(false, "frames in memory can be compared: \(error)")
      return (true, told)
    }
  }

  private static func compareMemories(
    _ old: [Seen], _ new: [Seen], _ description: TraceDescription, _ options: ComparisonOptions,
    _ form: UInt8
  ) {
    do {
      let (one, other) = (
        try ComparedMemory(captured(old, "old", description), options, Known.lexicon),
        try ComparedMemory(captured(new, "new", description), options, Known.lexicon)
      )
      let options = ComparisonOptions()
      var unmet: [FieldPattern] = []
      expect(
        MemoryDifference.all(one, one, options, unmet: &unmet).allSatisfy(\.isSame),
        "a memory is like itself")
      let differences = MemoryDifference.all(one, other, options, unmet: &unmet)
      var told: [UInt8] = []
      if form & 1 == 0 {
        var report = MemoryDifferenceJSON(showsSecrets: false)
        report.write(differences, "pair", old: "old", new: "new")
        report.finish()
        try report.flush { bytes throws(TraceError) in told.append(bytes) }
        Output.checkJSON(told[...])
      } else {
        var report = MemoryDifferenceText(
          Typeface(isUTF8: true, hasColour: false), showsSecrets: false)
        report.write(differences, "pair", old: "old", new: "new")
        report.finish()
        try report.flush { bytes throws(TraceError) in told.append(bytes) }
        Output.checkText(told)
      }
    } catch {
      expect(false, "memories of frames can be compared: \(error)")
    }
  }
}
