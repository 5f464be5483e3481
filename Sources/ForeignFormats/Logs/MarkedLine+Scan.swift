import Bytes
import TraceFormat

extension MarkedLine {
  /// A mark in a line.
  struct Mark: Equatable {
    let direction: Direction?
    /// The index behind it.
    let end: Int
    let isWord: Bool
    /// Whether a status word follows.
    var isStatus = false
    /// Whether it is one letter.
    var isLetter = false
  }

  /// Which way a mark alone says that bytes went, as a group of a pattern holds it.
  static func direction(of mark: ArraySlice<UInt8>) -> Direction? {
    let line = Array(mark.trimmed)
    var scan = Scan(line: line, letters: .controller)
    return scan.next()?.direction
  }

  /// Looks for marks in a line from its beginning.
  struct Scan {
    let line: [UInt8]
    let letters: LetterMarks
    var at = 0

    mutating func next() -> Mark? {
      while at < line.count {
        if let mark = arrow() ?? word() {
          at = mark.end
          return mark
        }
        at += 1
      }
      return nil
    }

    /// `>`, `->`, `-->`, `=>`, `>>` and the like, and their mirror images.
    private func arrow() -> Mark? {
      var end = at
      while end < line.count,
        [
          UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "-"),
          UInt8(ascii: "="),
        ].contains(line[end])
      {
        end += 1
      }
      guard (1...4).contains(end - at), end <= line.count else { return nil }
      let run = line[at..<end]
      let isForth = run.contains(UInt8(ascii: ">"))
      guard isForth != run.contains(UInt8(ascii: "<")) else { return nil }
      // `a>b` is none: something has to set the arrow apart.
      let isApart = at == 0 || line[at - 1] == 0x20 || line[at - 1] == 0x09
      guard isApart || end < line.count && line[end] == 0x20 else { return nil }
      return Mark(direction: isForth ? .toCard : .fromCard, end: end, isWord: false)
    }

    /// A word that stands alone.
    private func word() -> Mark? {
      guard at == 0 || !Self.isPartOfWord(line[at - 1]) else { return nil }
      let first = Int(Self.lower(line[at])) - Int(UInt8(ascii: "a"))
      guard (0..<26).contains(first) else { return nil }
      for (words, direction) in MarkedLine.wordsByLetter[first] {
        let end = at + words.count
        guard end <= line.count, end == line.count || !Self.isPartOfWord(line[end]),
          zip(line[at..<end], words).allSatisfy({ Self.lower($0) == $1 })
        else { continue }
        var mark = Mark(direction: direction, end: end, isWord: true)
        mark.isStatus = direction == nil
        return mark
      }
      return letter()
    }

    /// A letter that stands alone.
    private func letter() -> Mark? {
      guard at + 1 == line.count || !Self.isPartOfWord(line[at + 1]),
        let direction = letters.direction(of: Self.lower(line[at]))
      else { return nil }
      var mark = Mark(direction: direction, end: at + 1, isWord: true)
      mark.isLetter = true
      return mark
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
      let small = lower(byte)
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(small)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        || byte >= 0x80
    }
  }

  /// The words by their first letter: every word of a log is looked up.
  private static let wordsByLetter: [[(words: [UInt8], direction: Direction?)]] = {
    var letters = [[(words: [UInt8], direction: Direction?)]](repeating: [], count: 26)
    for (word, direction) in words {
      guard let first = word.utf8.first else { continue }
      letters[Int(first) - Int(UInt8(ascii: "a"))].append((Array(word.utf8), direction))
    }
    return letters
  }()

  /// Longer words first.
  private static let words: [(String, Direction?)] = [
    ("reader -> card", .toCard), ("card -> reader", .fromCard), ("pcd -> picc", .toCard),
    ("picc -> pcd", .fromCard), ("reader -> tag", .toCard), ("tag -> reader", .fromCard),
    ("terminal -> card", .toCard), ("card -> terminal", .fromCard), ("host -> card", .toCard),
    ("card -> host", .fromCard), ("to card", .toCard), ("from card", .fromCard),
    ("to tag", .toCard), ("from tag", .fromCard), ("outgoing apdu", .toCard),
    ("incoming apdu", .fromCard), ("command apdu", .toCard),
    ("response apdu", .fromCard), ("apdu command", .toCard), ("apdu response", .fromCard),
    ("transmitting", .toCard), ("transmitted", .toCard), ("transmit", .toCard),
    ("c-apdu", .toCard), ("r-apdu", .fromCard), ("capdu", .toCard), ("rapdu", .fromCard),
    ("received", .fromCard), ("receive", .fromCard), ("recv", .fromCard), ("response", .fromCard),
    ("command", .toCard), ("request", .toCard), ("answer", .fromCard), ("reply", .fromCard),
    ("sending", .toCard), ("sent", .toCard), ("send", .toCard), ("resp", .fromCard),
    ("rsp", .fromCard), ("cmd", .toCard), ("req", .toCard), ("reader", .toCard),
    ("rdr", .toCard), ("pcd", .toCard), ("picc", .fromCard), ("tag", .fromCard),
    ("card", .fromCard), ("apdu", .toCard), ("tx", .toCard), ("rx", .fromCard),
    ("out", .toCard), ("in", .fromCard), ("sw", nil), ("poller", .toCard),
    ("listener", .fromCard), ("reading", .fromCard),
  ]
}

/// What single letters mean that say which way bytes went.
enum LetterMarks: Equatable {
  /// `x` out to the controller, `r` in from it.
  case controller
  /// `r` and `t`: by the one who writes received and transmitted, or reader and tag. Who speaks first
  /// is the reader.
  case talk(first: UInt8)

  /// Learns from the lines of a head.
  init(_ lines: [[UInt8]]) {
    func first(_ letter: UInt8) -> Int? {
      lines.firstIndex { line in
        guard let found = MarkedLine(line, letters: .talk(first: letter)) else { return false }
        return found.isLetter && found.direction == .toCard
      }
    }
    let letters = (UInt8(ascii: "r"), UInt8(ascii: "t"))
    guard let one = first(letters.0), let other = first(letters.1) else {
      self = .controller
      return
    }
    self = .talk(first: one < other ? letters.0 : letters.1)
  }

  func direction(of letter: UInt8) -> Direction? {
    switch self {
    case .controller:
      letter == UInt8(ascii: "x") ? .toCard : letter == UInt8(ascii: "r") ? .fromCard : nil
    case .talk(let first):
      letter == first
        ? .toCard : [UInt8(ascii: "r"), UInt8(ascii: "t")].contains(letter) ? .fromCard : nil
    }
  }
}
