import Bytes
import TraceFormat

/// What libpcscspy writes into its pipe: each call of a PC/SC client, its arguments line by line.
///
///     7FD1A18E5780@>|1796003199|230046|SCardTransmit
///     7FD1A18E5780@0x6F471B9F
///     7FD1A18E5780@FF CA 00 00 00
///     7FD1A18E5780@<|1796003199|273513|SCardTransmit|Command successful.|0x00000000
struct PcscSpyLines: LogLines {
  /// The calls that have not returned, by thread.
  private var open: [String: Call] = [:]
  /// The source of each handle of a card.
  private var sources: [String: UInt16] = [:]
  /// The ATR of the card that is in a reader.
  private var answers: [String: [UInt8]] = [:]

  /// More threads and handles than any program has at once.
  private static let most = 1024
  private static let mostArguments = 256

  /// A call.
  private struct Call {
    let name: String
    let start: Int64
    var arguments: [ArraySlice<UInt8>] = []
  }

  /// The parts of a line: its thread and what stands behind the `@`; nil for another.
  static func parts(_ line: [UInt8]) -> (thread: String, rest: ArraySlice<UInt8>)? {
    let thread = line.prefix { Hex.value($0) != nil }
    guard (4...16).contains(thread.count), line.count > thread.count,
      line[thread.count] == UInt8(ascii: "@")
    else { return nil }
    return (thread.text, line[(thread.count + 1)...])
  }

  /// Whether a line begins or ends a call.
  static func isCall(_ line: [UInt8]) -> Bool {
    guard let (_, rest) = parts(line) else { return false }
    return rest.starts(with: ">|".utf8) || rest.starts(with: "<|".utf8)
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    guard let (thread, rest) = Self.parts(line) else { return }
    let fields = rest.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    switch fields.first?.text {
    case ">" where fields.count >= 4:
      guard open.count < Self.most || open[thread] != nil, let time = Self.time(fields) else {
        return
      }
      open[thread] = Call(name: fields[3].text, start: time)
    case "<" where fields.count >= 6:
      guard let call = open.removeValue(forKey: thread), let time = Self.time(fields) else {
        return
      }
      feed.begin(isDated: true)
      end(call, at: time, hasSucceeded: fields[5].text == "0x00000000", &feed, &batch)
    default:
      if let count = open[thread]?.arguments.count, count < Self.mostArguments {
        open[thread]?.arguments.append(rest)
      }
    }
  }

  private static func time(_ fields: [ArraySlice<UInt8>]) -> Int64? {
    guard let seconds = Int64(fields[1].text), let microseconds = Int64(fields[2].text),
      (0..<9_000_000_000).contains(seconds), (0..<1_000_000).contains(microseconds)
    else { return nil }
    return (seconds * 1_000_000 + microseconds) * 1000
  }

  private mutating func end(
    _ call: Call, at time: Int64, hasSucceeded: Bool, _ feed: inout FrameFeed,
    _ batch: inout FrameBatch
  ) {
    switch call.name {
    case "SCardTransmit": transmit(call, time, hasSucceeded, isControl: false, &feed, &batch)
    case "SCardControl": transmit(call, time, hasSucceeded, isControl: true, &feed, &batch)
    case "SCardConnect" where hasSucceeded: connect(call, &feed, &batch)
    case "SCardGetStatusChange" where hasSucceeded: learn(from: call)
    case "SCardStatus" where hasSucceeded: learn(from: call)
    default: break
    }
  }

  private func transmit(
    _ call: Call, _ time: Int64, _ hasSucceeded: Bool, isControl: Bool, _ feed: inout FrameFeed,
    _ batch: inout FrameBatch
  ) {
    let buffers = call.arguments.compactMap(Self.bytes)
    // Of what drivers are told, pseudo-APDUs are of interest.
    guard let command = buffers.first, !isControl || command.first == 0xFF && command.count >= 4
    else { return }
    let source = call.arguments.first.flatMap { sources[$0.text] } ?? 0
    var frame = Frame(number: 0, time: call.start, link: .apdu, direction: .toCard)
    frame.source = source
    feed.add(frame, command, to: &batch)
    guard hasSucceeded, buffers.count > 1, let answer = buffers.last else { return }
    frame = Frame(number: 0, time: time, link: .apdu, direction: .fromCard)
    frame.source = source
    frame.flags = .stampedAtEnd
    feed.add(frame, answer, to: &batch)
  }

  /// A card is connected to: the reader's name is the second argument, the new handle the sixth
  /// behind it.
  private mutating func connect(
    _ call: Call, _ feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    guard call.arguments.count >= 7, sources.count < Self.most else { return }
    let name = call.arguments[1].text
    let source = feed.source(named: name, link: .apdu)
    sources[call.arguments[6].text] = source
    var frame = Frame(number: 0, time: call.start, link: .apdu, direction: .none)
    frame.source = source
    frame.event = .readerOpened
    feed.add(frame, Array(name.utf8), to: &batch)
    guard let answer = answers[name] else { return }
    frame = Frame(number: 0, time: call.start, link: .atr, direction: .fromCard)
    frame.source = source
    feed.add(frame, answer, to: &batch)
  }

  /// The ATRs that a call shows, each behind the name of its reader.
  private mutating func learn(from call: Call) {
    var name: String?
    for argument in call.arguments {
      if let bytes = Self.bytes(argument) {
        if bytes.first == 0x3B || bytes.first == 0x3F, let name, answers.count < Self.most {
          answers[name] = bytes
        }
      } else if !argument.isEmpty, !argument.starts(with: "0x".utf8) {
        name = argument.text
      }
    }
  }

  /// The bytes of an argument that is a buffer: pairs of digits with spaces between them.
  private static func bytes(_ argument: ArraySlice<UInt8>) -> [UInt8]? {
    guard !argument.starts(with: "0x".utf8), argument.count >= 3, argument.last == 0x20 else {
      return nil
    }
    return HexRun.bytes(argument)
  }
}
