import Analysis
import Bytes

/// A row of the story between a step and its place on the screen: words, in an arena, and times.
///
/// The same value is laid out at every width; only the wording depends on the form. Either `line`
/// holds the words, or `reader` and `card` do.
struct Row {
  /// The first and the last captured frame.
  var frames: ClosedRange<Int>
  /// Which of the frames derived from those two begin and end it, 0 for those themselves.
  var derived: (first: UInt16, last: UInt16) = (0, 0)
  /// Whether the frames column shows both: the row has a reader's half and a card's frame.
  var showsRange = false
  var time: Int64
  /// Start of the first frame to start of the last.
  var latency: Int64?
  var wait = Wait.none
  /// The words of a row without halves.
  var line = Extent.none
  var reader = Extent.none
  var card = Extent.none
  /// The lines below it, separated by line feeds.
  var detail = Extent.none
  /// The lines of `-x` and of `--detail fields`, which are never wrapped.
  var verbatim = Extent.none
  /// How many equal rows this one stands for.
  var count = 1
  /// Equal for rows that say the same, times and frame numbers apart.
  var key = 0
  /// What it may be folded with.
  var folding = Folding.alone
  /// What of it a visit's end may still speak of.
  var role = Role.other
  /// Findings that this row shows.
  var tags: [Tag] = []

  init(frames: ClosedRange<Int>, time: Int64) {
    self.frames = frames
    self.time = time
  }

  /// What the column for waiting times shows.
  enum Wait: Equatable {
    case none
    /// The wait alone.
    case time(Int64)
    /// The wait and its share of the budget, in per cent.
    case share(Int64, percent: Int)
    /// No answer came: more than this share, in per cent.
    case more(percent: Int)
  }

  /// What a row may be folded with.
  enum Folding: Equatable {
    /// Nothing.
    case alone
    /// Equal neighbours.
    case equals
    /// Equal neighbours, and reads that go on where it ends: the pages read, from the first to
    /// behind the last, and the frame that brought the same bytes before.
    case reads(Range<Int>, before: Int?)
    /// A poll: before and behind everything else it does not tell a visit from another.
    case poll
  }

  /// What a row is for the findings of its visit's end, which look at the last exchange of the last
  /// activation.
  enum Role: Equatable {
    case other, activation, exchange
    /// An exchange that ended badly.
    case failure
  }

  /// A finding's number and where in the row it stands.
  struct Tag: Equatable {
    var number: Int
    var severity: Severity
    var half: Finding.Half
  }
}
