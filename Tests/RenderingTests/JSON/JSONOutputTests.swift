import Bytes
import Testing

@testable import Rendering

@Suite struct JSONOutputTests {
  @Test func putsObjectsBehindTheirFrames() {
    var output = JSONOutput(isDocument: false, waits: true)
    var out = ByteBuffer(capacity: 64)
    put("later", through: 4, &output, &out)
    put("first", through: 2, &output, &out)
    put("second", through: 2, &output, &out)
    put("last", through: .max, &output, &out)
    for frame in 1...4 {
      output.begin(into: &out)
      out.append("frame \(frame)")
      output.end(frame: frame, into: &out)
    }
    put("late", through: 3, &output, &out)
    output.finish(into: &out)
    #expect(
      text(out) == """
        frame 1
        frame 2
        first
        second
        frame 3
        frame 4
        later
        late
        last

        """)
  }

  @Test func makesItemsOfADocument() {
    var output = JSONOutput(isDocument: true, waits: false)
    var out = ByteBuffer(capacity: 64)
    put("1", through: 9, &output, &out)
    put("2", through: 1, &output, &out)
    output.finish(into: &out)
    #expect(text(out) == "[\n1,\n2\n]\n")
  }

  private func put(
    _ text: String, through frame: Int, _ output: inout JSONOutput, _ out: inout ByteBuffer
  ) {
    var object = ByteBuffer(capacity: 16)
    object.append(text)
    output.put(object, through: frame, into: &out)
  }

  private func text(_ buffer: borrowing ByteBuffer) -> String {
    var bytes: [UInt8] = []
    bytes.append(buffer.span)
    return String(decoding: bytes, as: UTF8.self)
  }
}
