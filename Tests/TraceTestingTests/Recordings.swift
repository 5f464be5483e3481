import Foundation
import TraceTesting

/// Recordings of a terminal that selects an application and asks it for its options: made here, as text.
enum Recording {
  /// The label of the application (50) and the unpredictable number (9F37) that the reader sends.
  static func text(label: String, number: String) -> String {
    // A5: 50 05 and the label, 9F38 03 9F37 04, which is 7 + 6, 0Dh; 6F: 84 07 and the name, A5, which
    // is 9 + 2 + 13, 18h. 77: 82 02, 94 04, which is 4 + 6, 0Ah.
    """
    > 00A4040007A000000003101000
    < 6F188407A0000000031010A50D5005\(label)9F38039F37049000
    > 80A80000068304\(number)00
    < 770A820220009404080101009000

    """
  }

  static func trace(label: String = "4445424954", number: String = "01A2B3C4") -> RecordedTrace {
    RecordedTrace(Array(text(label: label, number: number).utf8))
  }
}

/// A folder with a golden trace in it, gone when the test is.
final class GoldenFolder {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("nfctrace-golden-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data(Recording.text(label: "4445424954", number: "5A17C3E8").utf8).write(
      to: url.appendingPathComponent("a.txt"))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The golden trace.
  var golden: String { path("a.txt") }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
