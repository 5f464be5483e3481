import Bytes
import Decoding
import ForeignFormats
import Playback
import TraceFormat

/// What Wireshark asks of a program in its extcap folder: which interfaces it has, and to capture from
/// one into a pipe.
///
/// The interfaces are the first reader that libnfc finds, and a simulated one with each built-in card.
/// What is written is pcapng: the frames on air, also those that follow from what the reader's chip was
/// told, NFC-A and B under link type 264, FeliCa under 252 for Wireshark's dissector of that name.
enum Extcap {
  private static let reader = "nfctrace"
  private static let linkType = 264

  /// Whether the words are Wireshark's.
  static func asks(_ words: [String]) -> Bool {
    words.contains("--extcap-interfaces")
      || words.contains("--extcap-interface") && !words.contains("record")
  }

  /// Answers them, and gives the exit code.
  static func run(_ words: [String]) throws -> Int32 {
    if words.contains("--extcap-interfaces") {
      try Output.print(interfaces)
    } else if words.contains("--extcap-config") {
      try Output.print(settings(of: value("--extcap-interface", words) ?? reader))
    } else if words.contains("--extcap-dlts") {
      try Output.print("dlt {number=\(linkType)}{name=ISO_14443}{display=ISO/IEC 14443}\n")
    } else if words.contains("--capture") {
      guard let interface = value("--extcap-interface", words), let pipe = value("--fifo", words)
      else { throw Failure("--capture needs --extcap-interface NAME and --fifo FILE") }
      return try capture(interface, set(by: words), into: pipe)
    }
    return ExitCode.success
  }

  private static var interfaces: String {
    var text = "extcap {version=\(Program.version)}{display=nfctrace}\n"
    text += "interface {value=\(reader)}{display=NFC reader}\n"
    for card in BuiltInCard.all {
      text +=
        "interface {value=\(reader)-\(card.name)}{display=Simulated NFC reader, \(card.name)}\n"
    }
    return text
  }

  /// What can be set before a capture, in the options of `record`.
  private static func settings(of interface: String) -> String {
    var text = """
      arg {number=0}{call=--cards}{display=Cards}{tooltip=End after so many cards}{type=unsigned}
      arg {number=1}{call=--poll-only}{display=Poll only}{tooltip=Identify cards and read nothing}{type=boolflag}{default=false}
      arg {number=2}{call=--felica}{display=FeliCa blocks}{tooltip=SYSTEM\u{5B}:SERVICE\u{5B}:BLOCKS\u{5D}\u{5D} in hex}{type=string}
      arg {number=3}{call=--apdu}{display=APDUs}{tooltip=A file of APDUs to send to each card}{type=fileselect}{mustexist=true}

      """
    if interface == reader {
      text +=
        "arg {number=4}{call=--reader}{display=Reader}{tooltip=The connection string of one of several}{type=string}\n"
    }
    return text
  }

  /// What was set, as words of `record`.
  private static func set(by words: [String]) -> [String] {
    var options: [String] = []
    for name in ["--cards", "--felica", "--apdu", "--reader"] {
      if let value = value(name, words), !value.isEmpty, value != "0" { options += [name, value] }
    }
    return words.contains("--poll-only") ? options + ["--poll-only"] : options
  }

  private static func value(_ name: String, _ words: [String]) -> String? {
    for (index, word) in words.enumerated() {
      if word == name, index + 1 < words.count { return words[index + 1] }
      if word.hasPrefix(name + "=") { return String(word.dropFirst(name.count + 1)) }
    }
    return nil
  }

  private static func capture(
    _ interface: String, _ options: [String], into pipe: String
  ) throws -> Int32 {
    var words = ["-o", "-"] + options
    if interface != reader {
      words += ["--simulate", String(interface.dropFirst(reader.count + 1))]
    }
    let arguments = try OptionParser.parse(words, for: .record)
    var output: Descriptor
    do throws(SystemError) {
      output = try Descriptor.writing(pipe)
    } catch {
      throw error.error(pipe)
    }
    return try ReaderRecording.run(arguments) { reader in
      var air: any FrameReader = AirReader(reader)
      _ = try Conversion.run(from: &air, with: PcapngWriter()) { bytes throws(TraceError) in
        do throws(SystemError) {
          try output.write(bytes)
        } catch {
          throw error.error(pipe)
        }
      }
    }
  }
}

/// The frames on air of a capture that a host or a chip was seen in, as they follow from it.
private final class AirReader: FrameReader {
  private var inner: any FrameReader
  private var decoder: Decoder
  private var story = Story()
  private var count = 0
  private var isAtEnd = false

  init(_ inner: any FrameReader) {
    self.inner = inner
    var options = Decoder.Options()
    options.keepsFrames = true
    decoder = Decoder(options: options)
  }

  var description: TraceDescription {
    var description = TraceDescription(format: "frames on air")
    description.sources = [.init(name: "", linkType: nil, link: .iso14443)]
    return description
  }
  var damage: [TraceDamage] { inner.damage }

  func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    var captured = FrameBatch()
    while batch.frames.isEmpty, !isAtEnd {
      story.clear()
      if try inner.read(into: &captured) {
        decoder.decode(captured, into: &story)
      } else {
        decoder.finish(into: &story)
        isAtEnd = true
      }
      for note in story.frames {
        switch note.frame.link {
        case .iso14443, .nfcA, .nfcB, .nfcF: add(note.frame, to: &batch)
        default: break
        }
      }
    }
    return !batch.frames.isEmpty
  }

  private func add(_ known: Frame, to batch: inout FrameBatch) {
    count += 1
    var frame = Frame(
      number: count, time: known.time, link: known.link == .nfcF ? .nfcF : .iso14443,
      direction: known.direction)
    frame.event = known.event
    frame.flags = known.flags.intersection(.crcStripped)
    let bytes = Array(story.frameBytes[known.bytes.range])
    frame.bytes = batch.store(bytes.span)
    batch.frames.append(frame)
  }
}
