import Decoding
import ForeignFormats
import TraceFormat

/// A reader that looks at what passes through it: how far it is, whether secrets are in it, and
/// whether a recording wants it too.
final class WatchedReader: FrameReader {
  private let input: InputFile?
  /// What messages call the capture.
  let name: String
  private var reader: any FrameReader
  private var progress: Progress
  private var secrets: SecretWatch?
  /// Takes each batch before anybody else sees it.
  var tap: ((FrameBatch) throws(TraceError) -> Void)?
  /// How many frames passed.
  private(set) var frames = 0

  /// Opens a capture of any kind, and watches for secrets too where `secrets` is given.
  init(
    _ input: InputFile, secrets: SecretWatch? = nil, pattern: LinePattern? = nil
  ) throws(TraceError) {
    self.input = input
    self.secrets = secrets
    name = input.name
    reader = try openFrames(input, pattern: pattern)
    progress = Progress(size: input.size)
  }

  /// Opens a capture by its name. Ctrl-C ends standard input where that is a pipe.
  convenience init(live path: String, pattern: LinePattern? = nil) throws(TraceError) {
    let input = try InputFile(path: path)
    if path == "-" && !input.isSeekable { Interrupt.endsInput() }
    try self.init(input, pattern: pattern)
  }

  /// Watches frames that are no file's.
  init(_ reader: some FrameReader, named name: String, secrets: SecretWatch? = nil) {
    input = nil
    self.secrets = secrets
    self.reader = reader
    self.name = name
    progress = Progress(size: nil)
  }

  /// How many bytes the file has; nil for a stream.
  var size: Int64? { input?.size }
  /// Whether frames come as somebody makes them.
  var isLive: Bool { input?.isSeekable != true }
  var description: TraceDescription { reader.description }
  /// Whether somebody stopped reading before the end, so that its want is no damage.
  var isCutShort: () -> Bool = { false }
  var damage: [TraceDamage] { isCutShort() ? [] : reader.damage }

  func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    guard try reader.read(into: &batch) else {
      progress.finish()
      secrets?.finish()
      return false
    }
    frames += batch.frames.count
    secrets?.look(at: batch)
    try tap?(batch)
    progress.update(position: input?.position ?? 0, frames: frames)
    return true
  }

  /// Says what of the capture could not be read.
  func sayDamage() {
    for part in damage { StandardError.say("\(name): \(part.words)") }
  }

  /// Says that what was written to `output` holds secrets, where it does.
  func saySecrets(in output: String) {
    if let words = secrets?.words { StandardError.say("\(output) holds \(words), unmasked") }
  }
}

extension TraceDamage {
  /// One line: what is wrong, where, and which frames that took.
  fileprivate var words: String {
    let lost =
      frames.map { frames in
        frames.count == 1
          ? "; frame \(frames.lowerBound) is lost"
          : "; frames \(frames.lowerBound) to \(frames.upperBound) are lost"
      } ?? ""
    return "\(reason) at byte \(offset)\(lost)"
  }
}
