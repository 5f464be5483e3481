import Bytes
import GrammarLanguage
import Testing

@testable import Rendering

@Suite struct FieldMemoryTests {
  @Test func copiesWhatWasWrittenOfTheSameValueOnly() throws {
    var memory = FieldMemory()
    let key = try #require(self.key(label: 7, [9]))
    #expect(text(of: key, in: memory) == nil)
    memory.keep(Array("nine".utf8).span, of: key)
    #expect(text(of: key, in: memory) == "nine")
    let others = [
      self.key(label: 8, [9]), self.key(label: 7, [9, 9]), self.key(label: 7, [8]),
      self.key(label: 7, kind: .status, [9]),
    ]
    for other in others { #expect(text(of: try #require(other), in: memory) == nil) }
  }

  @Test("Values of every length are told apart by each of their bytes", arguments: 1...16)
  func tellsBytesApart(count: Int) throws {
    var memory = FieldMemory()
    let value = [UInt8](repeating: 1, count: count)
    let key = try #require(self.key(label: 1, value))
    memory.keep(Array("ones".utf8).span, of: key)
    for place in 0..<count {
      var other = value
      other[place] = 2
      let otherKey = try #require(self.key(label: 1, other))
      #expect(otherKey != key)
      #expect(text(of: otherKey, in: memory) == nil)
    }
  }

  @Test func keepsNoLongValues() {
    #expect(key(label: 1, [UInt8](repeating: 0, count: 17)) == nil)
  }

  @Test func givesNothingWrongWhenItIsFull() throws {
    var memory = FieldMemory()
    var found = 0
    for number in 0..<20_000 {
      let value = [UInt8(number >> 8), UInt8(number & 255)]
      let key = try #require(self.key(label: 3, value))
      memory.keep(Array("value \(number)".utf8).span, of: key)
      #expect(text(of: key, in: memory) == "value \(number)")
    }
    for number in 0..<20_000 {
      let value = [UInt8(number >> 8), UInt8(number & 255)]
      let key = try #require(self.key(label: 3, value))
      guard let text = text(of: key, in: memory) else { continue }
      found += 1
      #expect(text == "value \(number)")
    }
    #expect(found > 0)
    #expect(found <= 1024)
  }

  private func key(
    label: UInt16, kind: FieldNode.Kind = .number, _ value: [UInt8]
  ) -> FieldMemory.Key? {
    FieldMemory.Key(FieldNode(label: label, kind: kind, depth: 1, place: .none), value.span)
  }

  private func text(of key: FieldMemory.Key, in memory: borrowing FieldMemory) -> String? {
    var out = ByteBuffer(capacity: 16)
    guard memory.append(key, to: &out) else { return nil }
    var bytes: [UInt8] = []
    bytes.append(out.span)
    return String(decoding: bytes, as: UTF8.self)
  }
}
