import CoreNFC
import Foundation
import Synchronization
import Testing

@testable import CoreNFCTesting

/// What Apple's documents say of sessions, tags and connections, rule by rule.
@Suite(.phone) struct SessionRuleTests {
  /// Without a queue a session makes its own, and everything is told there.
  @Test func sessionHasAQueueOfItsOwn() async throws {
    final class Listener: NSObject, NFCNDEFReaderSessionDelegate {
      var calls = 0
      func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: Error) {
        dispatchPrecondition(condition: .onQueue(session.sessionQueue))
        calls += 1
      }
      func readerSession(
        _ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]
      ) {
        dispatchPrecondition(condition: .onQueue(session.sessionQueue))
        calls += 1
      }
    }
    let phone = TestPhone()
    let listener = Listener()
    let session = NFCNDEFReaderSession(
      delegate: listener, queue: nil, invalidateAfterFirstRead: true)
    #expect(session.sessionQueue !== DispatchQueue.main)
    session.begin()
    phone.hold(try TestTag(card: "ntag213"))
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorFirstNDEFTagRead)
    #expect(listener.calls == 2)
  }

  @Test func delegateIsNotKeptAlive() throws {
    let phone = TestPhone()
    let queue = DispatchQueue(label: "queue")
    var recorder: SessionRecorder? = SessionRecorder()
    let session = NFCTagReaderSession(
      pollingOption: .iso14443, delegate: try #require(recorder), queue: queue)
    session?.begin()
    queue.sync {}
    recorder = nil
    #expect(session?.delegate == nil)
    phone.hold(try TestTag(card: "ntag213"))
    phone.userCancels()
    queue.sync {}
    #expect(phone.ends == [.readerSessionInvalidationErrorUserCanceled])
  }

  @Test func whatIsDoneTwiceIsToldOnce() {
    let bench = Bench()
    bench.recorder.session?.begin()
    bench.recorder.session?.invalidate()
    bench.recorder.session?.invalidate(errorMessage: "again")
    bench.phone.userCancels()
    bench.phone.appGoesToBackground()
    bench.drain()
    #expect(bench.recorder.calls == ["active", "over 200"])
    #expect(!bench.phone.alertMessages.contains("again"))
  }

  /// The 60 seconds count from begin, however often the session looks anew.
  @Test func timeRunsFromBeginOn() async throws {
    let bench = Bench()
    for _ in 0..<5 {
      bench.phone.wait(seconds: 11.5)
      bench.recorder.session?.restartPolling()
      try await bench.phone.settle()
    }
    #expect(bench.phone.ends.isEmpty)
    bench.phone.wait(seconds: 2.6)
    bench.drain()
    #expect(bench.recorder.calls == ["active", "over 201"])
  }

  @Test func nothingIsDoneWithoutAConnection() throws {
    let bench = Bench()
    let tag = try TestTag(card: "ntag213")
    let found = try #require(bench.hold(tag))
    let ndef = bench.recorder.ndef(found)
    #expect(bench.code { done in ndef.queryNDEFStatus { done($2) } } == 104)
    #expect(bench.code { done in ndef.readNDEF { done($1) } } == 104)
    #expect(
      bench.code { ndef.writeNDEF(NFCNDEFMessage(records: []), completionHandler: $0) } == 104)
    #expect(bench.code { ndef.writeLock(completionHandler: $0) } == 104)
    #expect(bench.phone.commands(all: true).isEmpty)
    bench.phone.remove(tag)
    #expect(
      bench.code { bench.recorder.session?.connect(to: found, completionHandler: $0) } == 100)
  }

  /// Connecting the connected tag once more does nothing, on the air neither.
  @Test func connectingAgainDoesNothing() throws {
    let bench = Bench()
    let found = try #require(bench.connect(try TestTag(card: "ntag213")))
    let before = bench.frames
    #expect(bench.code { bench.recorder.session?.connect(to: found, completionHandler: $0) } == 0)
    #expect(bench.frames == before)
    guard case .miFare? = bench.recorder.session?.connectedTag else {
      Issue.record("another tag is connected")
      return
    }
  }

  /// Nobody waits for anything: connect, write, read, write, read run in this order.
  @Test func operationsRunInOrderOfIssue() throws {
    let bench = Bench()
    let found = try #require(bench.hold(try TestTag(card: "ntag213")))
    let ndef = bench.recorder.ndef(found)
    var told: [String] = []
    let message = { (text: String) in
      NFCNDEFMessage(records: [
        NFCNDEFPayload(
          format: .unknown, type: Data(), identifier: Data(), payload: Data(text.utf8))
      ])
    }
    bench.recorder.session?.connect(to: found) { _ in told.append("connected") }
    for text in ["one", "two"] {
      ndef.writeNDEF(message(text)) { _ in told.append("written") }
      ndef.readNDEF { message, _ in
        told.append(String(decoding: message?.records.first?.payload ?? Data(), as: UTF8.self))
      }
    }
    bench.recorder.session?.invalidate()
    ndef.readNDEF { told.append("\(($1 as? NFCReaderError)?.code.rawValue ?? 0)") }
    bench.drain()
    #expect(told == ["connected", "written", "one", "written", "two", "103"])
    #expect(bench.recorder.calls.last == "over 200")
  }

  /// The queue is busy when the user cancels: what was done before is told before.
  @Test func cancelInTheMiddle() throws {
    let bench = Bench()
    let found = try #require(bench.connect(try TestTag(card: "ntag213")))
    let ndef = bench.recorder.ndef(found)
    bench.recorder.queue.suspend()
    ndef.readNDEF { message, error in
      bench.recorder.calls.append("read \(message?.records.count ?? 0)")
    }
    bench.phone.userCancels()
    ndef.readNDEF { _, error in
      bench.recorder.calls.append("read \((error as? NFCReaderError)?.code.rawValue ?? 0)")
    }
    bench.recorder.queue.resume()
    bench.drain()
    #expect(bench.recorder.calls.suffix(3) == ["read 1", "over 200", "read 103"])
    #expect(found.isAvailable == false)
  }

  @Test func oneOfTwoTagsLeaves() throws {
    let bench = Bench()
    let (first, second) = (try TestTag(card: "ntag213"), try TestTag(card: "type4"))
    bench.phone.hold(first, second)
    bench.drain()
    let tags = bench.recorder.tags
    #expect(tags.count == 2)
    #expect(bench.code { bench.recorder.session?.connect(to: tags[1], completionHandler: $0) } == 0)
    bench.phone.remove(first)
    let ndef = bench.recorder.ndef(tags[1])
    #expect(bench.code { done in ndef.readNDEF { done($1) } } == 0)
    #expect(
      bench.code { bench.recorder.session?.connect(to: tags[0], completionHandler: $0) } == 100)
    bench.phone.remove(second)
    #expect(bench.code { done in ndef.readNDEF { done($1) } } == 100)
  }

  /// A connected tag that leaves and comes back has lost its connection.
  @Test(
    "A tag comes back", arguments: ["ntag213", "type4", "type4b", "felica-lite-s", "desfire-ndef"])
  func tagComesBack(card: String) throws {
    let bench = Bench()
    let tag = try TestTag(card: card)
    let found = try #require(bench.connect(tag))
    let ndef = bench.recorder.ndef(found)
    #expect(bench.code { done in ndef.readNDEF { done($1) } } == 0)
    bench.phone.remove(tag)
    #expect(bench.code { done in ndef.readNDEF { done($1) } } == 100)
    bench.phone.hold(tag)
    #expect(bench.code { done in ndef.readNDEF { done($1) } } == 100)
    #expect(bench.code { bench.recorder.session?.connect(to: found, completionHandler: $0) } == 0)
    #expect(bench.code { done in ndef.readNDEF { done($1) } } == 0, "\(bench.phone.story)")
  }

  @Test func timeHasAnEnd() {
    let phone = TestPhone()
    for seconds in [.infinity, -1, .nan, 1e300, 1e9] as [Double] {
      for _ in 0..<20 { phone.wait(seconds: seconds) }
    }
    #expect(phone.time.isFinite)
  }

  /// A tag is one thing, however often it is named.
  @Test func oneTagIsHeldOnce() throws {
    let bench = Bench()
    let tag = try TestTag(card: "ntag213")
    bench.phone.hold(tag, tag)
    bench.drain()
    #expect(bench.recorder.calls == ["active", "found 1"])
  }

  /// Another phone is another world: a session of the first goes on.
  @Test func twoPhones() throws {
    let first = Bench()
    let second = Bench()
    #expect(second.hold(try TestTag(card: "type4")) != nil)
    let tag = try TestTag(card: "ntag213")
    #expect(first.connect(tag) != nil)
    second.phone.hold(tag)
    #expect(first.recorder.tags.first?.isAvailable == false)
    second.phone.userCancels()
    second.drain()
    #expect(first.recorder.session?.isReady == true)
    first.phone.appGoesToBackground()
    first.drain()
    #expect(first.recorder.calls.last == "over 202")
    #expect(second.recorder.calls.last == "over 200")
  }

  @Test func busySystemBecomesFree() async throws {
    let phone = TestPhone()
    phone.systemIsBusy()
    let reader = LinkReader()
    reader.start(once: true)
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorSystemIsBusy)
    phone.systemIsBusy(false)
    reader.start(once: true)
    phone.hold(try TestTag(card: "ntag213"))
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorFirstNDEFTagRead)
    #expect(reader.errors == [203, 204])
  }

  /// With `didDetect` the session reads and writes, and does not end by itself.
  @Test func sessionThatWritesDoesNotEndByItself() async throws {
    final class Both: NSObject, NFCNDEFReaderSessionDelegate {
      var calls: [String] = []
      func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: Error) {
        calls.append("over \((error as NSError).code)")
      }
      func readerSession(
        _ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]
      ) {
        calls.append("messages")
      }
      func readerSession(_ session: NFCNDEFReaderSession, didDetect tags: [NFCNDEFTag]) {
        calls.append("tags \(tags.count)")
      }
    }
    let phone = TestPhone()
    let both = Both()
    let session = NFCNDEFReaderSession(delegate: both, queue: nil, invalidateAfterFirstRead: true)
    session.begin()
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.settle()
    #expect(both.calls == ["tags 1"])
    session.invalidate(errorMessage: "No.")
    #expect(try await phone.sessionEnds() == .readerSessionInvalidationErrorUserCanceled)
    #expect(phone.story.contains("“No.” with the mark of an error"))
  }

  /// The mark of an error is not shown by a session that only reads.
  @Test func readingSessionShowsNoMark() async throws {
    let phone = TestPhone()
    let reader = LinkReader()
    reader.start(once: false)
    phone.hold(try TestTag(card: "ntag213"))
    try await phone.until("the link is read") { reader.links.count == 1 }
    reader.session?.invalidate(errorMessage: "No.")
    try await phone.sessionEnds()
    #expect(phone.alertMessages.last == "No.")
    #expect(!phone.story.contains("mark of an error"))
  }
}

extension Bench {
  /// How many frames went over the air.
  var frames: Int { phone.phone.state.withLock { $0.frames.frames.count } }
}
