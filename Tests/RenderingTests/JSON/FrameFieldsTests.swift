import Bytes
import Testing

@testable import Rendering

@Suite struct FrameFieldsTests {
  @Test func givesEachFrameItsOwnInWhateverOrderTheyCame() {
    var fields = FrameFields()
    add("seven", of: 7, to: &fields)
    add("five", of: 5, to: &fields)
    add("nine", of: 9, to: &fields)
    #expect(take(4, from: &fields) == "")
    #expect(take(5, from: &fields) == #","fields":[five]"#)
    #expect(take(7, from: &fields) == #","fields":[seven]"#)
    #expect(take(8, from: &fields) == "")
    #expect(take(9, from: &fields) == #","fields":[nine]"#)
    #expect(fields.text.count == 0, "the room is used again")
  }

  @Test func givesThoseThatCameFirstWhereAFrameHasTwo() {
    var fields = FrameFields()
    add("first", of: 3, to: &fields)
    add("second", of: 3, to: &fields)
    #expect(take(3, from: &fields) == #","fields":[first]"#)
    #expect(take(3, from: &fields) == "")
  }

  @Test func forgetsThoseOfFramesThatAreNotListed() {
    var fields = FrameFields()
    add("three", of: 3, to: &fields)
    add("four", of: 4, to: &fields)
    fields.forget(through: 3)
    #expect(take(4, from: &fields) == #","fields":[four]"#)
  }

  private func add(_ text: String, of frame: Int, to fields: inout FrameFields) {
    let start = fields.text.count
    fields.text.append(text)
    fields.add(from: start, of: FrameFields.Number(frame: frame))
  }

  private func take(_ frame: Int, from fields: inout FrameFields) -> String {
    var out = ByteBuffer(capacity: 16)
    fields.take(FrameFields.Number(frame: frame), into: &out)
    var bytes: [UInt8] = []
    bytes.append(out.span)
    return String(decoding: bytes, as: UTF8.self)
  }
}
