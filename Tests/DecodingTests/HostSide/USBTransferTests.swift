import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// Headers built by the kernel's usbmon.h and USBPcap's documentation around CCID messages.
@Suite struct USBTransferTests {
  /// usbmon's header of 48 or 64 bytes in front of data.
  static func usbmon(_ data: String, isIn: Bool, isLong: Bool, endpoint: UInt8 = 2) -> String {
    let bytes = Hex.bytes(data) ?? []
    var header = [UInt8](repeating: 0, count: isLong ? 64 : 48)
    header[8] = UInt8(ascii: isIn ? "C" : "S")
    header[9] = 3
    header[10] = endpoint | (isIn ? 0x80 : 0)
    header[11] = 5
    header[12] = 1
    header[32] = UInt8(bytes.count)
    header[36] = UInt8(bytes.count)
    return Hex.text(header + bytes)
  }

  /// USBPcap's header of 27 bytes.
  static func usbPcap(_ data: String, isIn: Bool) -> String {
    let bytes = Hex.bytes(data) ?? []
    var header = [UInt8](repeating: 0, count: 27)
    header[0] = 27
    header[16] = isIn ? 1 : 0
    header[19] = 5
    header[21] = isIn ? 0x82 : 0x01
    header[22] = 3
    header[23] = UInt8(bytes.count)
    return Hex.text(header + bytes)
  }

  private static let conversation: [(isIn: Bool, data: String)] = [
    (false, "6F090000000000000000FF00000004D44A0100"),
    (true, "80160000000000000000D54B01010044200704A1B2C3D4E5F605788070029000"),
    (false, "6F1C0000000001000000FF00000017D4400100A404000E325041592E5359532E444446303100"),
    (true, "80070000000001000000D541006A829000"),
  ]

  @Test("The same conversation is told behind every header, at any endpoint")
  func headers() throws {
    let texts = [
      Self.conversation.map { Self.usbmon($0.data, isIn: $0.isIn, isLong: true) },
      Self.conversation.map { Self.usbmon($0.data, isIn: $0.isIn, isLong: false) },
      Self.conversation.map { Self.usbmon($0.data, isIn: $0.isIn, isLong: true, endpoint: 1) },
      Self.conversation.map { Self.usbPcap($0.data, isIn: $0.isIn) },
    ]
    for text in texts {
      let story = Derived(text.map { "? \($0)" }.joined(separator: "\n"), link: .usb).story
      let visit = try #require(story.visits.first)
      #expect(Hex.text(visit.identifier.bytes) == "04A1B2C3D4E5F6")
      let exchange = try #require(story.exchanges.first)
      #expect(story.hex(exchange.command) == "00A404000E325041592E5359532E444446303100")
      #expect(story.hex(exchange.answer) == "6A82")
      #expect(story.steps.last?.frames == 3...4)
    }
  }

  @Test("A PN533 on USB is told by its frames")
  func bulk() throws {
    let text = [
      (false, "0000FF04FCD44A0100E100"), (true, "0000FF00FF00"),
      (true, "0000FF0FF1D54B010100440007 04A1B2C3D4E5F6 CA00"),
    ].map { "? " + Self.usbmon($0.1, isIn: $0.0, isLong: true, endpoint: 4) }
    let story = Derived(text.joined(separator: "\n"), link: .usb).story
    #expect(story.visits.first.map { Hex.text($0.identifier.bytes) } == "04A1B2C3D4E5F6")
    #expect(story.frames.map(\.name).contains(.chipACK))
  }

  @Test("Of a device that is no reader nothing follows")
  func otherDevices() {
    let text = ["5553424301000000", "00000000", "6F", "0000FF0000000000"].map {
      "? " + Self.usbmon($0, isIn: false, isLong: true)
    }
    let derived = Derived(text.joined(separator: "\n"), link: .usb)
    #expect(derived.lines.isEmpty)
    #expect(derived.defects.isEmpty)
    #expect(derived.story.steps.isEmpty)
  }

  @Test("Cut or flipped anywhere, a transfer is still told")
  func mutations() {
    let lines = Self.conversation.map { Self.usbmon($0.data, isIn: $0.isIn, isLong: false) }
    for index in lines.indices {
      let bytes = Hex.bytes(lines[index]) ?? []
      for at in bytes.indices {
        for change in [0x01, 0x80, 0xFF, -1] {
          var changed = bytes
          if change < 0 { changed = Array(bytes[..<at]) } else { changed[at] ^= UInt8(change) }
          var all = lines
          all[index] = Hex.text(changed)
          let text = all.map { "? \($0)" }.joined(separator: "\n")
          #expect(Derived(text, link: .usb).story.frames.count >= all.count)
        }
      }
    }
  }
}
