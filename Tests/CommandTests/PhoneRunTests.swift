import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// A test's run on the phone of CoreNFCTesting is a trace like any other: two of them are compared.
@Suite(.phone) struct PhoneRunTests {
  /// Reads the messages of a tag, as the smallest app does.
  private final class Reader: NSObject, NFCNDEFReaderSessionDelegate {
    func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: any Error) {}
    func readerSession(
      _ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]
    ) {}
  }

  /// Runs the app with a tag, and writes the run's trace.
  private func run(_ tag: TestTag, to path: String) async throws {
    let phone = TestPhone()
    let reader = Reader()
    let session = NFCNDEFReaderSession(delegate: reader, queue: nil, invalidateAfterFirstRead: true)
    session.begin()
    phone.hold(tag)
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorFirstNDEFTagRead)
    try phone.writeTrace(to: path)
    withExtendedLifetime(reader) {}
  }

  @Test(
    "The same run twice, and once with another byte on the tag",
    arguments: [
      "model ntag213\nuid 04A1B2C3D4E5F6", "model type4\nuid 04112233445566\nats 0575778102",
      "model felica-lite-s\nidm 012E4A3B2C1D0E9F", "model icode-slix\nuid E004010012345678",
    ])
  func runsAreCompared(card: String) async throws {
    let scratch = Scratch()
    let path = { (name: String) in scratch.folder.appendingPathComponent(name).path }
    let link = { (end: String) in try TestTag(describedBy: "\(card)\nndef https://a.example/\(end)")
    }
    try await run(link("a"), to: path("monday.trace"))
    try await run(link("a"), to: path("tuesday.trace"))
    try await run(link("b"), to: path("wednesday.trace"))
    let same = try Child.nfctrace(["diff", "monday.trace", "tuesday.trace"], in: scratch)
    #expect(same.code == 0, "\(same.text)\(same.error)")
    let other = try Child.nfctrace(["diff", "monday.trace", "wednesday.trace"], in: scratch)
    #expect(other.code == 1, "\(other.text)\(other.error)")
    #expect(other.lines.last == "1 exchange changed, of \(other.exchanges) exchanges")
    // "a" is 61 and "b" is 62: the last byte of the link, in one answer, before and after.
    let old = other.lines.filter { $0.contains(" - ") }
    let new = other.lines.filter { $0.contains(" + ") }
    #expect(old.count == 1 && new.count == 1, "\(other.text)")
    let pairs = zip(old.first?.dropFirst() ?? "", new.first?.dropFirst() ?? "")
    let changed = pairs.filter { $0 != $1 && !"-+".contains($0) }
    #expect(changed.map(\.0) == ["1"] && changed.map(\.1) == ["2"], "\(other.text)")
  }
}

extension Child.Finished {
  /// How many exchanges a comparison has counted: the number before the last line's last word.
  fileprivate var exchanges: String {
    lines.last?.split(separator: " ").dropLast().last.map(String.init) ?? ""
  }
}
