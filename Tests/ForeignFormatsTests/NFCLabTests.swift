import Bytes
import ForeignFormats
import Testing
import TraceFormat

/// Captures of nfc-laboratory: its document, the archive around it, and the lines it prints.
@Suite struct NFCLabTests {
  /// A frame object with numbers, as its documents have them.
  private static func object(
    _ tech: Int, _ type: Int, _ start: String, _ end: String, _ data: String, flags: Int = 0,
    date: String? = nil
  ) -> String {
    """
    {"dateTime": \(date ?? start), "frameData": "\(data)", "frameFlags": \(flags), "framePhase": 258,
     "frameRate": 105938, "frameType": \(type), "sampleRate": 10000000, "techType": \(tech),
     "timeEnd": \(end), "timeStart": \(start)}
    """
  }

  private static func document(_ objects: [String]) -> [UInt8] {
    Array("{\n  \"frames\": [\n\(objects.joined(separator: ",\n"))\n  ]\n}\n".utf8)
  }

  private static let file = document([
    object(0x100, 0x101, "0.0001", "0.0001", ""),
    object(0x101, 0x102, "0.0006809", "0.0007573", "26", flags: 1),
    object(0x101, 0x103, "0.0008469", "0.0010215", "44:00", flags: 0x10),
    object(0x102, 0x102, "6.8e-3", "0.0075", "05:00:00:71:FF"),
    object(0x103, 0x103, "0.02", "0.021", "06:00:FF:FF:00:03:39:42"),
    object(0x104, 0x102, "0.03", "0.031", "26:01:00:F6:0A"),
    object(0x201, 0x211, "0.04", "0.041", "00:A4:00:00:02:3F:00", flags: 2),
    object(0x100, 0x100, "0.05", "0.05", ""),
  ])

  private static let lines = [
    "1 0.000100000 other fieldOn", "2 0.000680900 nfcA toCard 26",
    "3 0.000846900 nfcA fromCard 4400", "4 0.006800000 nfcB toCard 05000071FF",
    "5 0.020000000 nfcF fromCard 0600FFFF00033942", "6 0.030000000 nfcV toCard 260100F60A",
    "7 0.040000000 apdu toCard 00A40000023F00", "8 0.050000000 other fieldOff",
  ]

  @Test func aDocumentGivesItsFrames() throws {
    let reading = try Reading(Self.file)
    #expect(reading.lines == Self.lines)
    let frames = reading.frames.map(\.frame)
    #expect(frames[1].lastBits == 7 && frames[1].duration == 76_400 && frames[1].bitRate == 105_938)
    #expect(frames[2].flags == .parityBad && frames[6].flags == .encrypted)
    #expect(reading.description.sources[0].recordsField)
    #expect(reading.description.label == "nfc-laboratory")
    #expect(!reading.description.timesAreWallClock && reading.description.timeDigits == 7)
  }

