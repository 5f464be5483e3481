import Bytes
import Playback
import ReaderPorts
import TraceFormat

/// What a played card's reader was asked and what it answered, as a trace in text.
enum ExchangeLog {
  /// Writes what a simulated PN532 said.
  static func write(_ log: [ReaderExchange], to path: String) throws(TraceError) {
    var text = ByteBuffer(capacity: 4096)
    text.append("@ pn532\n")
    for exchange in log {
      append(exchange.times.lowerBound, " > ", exchange.command, to: &text)
      if let answer = exchange.answer {
        append(exchange.times.upperBound, " < ", answer, to: &text)
      }
    }
    try write(text, to: path)
  }

  /// Writes what a card in a PC/SC reader said.
  static func write(
    _ log: [(command: [UInt8], answer: [UInt8])], to path: String
  ) throws(TraceError) {
    var text = ByteBuffer(capacity: 4096)
    text.append("@ apdu\n")
    for exchange in log {
      text.append("> ")
      text.append(hex: exchange.command.span)
      text.append("\n< ")
      text.append(hex: exchange.answer.span)
      text.append("\n")
    }
    try write(text, to: path)
  }

  private static func append(
    _ time: Int64, _ mark: StaticString, _ bytes: [UInt8], to text: inout ByteBuffer
  ) {
    text.append(decimal: UInt(time / 1_000_000_000))
    text.append(".")
    text.append(decimal: UInt(time % 1_000_000_000), digits: 9)
    text.append(mark)
    text.append(hex: bytes.span)
    text.append("\n")
  }

  private static func write(
    _ text: borrowing ByteBuffer, to path: String
  ) throws(TraceError) {
    var file = try OutputFile.beside(path, force: true)
    try file.write(text.span)
    try file.finish()
  }
}
