package import Bytes
package import GrammarLanguage

/// The fields of one step: what the reader's half and the card's half of it hold.
///
/// One value is filled again and again; once it has grown nothing is allocated. Labels, paths and
/// meanings of the nodes are the lexicon's.
package struct Dissection: Sendable {
  package var command = Half()
  package var answer = Half()
  /// Bytes of halves that no single frame or run of blocks brought: ATQA, UID and SAK in a row.
  package var made: [UInt8] = []

  package init() {}

  /// One half of a step.
  package struct Half: Sendable {
    /// Offsets in it are those of the half's bytes.
    package var tree = FieldTree()
    package var source: Source = .none

    /// Where the bytes are.
    package enum Source: Equatable, Sendable {
      case none
      /// In the story's `bytes`, captured as a run of its `segments` says.
      case exchange(Extent, segments: Extent)
      /// In the story's `bytes`, the beginning of one frame.
      case frame(Extent, number: Int)
      /// In the dissection's `made`.
      case made(Extent)
    }
  }

  /// Forgets both halves and keeps the room.
  package mutating func clear() {
    command.tree.clear()
    command.source = .none
    answer.tree.clear()
    answer.source = .none
    made.removeAll(keepingCapacity: true)
  }

  /// Hands the bytes of a half to `body`.
  package func withBytes<Result>(
    of half: Half, in story: borrowing Story, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    switch half.source {
    case .none: body(made.span.extracting(0..<0))
    case .exchange(let run, _), .frame(let run, _):
      body(story.bytes.span.extracting(run.range))
    case .made(let run): body(made.span.extracting(run.range))
    }
  }

  /// Where a range of a half's bytes was captured; nil for bytes that several frames gave.
  package func place(
    of range: Range<Int>, in half: Half, of story: borrowing Story
  ) -> Place? {
    switch half.source {
    case .none, .made: nil
    case .exchange(_, let segments):
      SegmentMap.place(of: range, in: segments, of: story.segments.span)
    case .frame(_, let number): number == 0 ? nil : Place(frame: number, bytes: range)
    }
  }
}
