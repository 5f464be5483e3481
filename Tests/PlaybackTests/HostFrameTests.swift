import Testing

@testable import Playback

@Suite struct HostFrameTests {
  /// The frames of libnfc's opening, as it sends them on a serial line.
  @Test func findsTheFrameBehindTheWakeUp() {
    var finder = HostFrameFinder()
    finder.append([0x55, 0x55] + [UInt8](repeating: 0, count: 14))
    #expect(finder.next() == nil)
    finder.append([0x00, 0x00, 0xFF, 0x03, 0xFD, 0xD4, 0x14, 0x01, 0x17, 0x00])
    #expect(finder.next() == .data([0xD4, 0x14, 0x01]))
    #expect(finder.next() == nil)
  }

  @Test func findsFramesByteByByte() {
    var finder = HostFrameFinder()
    var found: [HostFrame] = []
    let bytes: [UInt8] =
      [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
      + [0x00, 0x00, 0xFF, 0x02, 0xFE, 0xD4, 0x02, 0x2A, 0x00]
      + [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00]
    for byte in bytes {
      finder.append([byte])
      while let frame = finder.next() { found.append(frame) }
    }
    #expect(found == [.acknowledge, .data([0xD4, 0x02]), .negativeAcknowledge])
  }

  /// 258 bytes: 01 02 and their complement FD.
  @Test func writesAndFindsExtendedFrames() {
    let bytes = [0xD5, 0x41] + [UInt8](repeating: 7, count: 256)
    let frame = HostFrame.answer(bytes)
    #expect(Array(frame.prefix(8)) == [0x00, 0x00, 0xFF, 0xFF, 0xFF, 0x01, 0x02, 0xFD])
    var finder = HostFrameFinder()
    finder.append(frame)
    #expect(finder.next() == .data(bytes))
  }

  @Test(
    "Damaged frames are passed over, and the next one is found",
    arguments: [
      [0x00, 0xFF, 0x03, 0xFC, 0xD4, 0x14, 0x01, 0x17, 0x00],
      [0x00, 0xFF, 0x03, 0xFD, 0xD4, 0x14, 0x01, 0x18, 0x00],
      [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02, 0x00],
      [0x00, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x01],
      [0xFF, 0x00, 0x55, 0x00],
    ] as [[UInt8]])
  func passesOverDamage(damage: [UInt8]) {
    var finder = HostFrameFinder()
    finder.append(damage + [0x00, 0x00, 0xFF, 0x02, 0xFE, 0xD4, 0x02, 0x2A, 0x00])
    #expect(finder.next() == .data([0xD4, 0x02]))
  }
}
