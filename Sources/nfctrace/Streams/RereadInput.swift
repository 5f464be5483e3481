import Bytes
import ForeignFormats
import TraceFormat

/// An input that can be read from its beginning as often as one likes: a file is opened again, and
/// what comes through a pipe is kept in a file without a name.
final class RereadInput {
  let path: String
  private let pattern: LinePattern?
  /// What came through the pipe; nil for a file.
  private let kept: Descriptor?
  private var isOpened = false
  /// Whether any of it could not be read, as far as it was.
  private(set) var isDamaged = false

  init(_ path: String, pattern: LinePattern?) throws(TraceError) {
    self.path = path
    self.pattern = pattern
    let input = try InputFile(path: path)
    if input.isSeekable { kept = nil } else { kept = try Self.keep(input) }
  }

  /// Reads it from its beginning. What of it is damaged is said the first time.
  func open() throws(TraceError) -> any FrameReader {
    defer { isOpened = true }
    return DamageTeller(try WatchedReader(try input(), pattern: pattern), speaks: !isOpened) {
      self.isDamaged = true
    }
  }

  private func input() throws(TraceError) -> InputFile {
    do throws(SystemError) {
      if let again = try kept?.duplicate() {
        return InputFile(KeptStream(path, InputFile(again, from: 0)))
      }
    } catch {
      throw error.error(path)
    }
    return try InputFile(path: path)
  }

  private static func keep(_ input: InputFile) throws(TraceError) -> Descriptor {
    var file = try nameless(for: input.name)
    var buffer = ByteBuffer(capacity: 1 << 18)
    while try input.read(into: &buffer, atMost: 1 << 18) > 0 {
      do throws(SystemError) {
        try file.write(buffer.span)
      } catch {
        throw error.error("what came through \(input.name)")
      }
      buffer.clear()
    }
    return file
  }

  private static func nameless(for name: String) throws(TraceError) -> Descriptor {
    var refusal: SystemError?
    for folder in [Terminal.variable("TMPDIR") ?? "/tmp", "/var/tmp", "."] {
      do throws(SystemError) {
        return try Descriptor.nameless(in: folder)
      } catch {
        refusal = refusal ?? error
      }
    }
    throw TraceError("\(name): there is no room to keep it: \(refusal?.words ?? "")")
  }
}

/// What came through a pipe, under the pipe's name.
private final class KeptStream: ByteSource {
  let name: String
  private let file: InputFile

  init(_ path: String, _ file: InputFile) {
    name = path == "-" ? "standard input" : path
    self.file = file
  }

  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    try file.read(into: &buffer, atMost: count)
  }
}

/// Says at the end what of a capture could not be read, and calls `note` if that is anything.
private final class DamageTeller: FrameReader {
  private let capture: WatchedReader
  private let speaks: Bool
  private let note: () -> Void

  init(_ capture: WatchedReader, speaks: Bool, _ note: @escaping () -> Void) {
    self.capture = capture
    self.speaks = speaks
    self.note = note
  }

  var description: TraceDescription { capture.description }
  var damage: [TraceDamage] { capture.damage }

  func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    if try capture.read(into: &batch) { return true }
    if speaks { capture.sayDamage() }
    if !capture.damage.isEmpty { note() }
    return false
  }
}
