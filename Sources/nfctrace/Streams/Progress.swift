/// How far a long work is, on standard error, for a person who would wonder.
///
/// It says nothing in the first second, nothing where standard error is no terminal, and nothing
/// while results run over that terminal.
struct Progress {
  private let isShown: Bool
  private let size: Int64?
  private let start = Terminal.now
  private var last: Int64 = 0
  private var hasLine = false

  /// `size` is how many bytes there are to read, where that is known.
  init(size: Int64?) {
    isShown = Terminal.isErrorOutput && !Terminal.isOutput
    self.size = size
  }

  /// Says where the work stands, at most five times a second.
  mutating func update(position: Int64, frames: Int) {
    guard isShown else { return }
    let now = Terminal.now
    guard now - start > 1_000_000_000, now - last > 200_000_000 else { return }
    last = now
    hasLine = true
    let share = size.map { $0 > 0 ? "\(min(100, position * 100 / $0)) %, " : "" } ?? ""
    StandardError.write("\r\(share)\(frames) frames\u{1B}[K")
  }

  /// Takes the line away.
  mutating func finish() {
    if hasLine { StandardError.write("\r\u{1B}[K") }
    hasLine = false
  }
}