  @Test func anArchiveIsGoneInto() throws {
    let signal = [UInt8](repeating: 0x55, count: 1000)
    let archive = Tar.file("radio-0.apcm", signal) + Tar.file("frame.json", Self.file) + Tar.end
    for bytes in [archive, Tar.gzip(archive)] {
      let reading = try Reading(bytes)
      #expect(reading.lines == Self.lines && reading.damage.isEmpty)
      #expect(reading.description.reason.contains("frame.json of a tar archive"))
    }
    #expect {
      try Reading(Tar.file("photo.json", Self.file) + Tar.end)
    } throws: {
      ($0 as? TraceError)?.description.contains("a tar archive without a file frame.json") == true
    }
  }

  @Test func theLinesItPrintsAreRead() throws {
    let text = """
      {"timestamp":1700000000.5006809,"tech":"NfcA","type":"Poll","time_start":0.0006809,"time_end":0.0007573,"rate":105938,"flags":["short-frame"],"data":"52","length":1}
      {"timestamp":1700000000.5008469,"tech":"NfcA","type":"Listen","time_start":0.0008469,"time_end":0.0010215,"rate":105938,"flags":["crc-error","parity-error"],"data":"0400","length":2}
      nfc-lab: 2 frames dropped
      {"timestamp":1700000000.6,"tech":"NfcAny","type":"CarrierOff","time_start":0.1,"flags":[],"data":""}

      """
    let reading = try Reading(Array(text.utf8))
    #expect(
      reading.lines == [
        "1 1700000000.500680900 nfcA toCard 52", "2 1700000000.500846900 nfcA fromCard 0400",
        "3 1700000000.600000000 other fieldOff",
      ])
    #expect(reading.frames[0].frame.lastBits == 7)
    #expect(reading.frames[1].frame.flags == .parityBad)
    #expect(reading.description.timesAreWallClock)
    #expect(
      reading.damage.map(\.reason) == [
        "what stands here is no JSON object; its line is stepped over"
      ])
  }

  @Test func brokenFramesAreNamedAndTheOthersRead() throws {
    let reading = try Reading(
      Self.document([
        Self.object(0x101, 0x102, "0.1", "0.2", "26"),
        Self.object(0x101, 0x102, "0.1", "0.2", "2X"),
        Self.object(0x101, 0x199, "0.1", "0.2", "26"), Self.object(0x101, 0x102, "x", "0.2", "26"),
        "{\"techType\" 1}", Self.object(0x101, 0x103, "0.3", "1e99", "0400"),
      ]))
    #expect(
      reading.lines == ["1 0.100000000 nfcA toCard 26", "2 0.300000000 nfcA fromCard 0400"])
    #expect(
      reading.damage.map(\.reason) == [
        "a frame whose bytes are no hex", "an object without a type of frame that is known",
        "a frame without a time", "the object is no JSON from its byte 12 on",
      ])
  }

  @Test func cutsAndFlipsAreReadAlikeInPieces() throws {
    for place in stride(from: 0, to: Self.file.count, by: 3) {
      var flipped = Self.file
      flipped[place] ^= 0x83
      for bytes in [flipped, Array(Self.file[..<place])] {
        let whole = Result { try Reading(bytes) }
        let pieces = Result { try Reading(bytes, inPiecesOf: 1 + place % 97) }
        switch (whole, pieces) {
        case (.success(let whole), .success(let pieces)): #expect(whole == pieces)
        case (.failure, .failure): break
        default: Issue.record("byte \(place) is read otherwise in pieces")
        }
      }
    }
  }

  @Test func deepAndLongObjectsTakeNoMoreThanTheirBytes() throws {
    let deep = String(repeating: "{\"a\":", count: 300_000)
    let reading = try Reading(Self.file + Array(deep.utf8))
    #expect(reading.lines == Self.lines)
    #expect(reading.damage.map(\.reason) == ["an object is longer than 1 MiB; it is stepped over"])
  }

  @Test(
    "Real captures have the frames that their objects say",
    .enabled(if: Captures.arePresent, Captures.absence),
    arguments: [
      ("test_NFC-A_106kbps_002", 10, Link.nfcA), ("test_NFC-A_106kbps_212kbps_001", 25, .nfcA),
      ("test_NFC-B_106kbps_001", 5, .nfcB), ("test_NFC-F_212kbps_002", 18, .nfcF),
      ("test_NFC-V_26kbps_001", 12, .nfcV), ("test_POLL_AB_001", 4, .nfcA),
    ])
  func real(name: String, count: Int, first: Link) throws {
    let reading = try Reading(Captures.bytes("\(name).json", in: "nfc-lab"))
    #expect(reading.frames.count == count && reading.damage.isEmpty)
    #expect(reading.frames[0].frame.link == first)
  }
}

/// Archives as POSIX.1-1988 has them.
enum Tar {
  static let end = [UInt8](repeating: 0, count: 1024)

  /// gzip of one stored block (RFC 1951 3.2.4, RFC 1952): lengths, bytes, CRC-32, size.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var check: UInt32 = .max
    for byte in bytes {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    let length = UInt16(bytes.count)
    return hex("1F8B0800000000000003 01") + ByteOrder.little.bytes(length)
      + ByteOrder.little.bytes(~length) + bytes + ByteOrder.little.bytes(~check)
      + ByteOrder.little.bytes(UInt32(bytes.count))
  }

  /// A member: its header, and its bytes filled up to whole blocks.
  static func file(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    header.replaceSubrange(0..<name.utf8.count, with: name.utf8)
    let octal = String(bytes.count, radix: 8)
    let length = String(repeating: "0", count: 11 - octal.count) + octal
    header.replaceSubrange(124..<135, with: length.utf8)
    header.replaceSubrange(257..<262, with: "ustar".utf8)
    return header + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }
}
