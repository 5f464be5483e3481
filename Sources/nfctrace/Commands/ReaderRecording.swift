import Capture
import Playback
import ReaderPorts
import TraceFormat

/// A reader that is driven and recorded.
enum ReaderRecording {
  /// The word with which this program starts itself to drive a reader.
  static let word = "--drive-reader"

  /// The options that say what is done with cards.
  static let options = [
    Option(
      .reader, takes: .text("CONNSTRING"),
      "the reader to drive, as libnfc calls it; without it, the first there is"),
    Option(.list, "name the readers that can be driven"),
    Option(
      .read, takes: .oneOf("WHAT", ["ndef"]),
      "what is read of each card, which is done anyway: the NDEF message of Types 2, 3 and 4"),
    Option(
      .apdu, takes: .file("FILE"),
      "send the APDUs of a file instead, in hex, one a line; # begins a comment"),
    Option(
      .felica, takes: .text("SYSTEM[:SERVICE[:BLOCKS]]"),
      "poll for a FeliCa system instead, and read blocks (0, or 0-3) of a service, all in hex but "
        + "the blocks"),
    Option(.pollOnly, "only select the cards"),
    Option(
      .cards, takes: .text("N"),
      "end after N cards; without it, recording goes on until Ctrl-C (one card with --simulate)"),
  ]

  /// Refuses what only means something where the reader is driven here.
  static func refuseOptions(in arguments: Arguments, with what: String) throws(Failure) {
    if let row = options.first(where: { arguments.has($0.name) }) {
      throw .usage(
        "\(row.long) is for readers that nfctrace drives itself, not for \(what)", command: "record"
      )
    }
  }

  /// Drives the reader, and gives the exit code. What it gives goes to `consume` where that is given,
  /// and is recorded otherwise.
  static func run(
    _ arguments: Arguments, consume: ((ReaderCapture) throws -> Void)? = nil
  ) throws -> Int32 {
    if arguments.has(.list) { return try list() }
    var plan = try ReadingPlan(arguments)
    let recording = try RecordingPlan(arguments)
    let simulated = try ProgramRecording.simulated(arguments, recording)
    defer { simulated?.stop() }
    var variables: [String: String] = [:]
    if let simulated {
      plan.reader = simulated.connectionString
      plan.cards = plan.cards ?? 1
      variables["LIBNFC_DEVICE"] = simulated.connectionString
    } else if let name = plan.reader {
      variables["LIBNFC_DEVICE"] = name
    }
    // It may crash with what it reads, and says so by its end.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    let reader = try ReaderCapture(
      command: [word] + plan.words, variables: variables,
      preloaded: Terminal.variable("LD_PRELOAD"), say: StandardError.say)
    defer { reader.stop() }
    if let consume {
      do throws(SystemError) {
        try reader.start()
      } catch {
        throw error.error("nfctrace")
      }
      try consume(reader)
      return reader.code
    }
    let name = arguments.value(.simulate) ?? plan.reader ?? "first reader"
    let capture = WatchedReader(
      reader, named: name, secrets: SecretWatch(recording.telling.lexicon))
    try recording.record(capture, named: name, isLive: true) {
      do throws(SystemError) {
        try reader.start()
      } catch {
        throw error.error("nfctrace")
      }
    }
    return reader.code
  }

  /// What this program does when it was started to drive a reader.
  static func drive(_ words: [String]) -> Int32 {
    guard let plan = ReadingPlan(words: words) else { return ExitCode.failure }
    return ReaderWork.run(plan, say: StandardError.say)
  }

  private static func list() throws -> Int32 {
    guard let names = ReaderWork.list() else {
      throw Failure(
        "libnfc.so.6 is not installed, and readers are driven through it (Debian: libnfc6)")
    }
    if names.isEmpty {
      throw Failure(
        "libnfc finds no reader: is one plugged in and not held by pcscd, and may you open it? A "
          + "serial one is named with --reader pn532_uart:/dev/ttyUSB0; --simulate CARD needs none")
    }
    try Output.print(names.map { "\($0)\n" }.joined())
    return ExitCode.success
  }
}

extension ReadingPlan {
  /// What the options say.
  fileprivate init(_ arguments: Arguments) throws {
    let purposes: [OptionName] = [.read, .apdu, .felica, .pollOnly]
    let given = purposes.filter { arguments.has($0) }
    if given.count > 1 {
      throw Failure.usage(
        "--\(given[0].rawValue) and --\(given[1].rawValue) exclude each other", command: "record")
    }
    if arguments.has(.reader) && arguments.has(.simulate) {
      throw Failure.usage("--reader and --simulate exclude each other", command: "record")
    }
    var purpose = Purpose.ndef
    if arguments.has(.pollOnly) { purpose = .nothing }
    if let text = arguments.value(.felica) {
      guard let query = FelicaQuery(text) else {
        throw arguments.wrong(.felica, text, "SYSTEM[:SERVICE[:BLOCKS]], such as 12FC:000B:0-3")
      }
      purpose = .felica(query)
    }
    if let path = arguments.value(.apdu) { purpose = .apdus(try Self.script(path)) }
    self.init(
      reader: arguments.value(.reader), cards: try arguments.number(.cards, in: 1...1_000_000),
      purpose: purpose)
  }

  /// The APDUs of a file.
  private static func script(_ path: String) throws -> [[UInt8]] {
    let text = String(decoding: try Knowledge.bytes(of: path), as: UTF8.self)
    var list: [[UInt8]] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      var digits = line.prefix { $0 != "#" }
      while let first = digits.first, first == ">" || first.isWhitespace { digits.removeFirst() }
      while let last = digits.last, last.isWhitespace { digits.removeLast() }
      if digits.isEmpty { continue }
      guard let apdu = ReadingPlan.bytes(digits), apdu.count >= 4, apdu.count <= 253 else {
        throw Failure("\(path):\(index + 1): no APDU of 4 to 253 bytes in hex")
      }
      list.append(apdu)
    }
    if list.isEmpty { throw Failure("\(path): holds no APDU") }
    return list
  }
}
