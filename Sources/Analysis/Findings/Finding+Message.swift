package import Bytes
package import Decoding

extension Finding {
  /// A finding's sentence: words that stand in the program, and the values between them.
  ///
  /// Nothing is put together before it is printed. The sentence may name its row's command in that
  /// row's own (long) words, which whoever prints it puts in.
  package struct Message: Sendable, ExpressibleByStringInterpolation {
    private var sentence: Sentence

    /// A run of text, or a value.
    package enum Piece: Equatable, Sendable {
      case text(String)
      case number(Int)
      /// A number in hex, with at least so many digits.
      case hex(UInt32, digits: UInt8)
      /// An AID, in hex.
      case identifier(Identifier)
      /// Nanoseconds, as milliseconds with one decimal.
      case milliseconds(Int64)
      /// The reader's half of the row, long form, without `> ` and without words in brackets:
      /// `READ DATA file 0F, 51 bytes from 0`.
      case command
    }

    init(_ sentence: Sentence) { self.sentence = sentence }

    package init(stringLiteral text: String) { sentence = .pieces([.text(text)]) }

    package init(stringInterpolation: Interpolation) {
      sentence = .pieces(stringInterpolation.pieces)
    }

    /// Builds `"\(.command); waited …"`.
    package struct Interpolation: StringInterpolationProtocol {
      fileprivate var pieces: [Piece] = []

      package init(literalCapacity: Int, interpolationCount: Int) {
        pieces.reserveCapacity(2 * interpolationCount + 1)
      }

      package mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty { pieces.append(.text(literal)) }
      }

      package mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
      package mutating func appendInterpolation(_ number: some BinaryInteger) {
        pieces.append(.number(Int(clamping: number)))
      }
      package mutating func appendInterpolation(_ aid: Identifier) {
        pieces.append(.identifier(aid))
      }
      package mutating func appendInterpolation(hex byte: UInt8) {
        pieces.append(.hex(UInt32(byte), digits: 2))
      }
      package mutating func appendInterpolation(hex number: UInt16) {
        pieces.append(.hex(UInt32(number), digits: 4))
      }
      package mutating func appendInterpolation(milliseconds nanoseconds: Int64) {
        pieces.append(.milliseconds(nanoseconds))
      }
      package mutating func appendInterpolation(_ piece: Piece) { pieces.append(piece) }
    }

    /// The same sentence, going on.
    package static func += (one: inout Self, more: Self) {
      one.sentence = .pieces(one.sentence.pieces + more.sentence.pieces)
    }
  }
}

extension Finding.Message: Equatable {
  /// Two messages are equal when they print the same.
  package static func == (one: Self, other: Self) -> Bool {
    one.text(command: "\0") == other.text(command: "\0")
  }

  /// Appends the sentence; `command` appends the command's words where they belong.
  package func write(
    into buffer: inout ByteBuffer, command: (inout ByteBuffer) -> Void
  ) {
    sentence.tell { piece in
      switch piece {
      case .text(let text): buffer.append(text)
      case .number(let number): buffer.append(decimal: number)
      case .hex(let number, let digits):
        for place in (0..<UInt32(digits)).reversed() {
          buffer.append(Hex.digit(UInt8(truncatingIfNeeded: number >> (4 * place) & 0x0F)))
        }
      case .identifier(let aid):
        for index in 0..<Int(aid.count) { buffer.append(hex: aid[index]) }
      case .milliseconds(let nanoseconds): buffer.append(Words.milliseconds(nanoseconds))
      case .command: command(&buffer)
      }
    }
  }

  /// The sentence as a text, with the command's words put in. For cold paths.
  package func text(command: @autoclosure () -> String) -> String {
    var buffer = ByteBuffer(capacity: 128)
    write(into: &buffer) { $0.append(command()) }
    return buffer.string()
  }
}
