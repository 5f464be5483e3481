import Bytes
import Testing
import TraceFormat

@testable import Analysis

/// Checks over bytes that were replaced. Expected ones are added up beside them.
@Suite struct FrameMendingTests {
  /// 00 00 FF | LEN 04 | LCS FC | D5 41 00 AA | DCS: D5 + 41 + 00 + AA = 1C0, so 40; with BB for AA
  /// 1D1, so 2F.
  @Test func theCheckOfAPN532Frame() {
    #expect(
      mended("0000FF04FCD54100AA4000", "0000FF04FCD54100BB4000", .pn532)
        == "0000FF04FCD54100BB2F00")
    // A wrong one stays.
    #expect(
      mended("0000FF04FCD54100AA4100", "0000FF04FCD54100BB4100", .pn532)
        == "0000FF04FCD54100BB4100")
  }

  /// 6F | length 5 | slot 0 | … | NAD 00 | PCB 00 | LEN 01 | AA | LRC 01 ^ AA = AB; BB: BA.
  @Test func theCheckOfABlockOfT1() {
    #expect(
      mended("6F050000000001000000" + "000001AAAB", "6F050000000001000000" + "000001BBAB", .ccid)
        == "6F050000000001000000" + "000001BBBA")
  }

  /// UDP to port 4729 (1279): length 12, checksum 1000, data AABBCCDD. One's complement of 1000 is EFFF;
  /// AABB less 1 is AABA: EFFF - 1 = EFFE, whose complement is 1001.
  @Test func theCheckOfADatagram() {
    #expect(
      mended("00011279000C1000AABBCCDD", "00011279000C1000AABACCDD", .gsmtap)
        == "00011279000C1001AABACCDD")
    // None was computed.
    #expect(
      mended("00011279000C0000AABBCCDD", "00011279000C0000AABACCDD", .gsmtap)
        == "00011279000C0000AABACCDD")
  }

  /// The error that noise made is the same before and after: the CRC says nothing of what was there.
  @Test func aWrongCRCStaysWrongInTheSameWay() {
    let old: [UInt8] = [0x02, 0x11, 0x22, 0x33]
    let new: [UInt8] = [0x02, 0x00, 0x00, 0x00]
    let (crcOld, crcNew) = (Checksum.crcA(old.span), Checksum.crcA(new.span))
    let error: UInt16 = 0x8001
    let found = Hex.text(old + [UInt8((crcOld ^ error) & 0xFF), UInt8((crcOld ^ error) >> 8)])
    let wanted = Hex.text(new + [UInt8((crcNew ^ error) & 0xFF), UInt8((crcNew ^ error) >> 8)])
    let replaced = Hex.text(new) + found.suffix(4)
    #expect(mended(found, replaced, .nfcA, isDamaged: true) == wanted)
  }

  /// PicoPass's serial number with its CRC, as a reader captured it: 98132D00FBFF12E0 5352.
  @Test func theCheckOfPicoPass() throws {
    let bytes = Hex.bytes("98132D00FBFF12E05352") ?? []
    let check = try #require(AirCheck(of: bytes, on: .nfcV))
    #expect(check == .picoPass)
    #expect(mended("98132D00FBFF12E05352", "98132D00FBFF12E05352", .nfcV) == Hex.text(bytes))
  }

  @Test func parityFollowsItsByte() throws {
    var script = Script(
      Script.activated + ">a 0200B2010C00\n<a 02700A5A0847617390010100109000\noff\n")
    script.addParity()
    let redacted = try script.redacted()
    #expect(redacted.report.changedFrames == 1)
    for frame in redacted.batch.frames where frame.event == .none {
      let bytes = redacted.batch.copy(of: frame.bytes)
      let parity = redacted.batch.copy(of: frame.parity)
      for (place, byte) in bytes.enumerated() {
        let bit = Int(parity[place / 8] >> UInt8(7 - place % 8)) & 1
        #expect((byte.nonzeroBitCount + bit) % 2 == 1, "byte \(place) of frame \(frame.number)")
      }
    }
  }

  private func mended(
    _ old: String, _ new: String, _ link: Link, isDamaged: Bool = false
  ) -> String {
    let frame = Frame(number: 1, time: 0, link: link, direction: .toCard)
    var bytes = Hex.bytes(new) ?? []
    FrameMending.mend(
      &bytes, from: Hex.bytes(old) ?? [], frame, isDamaged: isDamaged, hidesCheck: false)
    return Hex.text(bytes)
  }
}
