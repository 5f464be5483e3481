import Analysis
import Decoding
import ForeignFormats
import Playback
import Tags
import TraceFormat

extension Command {
  /// `nfctrace convert IN OUT`.
  static let convert = Command(
    name: "convert",
    summary: "write a capture in another format",
    operands: Operands(
      usage: "IN OUT", count: 2...2,
      rows: [
        (
          "IN",
          "a trace, a capture or a log of another program, told by its content; - is standard input"
        ),
        ("OUT", "the file to write, whose name tells the format; - is standard output"),
      ]),
    description: [
      "Writes every frame of a capture in another format. A trace that was made from a pcap gives "
        + "that pcap again, byte for byte. What a format has no place for is said.",
      "Into a name that ends in .nfc the memory that was read from a tag is written, as Flipper Zero "
        + "has it; what was not read is said.",
      "The file appears when it is whole; nothing is left of one that could not be completed. "
        + "Nothing is masked. Of a damaged capture what is left is written, and the exit code is 2.",
    ],
    options: [
      Option(
        .to, takes: .oneOf("FORMAT", Conversion.Format.allCases.map(\.rawValue)),
        "the format, where OUT's name does not tell it"),
      LinePattern.option,
      Keys.option,
      Option(.force, "replace a file that exists"),
      Knowledge.option,
    ],
    examples: [
      Example("nfctrace convert visit.trace tag.nfc", "what was read of a tag, as a dump"),
      Example("nfctrace convert visit.trace visit.pcapng", "for Wireshark"),
      Example("nfctrace convert --to text visit.trace -", "the frames as lines of hex"),
    ],
    run: convert)

  @Sendable private static func convert(_ arguments: Arguments) throws -> Int32 {
    let (from, to) = (arguments.operands[0], arguments.operands[1])
    if arguments.value(.to) == nil, to.hasSuffix(".nfc") {
      return try writeMemory(from: from, to: to, arguments)
    }
    let format = try Conversion.Format(of: to, arguments)
    let secrets = SecretWatch(try Knowledge.lexicon(arguments))
    let watched = try WatchedReader(
      try InputFile(path: from), secrets: secrets, pattern: LinePattern.asked(arguments))
    let air = format == .proxmark ? AirFrameReader(watched) : nil
    var reader: any FrameReader = air ?? watched
    let outcome = try Conversion.run(
      from: &reader, to: to, as: format, force: arguments.has(.force))
    let name = to == "-" ? "standard output" : to
    if let counts = air?.counts, counts.derived > 0 {
      StandardError.say(
        "\(name): \(counts.derived) frames are derived: they must have been on air, by what "
          + "\(counts.captured) captured ones say; their times are the host's")
    }
    for loss in outcome.losses { StandardError.say("\(name): \(loss)") }
    watched.sayDamage()
    watched.saySecrets(in: name)
    return watched.damage.isEmpty ? ExitCode.success : ExitCode.failure
  }

  /// Writes what was seen of a tag's memory as Flipper Zero's dump, and says what was not.
  private static func writeMemory(
    from path: String, to target: String, _ arguments: Arguments
  ) throws -> Int32 {
    let lexicon = try Knowledge.lexicon(arguments)
    let watched = try WatchedReader(
      try InputFile(path: path), secrets: SecretWatch(lexicon),
      pattern: LinePattern.asked(arguments))
    var reader: any FrameReader = watched
    let seen = try SeenMemories(&reader, lexicon, keys: try Keys.classic(arguments))
    let dumps = seen.contents.compactMap { CardDump(seen: $0) }
    guard let dump = dumps.last else {
      throw Failure(
        """
        \(watched.name): no memory of a Type 2 or 5 tag, a MIFARE Classic or a FeliCa Lite card was \
        read in it
        """)
    }
    if dumps.count > 1 {
      StandardError.say(
        "\(watched.name): \(dumps.count) tags were read; the last is written")
    }
    var output = try OutputFile.beside(target, force: arguments.has(.force))
    try output.write(Array(dump.flipper.utf8).span)
    try output.finish()
    if !dump.unseen.isEmpty {
      let image = dump.image
      let places = MemoryWords.hexUnits(dump.unseen, unit: image.unit, word: image.word)
      let sign = dump.kind == .classic ? "??" : "zeros"
      StandardError.say("\(target): \(places) were not captured, and are written as \(sign)")
    }
    if dump.holdsSecrets {
      let words = dump.kind == .classic ? "keys" : "a password"
      StandardError.say("\(target) holds \(words), unmasked")
    }
    watched.sayDamage()
    watched.saySecrets(in: target)
    return watched.damage.isEmpty ? ExitCode.success : ExitCode.failure
  }
}

extension Conversion.Format {
  /// The format that was asked for, or that the name's ending tells.
  init(of path: String, _ arguments: Arguments) throws(Failure) {
    if let format = arguments.value(.to).flatMap({ Self(rawValue: $0) }) {
      self = format
      return
    }
    if let format = Self(endingOf: path) {
      self = format
      return
    }
    let formats = Self.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
    throw .usage(
      "\(path) ends in none of \(formats): say --to", command: arguments.command)
  }
}
