import Foundation
import Testing

@testable import ForeignFormats
@testable import TraceFormat

@Suite struct TraceFileTests {
  @Test(
    "A capture kept in a trace comes back with every field",
    .enabled(if: Captures.arePresent, Captures.absence), arguments: Captures.all)
  func keeps(path: String) throws {
    let trace = temporary()
    defer { try? FileManager.default.removeItem(atPath: trace) }
    let seen = try Reading(openFrames(path: path))
    try write(path, to: trace)
    let kept = try Reading(openFrames(path: trace))
    #expect(kept.frames == seen.frames)
    #expect(kept.damage.isEmpty)
    #expect(kept.description.label == "trace")
    #expect(kept.description.sources == seen.description.sources)
    #expect(kept.description.pcapHeader == seen.description.pcapHeader)
    #expect(kept.description.pcapTail == seen.description.pcapTail)
    #expect(kept.description.notes["origin"] == seen.description.format)
  }

  @Test("A trace whose beginning is broken is still one", arguments: [0, 2, 3, 40, 90])
  func isFoundWhenBroken(offset: Int) throws {
    var file = PcapFile()
    file.add(1, 0, "00FE0001 26")
    file.add(1, 90, "00FF0002 4400")
    let pcap = temporary()
    let path = temporary()
    defer {
      try? FileManager.default.removeItem(atPath: pcap)
      try? FileManager.default.removeItem(atPath: path)
    }
    try Data(file.bytes).write(to: URL(filePath: pcap))
    try write(pcap, to: path)
    var trace = try Data(contentsOf: URL(filePath: path))
    trace[offset] ^= 0x10
    try trace.write(to: URL(filePath: path))
    let reading = try Reading(openFrames(path: path))
    #expect(
      reading.lines == [
        "1 1.000000000 iso14443 toCard 26", "2 1.000090000 iso14443 fromCard 4400",
      ])
    #expect(reading.damage.count == 1)
    #expect(reading.description.pcapHeader.count == 24)
  }

  private func temporary() -> String {
    FileManager.default.temporaryDirectory.appending(path: "nfctrace-\(UUID().uuidString)").path
  }

  private func write(_ path: String, to trace: String) throws {
    var reader = try openFrames(path: path)
    var batch = FrameBatch()
    var isMore = try reader.read(into: &batch)
    var writer = try TraceWriter(to: trace, for: .conversion, reader.description)
    while isMore {
      try writer.append(batch)
      isMore = try reader.read(into: &batch)
    }
    try writer.describe(reader.description)
    _ = try writer.finish()
  }
}
