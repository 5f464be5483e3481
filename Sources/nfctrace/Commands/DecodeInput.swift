import Bytes
import Decoding
import ForeignFormats
import GrammarLanguage
import Playback
import Tags
import TraceFormat

/// What `decode` is given: bytes that somebody pasted, or a capture.
enum DecodeInput {
  case pasted(name: String, PastedText)
  case capture(WatchedReader)
  /// A card's memory, as another program read it out.
  case dump(name: String, CardDump)
  /// The same as bare bytes.
  case memory(name: String, RawMemory)

  /// Tells by the operands: they are the bytes themselves where they are hex, otherwise a file.
  init(_ arguments: Arguments) throws {
    let operands = arguments.operands
    // Lines that say which way they went are a line each.
    let areLines = operands.count > 1 && operands.allSatisfy(PastedText.saysDirection)
    let joined = operands.joined(separator: areLines ? "\n" : " ")
    if operands.count > 1 || (operands != ["-"] && Hex.bytes(joined) != nil) {
      self = .pasted(name: "the operands", try Self.text(joined, of: "the operands"))
      return
    }
    let path = operands[0]
    if path != "-", Descriptor.standing(path) == .nothing {
      do throws(PastedText.Fault) {
        self = .pasted(name: "the operand", try PastedText(path))
      } catch {
        throw Failure("\(path): neither a file nor bytes: \(error.words)")
      }
      return
    }
    try self.init(
      file: path, pattern: LinePattern.asked(arguments),
      takesAll: arguments.value(.as) == "memory")
  }

  /// Reads a file. One that is too large for a person to have pasted can only be a capture.
  /// `takesAll`: bytes that are no text are a memory, whatever they look like.
  private init(file path: String, pattern: LinePattern?, takesAll: Bool) throws {
    let input = try InputFile(path: path)
    let limit = StatementTree.maximumFileSize
    var buffer = ByteBuffer(capacity: 1 << 16)
    while buffer.count <= limit {
      if try input.read(into: &buffer, atMost: 1 << 16) == 0 { break }
    }
    let bytes = [UInt8](copying: buffer.span)
    let isWhole = bytes.count <= limit
    if isWhole, pattern == nil, let dump = CardDump(bytes) {
      self = .dump(name: input.name, dump)
      return
    }
    let text = isWhole && pattern == nil ? String(validating: bytes, as: UTF8.self) : nil
    var words = "is no text; expected bytes in hex"
    if let text {
      do throws(PastedText.Fault) {
        self = .pasted(name: input.name, try PastedText(text))
        return
      } catch {
        words = error.words
      }
    }
    if isWhole, text == nil, pattern == nil,
      let memory = takesAll ? RawMemory(taking: bytes) : RawMemory(bytes)
    {
      self = .memory(name: input.name, memory)
      return
    }
    do throws(TraceError) {
      let source: any ByteSource = BytesInHand(bytes, named: input.name, then: input)
      self = .capture(try WatchedReader(InputFile(source), pattern: pattern))
    } catch {
      // What `encode --binary` writes.
      if isWhole, pattern == nil, Self.isMessage(bytes) {
        self = .pasted(name: input.name, .bytes(bytes))
        return
      }
      throw Failure("\(input.name): \(words)")
    }
  }

  /// Whether bytes are an NDEF message in which every length fits.
  private static func isMessage(_ bytes: [UInt8]) -> Bool {
    guard let flags = bytes.first, flags & 0x80 != 0 else { return false }
    let message = NDEFMessage(reading: bytes)
    return message.length == bytes.count && !message.records.isEmpty
      && !message.records.contains { $0.layout.isCut }
  }

  private static func text(_ text: String, of name: String) throws(Failure) -> PastedText {
    do throws(PastedText.Fault) {
      return try PastedText(text)
    } catch {
      throw Failure("\(name): \(error.words)")
    }
  }
}

extension PastedText.Fault {
  /// What is wrong, and where.
  fileprivate var words: String {
    let place = "line \(line), character \(column)"
    return switch kind {
    case .empty: "there are no bytes in it"
    case .unexpected(let character): "\(place): \"\(character)\" is no part of bytes in hex"
    case .oddDigits: "\(place): a byte with one digit"
    case .outOfRange(let number): "\(place): \(number) is no byte"
    case .noDirection: "\(place): the other lines say which way they went, this does not"
    }
  }
}
