import Bytes
import ForeignFormats
import TraceFormat

/// A frame with its bytes, so that frames of different batches compare.
struct Seen: Equatable {
  var frame: Frame
  var bytes: [UInt8]
  var parity: [UInt8]
  var extra: [UInt8]

  init(_ frame: Frame, _ bytes: [UInt8], parity: [UInt8]) {
    self.frame = frame
    self.bytes = bytes
    self.parity = parity
    extra = []
  }

  init(_ frame: Frame, in batch: FrameBatch) {
    bytes = batch.copy(of: frame.bytes)
    parity = batch.copy(of: frame.parity)
    extra = batch.copy(of: frame.extra)
    self.frame = frame
    self.frame.bytes = .none
    self.frame.parity = .none
    self.frame.extra = .none
  }
}

/// Everything that a reader gives, up to an error.
struct Reading: Equatable {
  var frames: [Seen] = []
  var description: TraceDescription
  var damage: [TraceDamage] = []
  /// What ended the reading; the words, where it is not the end of the input.
  var error: String?

  init(_ reader: any FrameReader) {
    var reader = reader
    var batch = FrameBatch()
    do {
      while try reader.read(into: &batch) {
        expect(!batch.frames.isEmpty, "a batch has frames")
        for frame in batch.frames {
          frames.append(Seen(frame, in: batch))
          expect(Int(frame.source) < reader.description.sources.count, "every source is described")
        }
      }
      expect(batch.frames.isEmpty, "the last batch is empty")
    } catch {
      self.error = error.description
      expect(!error.description.contains("\n"), "an error is one line")
    }
    description = reader.description
    damage = reader.damage
    for (one, other) in zip(frames, frames.dropFirst()) {
      expect(one.frame.number < other.frame.number, "numbers go up")
    }
  }

  /// What a reader that can be opened gives; the error where it cannot.
  static func of(
    _ open: () throws(TraceError) -> any FrameReader
  ) -> Result<Reading, TraceError> {
    do throws(TraceError) {
      return .success(Reading(try open()))
    } catch {
      expect(!error.description.contains("\n"), "an error is one line")
      return .failure(error)
    }
  }
}

/// Gives frames that are in memory, in batches of a size.
struct Replay: FrameReader {
  let description: TraceDescription
  let damage: [TraceDamage] = []
  private let frames: [Seen]
  private let size: Int
  private var next = 0

  init(_ frames: [Seen], _ description: TraceDescription, inBatchesOf size: Int = 4096) {
    self.frames = frames
    self.description = description
    self.size = max(1, size)
  }

  mutating func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    while next < frames.count, batch.frames.count < size {
      let seen = frames[next]
      var frame = seen.frame
      frame.bytes = batch.store(seen.bytes.span)
      frame.parity = batch.store(seen.parity.span)
      frame.extra = batch.store(seen.extra.span)
      batch.frames.append(frame)
      next += 1
    }
    return !batch.frames.isEmpty
  }
}

extension Reading {
  /// What is different in another reading, in words.
  func difference(from other: Reading) -> String {
    if let index = frames.indices.first(where: {
      !other.frames.indices.contains($0) || frames[$0] != other.frames[$0]
    }) {
      return "frame \(frames[index]) of \(frames.count), of \(other.frames.count): "
        + "\(other.frames.indices.contains(index) ? "\(other.frames[index])" : "none")"
    }
    if frames.count != other.frames.count { return "\(frames.count), \(other.frames.count) frames" }
    if error != other.error { return "\(error ?? "no error"), \(other.error ?? "no error")" }
    if damage != other.damage { return "\(damage), \(other.damage)" }
    return "\(description), \(other.description)"
  }
}
