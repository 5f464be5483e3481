import CoreNFC
import CoreNFCTesting
import Foundation
import Testing
import XCTest

/// A test that fails tells what the phone did, and leaves the trace: seen from outside, in a process
/// whose tests fail on purpose.
@Suite struct FailureStoryTests {
  @Test(
    "Whatever fails in Swift Testing has the story behind it",
    arguments: ["expects()", "requires()", "throwsAnError()", "records()", "failsInAHandler()"])
  func swiftTestingTells(test: String) throws {
    let run = try FailingRun(
      ["--testing-library", "swift-testing", "--filter", "PurposelyFailingTests"], test: test)
    #expect(run.status != 0)
    #expect(run.output.contains("the app begins an NDEF session"), "\(run.output)")
    #expect(run.output.contains("ntag213 is held to the phone"), "\(run.output)")
    #expect(run.output.components(separatedBy: "recorded an issue").count == 2, "\(run.output)")
    let name = "FailureStoryTests-\(test.dropLast(2)).trace"
    #expect(run.output.contains("trace: \(run.folder.path)/\(name)"), "\(run.output)")
    #expect(run.files.contains(name), "\(run.files)")
    #expect(run.files.contains("\(name.dropLast(6)).story.txt"))
  }

  /// The second failure tells what happened behind the first, and no line comes twice.
  @Test func laterFailureTellsTheRest() throws {
    let run = try FailingRun(
      ["--testing-library", "swift-testing", "--filter", "PurposelyFailingTests"],
      test: "expectsTwice()")
    #expect(run.output.components(separatedBy: "the app begins an NDEF session").count == 2)
    #expect(run.output.components(separatedBy: "the user cancels").count == 2, "\(run.output)")
    // The file has all of it.
    let story = try String(
      contentsOf: run.folder.appendingPathComponent("FailureStoryTests-expectsTwice.story.txt"),
      encoding: .utf8)
    #expect(story.contains("the app begins an NDEF session"))
    #expect(story.contains("the user cancels"))
  }

  @Test func waitInVainTellsItOnce() throws {
    let run = try FailingRun(
      ["--testing-library", "swift-testing", "--filter", "PurposelyFailingTests"],
      test: "waitsInVain()")
    #expect(
      run.output.components(separatedBy: "the app begins an NDEF session").count == 2,
      "\(run.output)")
  }

  @Test("A test that passes leaves nothing", arguments: ["none()", "passes()", "knows()"])
  func passingTestLeavesNothing(test: String) throws {
    let run = try FailingRun(
      ["--testing-library", "swift-testing", "--filter", "PurposelyFailingTests"], test: test)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.files.isEmpty)
    #expect(!run.output.contains("the app begins"))
  }

  @Test func xctestTells() throws {
    let run = try FailingRun(["CoreNFCTests.PurposelyFailingCase/testAsserts"], test: "asserts")
    #expect(run.status != 0)
    #expect(run.output.contains("the app begins an NDEF session"), "\(run.output)")
    let name = "FailureStoryTests-testAsserts.trace"
    #expect(run.output.contains("trace: \(run.folder.path)/\(name)"), "\(run.output)")
    #expect(run.files.contains(name))
  }
}

/// A process of this test program, in which one test fails.
private final class FailingRun {
  let folder: URL
  let output: String
  let status: Int32
  var files: [String] = []

  init(_ arguments: [String], test: String) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("phones-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    // With a folder for all phones a phone leaves its files however the test goes: here they go where
    // failures put theirs.
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["NFCTRACE_PHONES"] = nil
    environment["FAILING_ON_PURPOSE"] = test
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(
      decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self
    ).replacingOccurrences(of: "trace: .build/phones", with: "trace: \(folder.path)")
    process.waitUntilExit()
    status = process.terminationStatus
    let phones = folder.appendingPathComponent(".build/phones")
    files = (try? FileManager.default.contentsOfDirectory(atPath: phones.path)) ?? []
    for file in files {
      try FileManager.default.moveItem(
        at: phones.appendingPathComponent(file), to: folder.appendingPathComponent(file))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

private let purpose = ProcessInfo.processInfo.environment["FAILING_ON_PURPOSE"]

/// Runs in the process that `FailingRun` starts, and there alone.
@Suite(.phone, .enabled(if: purpose != nil)) struct PurposelyFailingTests {
  private struct Oops: Error {}

  private func read() async throws -> (TestPhone, LinkReader) {
    let phone = TestPhone()
    let reader = LinkReader()
    reader.start(once: false)
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.until("the link is read") { reader.links.count == 1 }
    return (phone, reader)
  }

  @Test(.enabled(if: purpose == "expects()")) func expects() async throws {
    let (_, reader) = try await read()
    #expect(reader.links.isEmpty)
  }

  @Test(.enabled(if: purpose == "throwsAnError()")) func throwsAnError() async throws {
    _ = try await read()
    throw Oops()
  }

  @Test(.enabled(if: purpose == "requires()")) func requires() async throws {
    let (_, reader) = try await read()
    try #require(reader.links.isEmpty)
  }

  @Test(.enabled(if: purpose == "passes()")) func passes() async throws { _ = try await read() }

  /// What is known to fail is no failure.
  @Test(.enabled(if: purpose == "knows()")) func knows() async throws {
    let (_, reader) = try await read()
    withKnownIssue { #expect(reader.links.isEmpty) }
  }

  @Test(.enabled(if: purpose == "records()")) func records() async throws {
    _ = try await read()
    Issue.record("wrong")
  }

  /// On the session's queue, where no task is.
  @Test(.enabled(if: purpose == "failsInAHandler()")) func failsInAHandler() async throws {
    let (phone, _) = try await read()
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().async {
        Issue.record("wrong in a handler")
        done.resume()
      }
    }
    phone.userCancels()
  }

  @Test(.enabled(if: purpose == "expectsTwice()")) func expectsTwice() async throws {
    let (phone, reader) = try await read()
    #expect(reader.links.isEmpty)
    phone.userCancels()
    try await phone.sessionEnds()
    #expect(reader.links.isEmpty)
  }

  @Test(.enabled(if: purpose == "waitsInVain()")) func waitsInVain() async throws {
    let (phone, _) = try await read()
    try await phone.alert(containing: "never said", timeout: 0.05)
  }
}

/// Runs in the process that `FailingRun` starts, and there alone.
final class PurposelyFailingCase: XCTestCase {
  func testAsserts() throws {
    try XCTSkipUnless(purpose == "asserts")
    let phone = TestPhone()
    let reader = LinkReader()
    reader.start(once: true)
    phone.hold(try TestTag(card: "ntag213"))
    try phone.sessionEnds()
    XCTAssertTrue(reader.links.isEmpty)
  }
}
