import Bytes

/// What bytes that should be a message look like instead.
enum LooseBytes {
  /// The problem with all of a message's bytes, if there is one.
  static func problem(in bytes: Span<UInt8>, message: NDEFMessage) -> NDEFProblem.Kind? {
    let run = [UInt8](run: bytes)
    if let pitch = statusWordPitch(in: run) { return .statusWords(pitch: pitch) }
    let isBroken = message.problems.contains { $0.kind == .noBegin }
    guard isBroken, run.count >= 3, UTF8Text.isPrintable(run) else { return nil }
    return .plainText(String(decoding: run, as: UTF8.self))
  }

  /// The distance at which 9000 repeats when the status words of reads were not taken off: the last
  /// read is shorter and ends in one as well.
  static func statusWordPitch(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= 24, bytes.suffix(2) == [0x90, 0x00] else { return nil }
    var tried = 0
    var at = 8
    while at + 2 < bytes.count, tried < 16 {
      if bytes[at] == 0x90, bytes[at + 1] == 0x00 {
        tried += 1
        let pitch = at + 2
        let ends = Array(stride(from: pitch, through: bytes.count, by: pitch))
        if ends.count >= 2, ends.allSatisfy({ bytes[$0 - 2] == 0x90 && bytes[$0 - 1] == 0 }) {
          return pitch
        }
      }
      at += 1
    }
    return nil
  }
}
