import Bytes
import Testing
import TraceFormat

@testable import Rendering

@Suite struct InfoReportTests {
  @Test func saysWhatAFileIs() throws {
    let (report, description) = try counted()
    var out = ByteBuffer(capacity: 256)
    let damage = [
      TraceDamage(reason: "checksum of block 3 is wrong", offset: 512, frames: 4...9, times: nil)
    ]
    report.write(
      description, label: "pcap, ISO 14443", reason: "bytes A1B2C3D4 at 0", damage: damage,
      into: &out)
    #expect(
      lines(of: out) == [
        "capture.pcap",
        "  format       pcap, ISO 14443; bytes A1B2C3D4 at 0",
        "  size         1234 bytes",
        "  frames       3: 1 to the card, 1 from it, 1 event",
        "  time         0.002 s, 2023-11-14T22:13:20.000000Z to 2023-11-14T22:13:20.002000Z",
        "  sources      0  ISO 14443 (link type 264), 3 frames",
        "  damage       checksum of block 3 is wrong at byte 512; frames 4 to 9 are lost",
      ])
  }

  @Test func saysTheSameAsJSON() throws {
    let (report, description) = try counted()
    var out = ByteBuffer(capacity: 256)
    report.writeJSON(description, label: "pcap, ISO 14443", reason: "", damage: [], into: &out)
    #expect(
      lines(of: out) == [
        #"{"type":"info","file":"capture.pcap","format":"pcap","label":"pcap, ISO 14443","#
          + #""size":1234,"frames":3,"events":1,"duration":0.002000,"#
          + #""first":1700000000.000000,"last":1700000000.002000,"#
          + #""start":"2023-11-14T22:13:20.000000Z","sources":[{"source":0,"name":"","#
          + #""link":"iso14443","link_type":264,"frames":3}],"damage":[]}"#
      ])
  }

  private func counted() throws -> (InfoReport, TraceDescription) {
    var reader = ScriptedReader("on\n> 26\n< 4400\n")
    var batch = FrameBatch()
    var report = InfoReport(file: "capture.pcap", size: 1234)
    while try reader.read(into: &batch) { report.count(batch) }
    return (report, reader.description)
  }
}
