import Bytes
import TraceFormat

/// A line that says which way its bytes went: by an arrow or by a word before them.
///
///     12:00:01.250 => 00 A4 04 00 07 …      C-APDU: 00A40400…       [reader] Tx (5 bytes): 00 84 …
struct MarkedLine: Equatable {
  /// Nil where the line names bytes of no direction: `SW: 9000`.
  let direction: Direction?
  let bytes: [UInt8]
  /// Where no bytes are in the line: how many the lines that follow have, if it says so.
  var announced: Int?
  /// Whether the bytes are the status word of the answer before.
  let isStatus: Bool

  /// Reads a line; nil for one that no direction is in.
  init?(_ line: [UInt8]) {
    var scan = Scan(line: line)
    while let mark = scan.next() {
      var rest = line[mark.end...].trimmed
      var count: Int?
      (count, rest) = Self.count(rest)
      let (bytes, end) = HexRun.prefix(rest)
      let tail = rest[end...]
      // Behind the bytes there may be what they are as text, apart from them.
      let isClean = tail.isEmpty || Self.isApart(tail, in: rest)
      if !bytes.isEmpty, isClean {
        self.init(mark, bytes, nil)
        return
      }
      // A word alone at the end of a line speaks of the next lines.
      if mark.isWord, rest.isEmpty, count != nil || line.last == UInt8(ascii: ":") {
        self.init(mark, [], count ?? 0)
        return
      }
    }
    return nil
  }

  private init(_ mark: Mark, _ bytes: [UInt8], _ announced: Int?) {
    direction = mark.direction
    self.bytes = bytes
    self.announced = announced
    isStatus = mark.direction == nil
  }

  /// Whether a rest is set apart from the bytes before it, as a text column is.
  private static func isApart(_ tail: ArraySlice<UInt8>, in rest: ArraySlice<UInt8>) -> Bool {
    switch tail.first {
    case UInt8(ascii: "|"), UInt8(ascii: "#"), UInt8(ascii: "("), UInt8(ascii: "["),
      UInt8(ascii: ";"), UInt8(ascii: "'"), UInt8(ascii: "\""):
      true
    default:
      tail.startIndex - rest.startIndex >= 2 && rest[tail.startIndex - 1] == 0x20
        && rest[tail.startIndex - 2] == 0x20
    }
  }

  /// `(13 bytes):`, `[5]:`, `len = 4 >` between a mark and the bytes.
  private static func count(_ text: ArraySlice<UInt8>) -> (Int?, ArraySlice<UInt8>) {
    var text = text
    var count: Int?
    if let first = text.first, first == UInt8(ascii: "(") || first == UInt8(ascii: "[") {
      let close = first == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]")
      if let end = text.firstIndex(of: close), end - text.startIndex <= 24 {
        let digits = text[text.startIndex..<end].filter { $0 >= 0x30 && $0 <= 0x39 }
        count = digits.count <= 6 ? Int(String(decoding: digits, as: UTF8.self)) : nil
        text = text[(end + 1)...].trimmed
      }
    }
    while let first = text.first,
      [UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">")]
        .contains(first)
    {
      text = text.dropFirst().trimmed
    }
    return (count, text)
  }
}

extension MarkedLine {
  /// A mark in a line.
  struct Mark: Equatable {
    let direction: Direction?
    /// The index behind it.
    let end: Int
    let isWord: Bool
  }

  /// Which way a mark alone says that bytes went, as a group of a pattern holds it.
  static func direction(of mark: ArraySlice<UInt8>) -> Direction? {
    let line = Array(mark.trimmed)
    var scan = Scan(line: line)
    return scan.next()?.direction
  }

  /// Looks for marks in a line from its beginning.
  private struct Scan {
    let line: [UInt8]
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
      for (words, direction) in MarkedLine.words {
        let end = at + words.utf8.count
        guard end <= line.count, end == line.count || !Self.isPartOfWord(line[end]),
          zip(line[at..<end], words.utf8).allSatisfy({ Self.lower($0) == $1 })
        else { continue }
        return Mark(direction: direction, end: end, isWord: true)
      }
      return nil
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
    ("out", .toCard), ("in", .fromCard), ("sw", nil), ("x", .toCard), ("r", .fromCard),
  ]
}
