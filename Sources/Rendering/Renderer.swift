package import Analysis
package import Bytes
package import Decoding
package import TraceFormat

/// Turns what was understood of one trace into bytes, piece by piece, in order.
///
/// What it writes does not depend on how the trace was cut into pieces.
package protocol Renderer: ~Copyable {
  /// Writes what stands in front of everything; nothing of it needs the input's end.
  mutating func open(_ opening: Opening, into out: inout ByteBuffer)

  /// Writes what a piece of the story makes certain. `findings` and `outcomes` are the piece's.
  mutating func write(
    _ story: borrowing Story, findings: [Finding], outcomes: [VisitOutcome],
    into out: inout ByteBuffer)

  /// Writes findings that belong to no story: those about damage to the file.
  mutating func write(_ findings: [Finding], into out: inout ByteBuffer)

  /// Writes what the input's end makes certain.
  mutating func close(_ summary: Summary, into out: inout ByteBuffer)

  /// Whether anything was masked.
  var hasMasked: Bool { get }

  /// A renderer that, from a point on at which every visit has ended, writes what this one would; nil
  /// where what this one remembers reaches over visits. Asked for after `open`.
  func double() -> Self?
}

extension Renderer where Self: ~Copyable {
  package func double() -> Self? { nil }

  package mutating func write(_ findings: [Finding], into out: inout ByteBuffer) {}
}

/// What is known of a trace before its frames.
package struct Opening: Sendable {
  /// The name it was opened by, or `-`.
  package var file: String
  package var description: TraceDescription
  /// What it was taken for, in words.
  package var label: String
  /// The first frame's time, which the others are counted from; nil without frames.
  package var start: Int64?

  package init(file: String, description: TraceDescription, label: String, start: Int64?) {
    self.file = file
    self.description = description
    self.label = label
    self.start = start
  }

  /// The file's name without its folders.
  var name: String { file.split(separator: "/").last.map(String.init) ?? file }
}
