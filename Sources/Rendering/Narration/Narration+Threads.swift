import Bytes
import TraceFormat

/// Telling on two threads: while one reads, the other tells what it has read.
///
///     read chapter 1 · tell it ·              read chapter 3 · tell it
///                      read chapter 2 · tell it ·              read chapter 4 …
///
/// Chapters are read one after the other and written one after the other, so the output is that of
/// one thread. Those that start at rest are told beside each other where the renderer can be doubled.
extension Narration {
  /// Tells all chapters that are left; the next one's number is `next`. Whether anything was masked.
  func share<R: Renderer & ~Copyable>(
    _ chapters: inout ChapterReader, _ renderer: inout R, next: Int, sink: Sink
  ) throws(TraceError) -> Bool {
    // Behind the desk the chapters are read; at the exit it is a chapter's turn to be written, by the
    // renderer that told the one before.
    let desk = Gate(turn: 0)
    let exit = Gate(turn: next)
    var error: TraceError?
    var hasMasked = false

    Companion.share {
      var chapter = Chapter()
      var out = ByteBuffer(capacity: 256 * 1024)
      var own: R?
      while true {
        desk.enter()
        let hasMore = chapters.read(&chapter)
        desk.leave()
        guard hasMore else { break }

        out.clear()
        if chapter.startsAtRest, var spare = own.take() {
          spare.write(chapter, into: &out)
          exit.wait(for: chapter.number)
          // The other one is at rest as well, and will do for a later chapter.
          swap(&spare, &renderer)
          own = consume spare
        } else {
          exit.wait(for: chapter.number)
          renderer.write(chapter, into: &out)
          own = own.take() ?? renderer.double()
        }
        do throws(TraceError) {
          if error == nil { try sink(out.span) }
        } catch let refused {
          error = refused
        }
        let isOver = error != nil
        exit.advance()
        if isOver { break }
      }
      if let spare = own.take(), spare.hasMasked {
        desk.enter()
        hasMasked = true
        desk.leave()
      }
    }
    if let error { throw error }
    return hasMasked || renderer.hasMasked
  }
}
