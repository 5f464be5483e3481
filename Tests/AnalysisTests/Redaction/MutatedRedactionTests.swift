import Bytes
import ForeignFormats
import Foundation
import Testing
import TraceFormat

@testable import Analysis

/// Captures that noise, a lost frame or somebody's hand changed: nothing traps, and of a value that is
/// known nothing is left in what became of its other copies.
@Suite struct MutatedRedactionTests {
  /// A record with a card number that is read twice: the first answer is damaged in every way, the
  /// second one says what it was.
  private static let record = "02700BDF7708" + "4761739001010010" + "9000"

  @Test("A frame that breaks off at any byte leaks nothing", arguments: 6...13)
  func cut(length: Int) throws {
    let broken = String(Self.record.prefix(length * 2))
    try check("<  \(broken)", "cut behind \(length) bytes")
  }

  @Test("A frame with any bit changed leaks nothing", arguments: 0..<17)
  func flipped(byte: Int) throws {
    for bit in 0..<8 {
      var bytes = Hex.bytes(Self.record) ?? []
      let crc = Checksum.crcA(bytes.span)
      bytes += [UInt8(crc & 0xFF), UInt8(crc >> 8)]
      bytes[byte] ^= 1 << UInt8(bit)
      try check("< \(Hex.text(bytes))", "bit \(bit) of byte \(byte)")
    }
  }

  /// Four bytes of a number in a row, beyond those of its issuer, are what nobody may see; a bit that
  /// was changed leaves other digits, and at most three bytes beside it.
  private func check(_ broken: String, _ name: String) throws {
    let redacted = try Script(
      Script.activated + """
        >a 0200B2010C00
        \(broken)
        >a B2
        <a \(Self.record)
        >a 0300B2020C00
        <a 03700A5A0847617390010100109000
        off

        """
    ).redacted()
    for part in ["90010100", "01010010"] {
      #expect(traces(of: part, in: redacted.bytes) == [], "\(name)")
    }
    #expect(redacted.report.left == 0, "\(name)")
    #expect(redacted.frame(18) == "03700A5A0847617300000000119000", "\(name)")
  }

  @Test("No capture of our own makes it trap, whatever becomes of it", arguments: captures)
  func mutated(name: String) throws {
    var reader = try openFrames(path: "\(Capture.root)/Traces/\(name)")
    let whole = try Script(&reader)
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<12 {
      var script = whole
      script.mutate(&dice)
      let redacted = try script.redacted(ids: Bool.random(using: &dice))
      #expect(redacted.batch.frames.count == redacted.before.frames.count)
      for (before, after) in zip(redacted.before.frames, redacted.batch.frames) {
        #expect(before.bytes.count == after.bytes.count)
        #expect(before.number == after.number && before.time == after.time)
      }
      // What was written in place of a value is none.
      let again = try Script(redacted.batch).redacted()
      #expect(again.report.frames == redacted.report.frames)
      #expect(again.report.left == 0)
    }
  }

  private static let captures =
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(Capture.root)/Traces")) ?? [])
    .filter { $0.hasSuffix(".pcap") }.sorted()
}

extension Script {
  /// All frames of a capture.
  fileprivate init(_ reader: inout any FrameReader) throws(TraceError) {
    var all = FrameBatch()
    var batch = FrameBatch()
    while try reader.read(into: &batch) {
      for frame in batch.frames {
        var copy = frame
        copy.bytes = all.store(batch.copy(of: frame.bytes).span)
        copy.parity = all.store(batch.copy(of: frame.parity).span)
        copy.extra = .none
        all.frames.append(copy)
      }
    }
    self.init(all)
  }

  /// Changes bytes, cuts frames and exchanges some of them for others.
  fileprivate mutating func mutate(_ dice: inout SystemRandomNumberGenerator) {
    var changed = FrameBatch()
    for frame in batch.frames {
      var copy = frame
      var bytes = batch.copy(of: frame.bytes)
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &dice)))
      case 1:
        if let index = bytes.indices.randomElement(using: &dice) {
          bytes[index] = UInt8.random(in: 0...255, using: &dice)
        }
      case 2:
        if let other = batch.frames.randomElement(using: &dice) {
          bytes = batch.copy(of: other.bytes)
        }
      case 3: bytes += bytes
      default: break
      }
      copy.bytes = changed.store(bytes.span)
      copy.parity = .none
      changed.frames.append(copy)
    }
    self = Script(changed)
  }
}
