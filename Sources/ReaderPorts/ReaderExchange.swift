/// A command that a simulated reader got, and what it answered: TFI, code and data, as they stood in
/// the frames.
package struct ReaderExchange: Equatable, Sendable {
  /// `D4 CC …`
  package var command: [UInt8]
  /// `D5 CC+1 …`; nil where no answer went out.
  package var answer: [UInt8]?
  /// When the command was there, and when the answer was ready: nanoseconds since the reader began.
  package var times: ClosedRange<Int64>
}
