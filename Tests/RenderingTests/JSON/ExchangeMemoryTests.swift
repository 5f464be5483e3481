import Bytes
import Decoding
import Testing

@testable import Rendering

@Suite struct ExchangeMemoryTests {
  @Test func copiesTheFieldsOfTheSameExchange() {
    var memory = ExchangeMemory()
    let exchange = exchange(command: 5, answer: 2, status: 0x9000)
    #expect(fields(of: exchange, in: &memory) == nil)
    memory.keep(buffer("reader card"), command: 0..<6, answer: 7..<11)
    #expect(fields(of: exchange, in: &memory) == ["reader", "card"])
  }

  @Test func saysThatNoGrammarKnewAHalf() {
    var memory = ExchangeMemory()
    let exchange = exchange(command: 5, answer: 2, status: nil)
    #expect(fields(of: exchange, in: &memory) == nil)
    memory.keep(buffer("reader"), command: 0..<6, answer: nil)
    #expect(fields(of: exchange, in: &memory) == ["reader", nil])
  }

  /// Whatever the fields depend on.
  @Test func tellsOthersApart() {
    var memory = ExchangeMemory()
    let exchange = exchange(command: 5, answer: 2, status: 0x9000)
    #expect(fields(of: exchange, in: &memory) == nil)
    memory.keep(buffer("reader"), command: 0..<6, answer: nil)
    var selected = exchange
    selected.application = Identifier([0xA0, 0, 0, 0, 3].span)
    var native = exchange
    native.form = .native
    var encrypted = exchange
    encrypted.isEncrypted = true
    var unknown = exchange
    unknown.status = nil
    var moved = exchange
    moved.answer.start += 1
    for other in [
      selected, native, encrypted, unknown, moved,
      self.exchange(command: 6, answer: 1, status: 0x9000),
      self.exchange(command: 5, answer: 3, status: 0x9000),
    ] {
      #expect(fields(of: other, in: &memory) == nil)
    }
    #expect(fields(of: exchange, in: &memory) != nil)
  }

  @Test func takesNoLongOnes() {
    let memory = ExchangeMemory()
    let longest = memory.takes(exchange(command: 128, answer: 128, status: nil))
    let longCommand = memory.takes(exchange(command: 129, answer: 0, status: nil))
    let longAnswer = memory.takes(exchange(command: 0, answer: 129, status: nil))
    #expect([longest, longCommand, longAnswer] == [true, false, false])
  }

  @Test func staysRightWhenItIsFull() {
    var memory = ExchangeMemory()
    var exchange = Exchange(form: .iso7816)
    exchange.command = Extent(0..<2)
    exchange.answer = Extent(2..<4)
    for round in 0..<2 {
      for number in 0..<5000 {
        let bytes = [UInt8(number >> 8), UInt8(number & 255), 0x90, 0x00]
        if let known = fields(of: exchange, bytes, in: &memory) {
          #expect(round == 1)
          #expect(known == ["fields of \(number)", nil])
        } else {
          let written = buffer("fields of \(number)")
          memory.keep(written, command: 0..<written.count, answer: nil)
        }
      }
    }
  }

  private static let bytes = [UInt8](0...255)

  /// The answer's bytes stand right behind the command's.
  private func exchange(command: Int, answer: Int, status: UInt16?) -> Exchange {
    var exchange = Exchange(form: .iso7816)
    exchange.command = Extent(0..<command)
    exchange.answer = Extent(command..<command + answer)
    exchange.status = status
    return exchange
  }

  private func buffer(_ text: String) -> ByteBuffer {
    var buffer = ByteBuffer(capacity: 16)
    buffer.append(text)
    return buffer
  }

  /// What is known of both halves; nil where nothing is.
  private func fields(
    of exchange: Exchange, _ bytes: [UInt8] = Self.bytes, in memory: inout ExchangeMemory
  ) -> [String?]? {
    guard let known = memory.find(exchange, bytes.span) else { return nil }
    var texts: [String?] = []
    for run in [known.command, known.answer] {
      guard let run else {
        texts.append(nil)
        continue
      }
      var out = ByteBuffer(capacity: 16)
      memory.append(run, to: &out)
      var text: [UInt8] = []
      text.append(out.span)
      texts.append(String(decoding: text, as: UTF8.self))
    }
    return texts
  }
}
