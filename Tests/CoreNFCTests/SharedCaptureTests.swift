import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// Real captures of others, held to a phone. They lie beside the repository, and are not in it.
@Suite(.phone, .enabled(if: SharedCaptures.isThere, "needs ../shared/captures"))
struct SharedCaptureTests {
  private static let captures: [String] = {
    let paths = FileManager.default.enumerator(atPath: SharedCaptures.folder.path)?.compactMap {
      $0 as? String
    }
    return (paths ?? []).filter { $0.contains("/") && !$0.hasSuffix(".md") }.sorted()
  }()

  /// What is in them, as their notes say.
  private static let known = [
    "nfc-lab/test_NFC-V_26kbps_001.json": "The tag is empty.",
    "pcap/hf_14a_mfu-sim.pcap": "Read 1 records.",
    "synthetic/e6_felica_good.pcap": "Read 1 records.",
    "synthetic/c2_t2t_tlv03_first.pcap": "Read 1 records.",
  ]

  @Test("Whatever was captured, the phone finds it or passes it over", arguments: captures)
  func isHeldToAPhone(capture: String) async throws {
    let path = SharedCaptures.folder.appendingPathComponent(capture).path
    for number in 1...3 {
      guard let tag = try? TestTag(file: path, number: number) else { continue }
      let phone = TestPhone(
        TestApp(
          selectIdentifiers: ["D2760000850101", "D2760000850100"],
          systemCodes: ["12FC", "0003", "FE00"]))
      let reader = MessageReaderWriter()
      reader.start(.read)
      phone.hold(tag)
      try await phone.settle()
      phone.userCancels()
      try await phone.sessionEnds()
      #expect(
        phone.story.contains("is there") || phone.story.contains("passed over"), "\(phone.story)")
      if let expected = Self.known[capture], number == 1 {
        #expect(phone.alertMessages.last == expected, "\(phone.story)")
      }
    }
  }
}

/// Where they lie.
private enum SharedCaptures {
  static let folder: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.appendingPathComponent("../shared/captures").standardizedFileURL
  }()

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }
}
