import Bytes
import ForeignFormats
import Foundation
import Testing
import TraceFormat

@testable import Decoding

/// Where captures of others lie.
enum HostCaptures {
  static let folder: String = {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/") + "/../shared/captures/synthetic"
  }()
  static let isThere = FileManager.default.fileExists(atPath: folder)
}

/// The synthetic captures of the host's side against those of the same conversations on air.
@Suite(.enabled(if: HostCaptures.isThere, "needs ../shared/captures"))
struct HostCaptureTests {
  private func story(_ name: String) throws -> Story {
    var reader = try openFrames(path: "\(HostCaptures.folder)/\(name).pcap")
    var decoder = Decoder(options: Decoder.Options())
    var batch = FrameBatch()
    var story = Story()
    while try reader.read(into: &batch) { decoder.decode(batch, into: &story) }
    decoder.finish(into: &story)
    return story
  }

  private func exchanges(_ story: Story) -> [String] {
    story.exchanges.map { "\(story.hex($0.command)) \(story.hex($0.answer))" }
  }

  @Test(
    "What a reader carried is what was exchanged on air",
    arguments: [
      ("f1_acr122_pn532_220", 0, 2), ("f1b_acr122_ep01_220", 0, 2), ("f2_acr122_pn532_189", 0, 2),
      ("f5_pcsc_apdu_220", 1, 4), ("f6_pcsc_nodesc_220", 0, 2), ("g1_gsmtap_sim", 0, 4),
    ] as [(String, Int, Int)])
  func equalsAir(name: String, from first: Int, count: Int) throws {
    let air = try story("a_payment")
    let host = try story(name)
    // SELECT by name asks for an answer with Le 00 on air; a SIM's P3 leaves no room for it.
    let told = exchanges(host).dropFirst(first).prefix(count)
    let expected = exchanges(air).prefix(count)
    #expect(told.count == count)
    for (one, other) in zip(told, expected) {
      let (command, answer) = (one.split(separator: " "), other.split(separator: " "))
      #expect(command[1] == answer[1])
      #expect(answer[0] == command[0] || answer[0] == command[0] + "00")
    }
  }

  @Test("The card is the one that was activated on air")
  func sameCard() throws {
    let air = try #require(try story("a_payment").visits.first)
    for name in ["f1_acr122_pn532_220", "f1b_acr122_ep01_220", "f2_acr122_pn532_189"] {
      let host = try #require(try story(name).visits.first)
      #expect(host.identifier == air.identifier)
      #expect(host.technology == air.technology)
    }
    #expect(try story("f5_pcsc_apdu_220").visits.first?.identifier == air.identifier)
  }

  @Test("FeliCa and Type 2 go through a reader as well")
  func otherTechnologies() throws {
    let felica = try story("f3_acr122_felica_220")
    #expect(felica.visits.first?.technology == .nfcF)
    #expect(felica.exchanges.map(\.form) == [.felica, .felica])
    let type2 = try story("f4_acr122_mifare_220")
    #expect(type2.exchanges.map { type2.hex($0.command) } == ["3004"])
  }
}
