import Foundation
import Glibc
import Testing
import TraceFormat

/// Recorders that are killed, two hundred of them, at moments that chance decides.
@Suite struct KillTests {
  /// A recorder under way.
  private final class Recorder {
    let scratch = Scratch()
    let run: Conversation
    let records: [Data]
    /// How many records were handed over.
    var sent = 0
    /// When it was seen to have read each of them, in milliseconds.
    var readAt: [Double] = []
    let killAt: Double
    var killedAt: Double?
    /// How many records it gets.
    let most: Int

    init(_ pcap: PcapRecords, most: Int, killAt: Double) throws {
      run = try Conversation(
        [
          "record", "-o", "a.trace", "--sync",
          killAt.truncatingRemainder(dividingBy: 2) < 1 ? "data" : "none",
          "--from", "-",
        ], in: scratch)
      records = pcap.records
      self.most = most
      self.killAt = killAt
      try run.send(pcap.header)
    }

    func step(_ now: Double) {
      guard killedAt == nil else { return }
      if now >= killAt {
        run.signal(SIGKILL)
        killedAt = KillTests.now
        return
      }
      if run.hasReadAll { while readAt.count < sent { readAt.append(KillTests.now) } }
      if sent < most, (try? run.send(records[sent % records.count])) != nil { sent += 1 }
    }
  }

  fileprivate static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e6 }

  /// A frame is safe a tenth of a second after it came; this much more is allowed for a machine
  /// that is busy with other tests and lets everybody wait.
  private static let allowed = 500.0

  @Test func everyFrameOlderThanAMomentIsThere() throws {
    let pcap = PcapRecords(try Twin.data("type-b.pcap"))
    var random = SystemRandomNumberGenerator()
    var checked = 0
    for _ in 0..<20 {
      let start = Self.now
      let recorders = try (0..<10).map { index in
        // One of ten gets a single frame, and then silence.
        try Recorder(
          pcap, most: index == 0 ? 1 : .max,
          killAt: start + Double.random(in: index == 0 ? 700...900 : 100...1000, using: &random))
      }
      while recorders.contains(where: { $0.killedAt == nil }) {
        for recorder in recorders { recorder.step(Self.now) }
        usleep(2_000)
      }
      for recorder in recorders { checked += try check(recorder) }
    }
    #expect(checked > 0)
  }

  /// Checks what is left, and gives how many frames had to be there.
  private func check(_ recorder: Recorder) throws -> Int {
    _ = recorder.run.end()
    let killedAt = try #require(recorder.killedAt)
    let due = recorder.readAt.count { killedAt - $0 > Self.allowed }
    let path = recorder.scratch.folder.appendingPathComponent("a.trace").path
    guard (recorder.scratch.read("a.trace")?.count ?? 0) > 0 else {
      #expect(due == 0, "the file is not there")
      return 0
    }
    let reader = try TraceReader(InputFile(path: path))
    var batch = FrameBatch()
    var numbers: [Int] = []
    while try reader.read(into: &batch) { numbers += batch.frames.map(\.number) }
    #expect(numbers == Array(1..<numbers.count + 1))
    #expect(numbers.count >= due && numbers.count <= recorder.sent)
    return due
  }
}
