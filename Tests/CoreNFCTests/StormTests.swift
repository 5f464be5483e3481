import CoreNFC
import CoreNFCTesting
import Foundation
import Synchronization
import Testing

/// Everything at once, from many threads: nothing hangs, and every session hears of its end once.
@Suite(.phone) struct StormTests {
  private final class Listener: NSObject, NFCTagReaderSessionDelegate {
    let ends = Mutex(0)
    let tags = Mutex<[NFCTag]>([])
    let isActive = Mutex(false)
    func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession) {
      isActive.withLock { $0 = true }
    }
    func tagReaderSession(_ session: NFCTagReaderSession, didInvalidateWithError error: Error) {
      ends.withLock { $0 += 1 }
    }
    func tagReaderSession(_ session: NFCTagReaderSession, didDetect found: [NFCTag]) {
      tags.withLock { $0 = found }
      guard let tag = found.first else { return }
      session.connect(to: tag) { _ in
        if case .miFare(let tag) = tag { tag.readNDEF { _, _ in session.restartPolling() } }
      }
    }
  }

  @Test func everythingAtOnce() async throws {
    let phone = TestPhone()
    let tags = [
      try TestTag(card: "ntag213"), try TestTag(card: "ntag215"), try TestTag(card: "type4"),
    ]
    var listeners: [Listener] = []
    var sessions: [NFCTagReaderSession] = []
    for _ in 0..<40 {
      let listener = Listener()
      listeners.append(listener)
      sessions.append(
        try #require(NFCTagReaderSession(pollingOption: .iso14443, delegate: listener)))
    }
    let (all, ready) = (listeners, sessions)
    DispatchQueue.concurrentPerform(iterations: 800) { index in
      let session = ready[index % ready.count]
      switch index / 40 % 10 {
      case 0: session.begin()
      case 1: phone.hold(tags[index % 3])
      case 2: session.restartPolling()
      case 3: phone.remove(tags[index % 3])
      case 4: phone.wait(seconds: 3)
      case 5: session.alertMessage = "\(index)"
      case 6:
        if let tag = all[index % all.count].tags.withLock({ $0.first }) {
          session.connect(to: tag) { _ in }
          if case .miFare(let tag) = tag { tag.queryNDEFStatus { _, _, _ in } }
        }
      case 7: if index % 4 == 0 { phone.userCancels() }
      case 8: tags[index % 3].tear(afterExchanges: index % 5)
      default: session.invalidate(errorMessage: "over")
      }
    }
    for session in sessions { session.begin() }
    phone.userCancels()
    try await phone.settle()
    for session in sessions { session.invalidate() }
    try await phone.settle()
    for listener in listeners { #expect(listener.ends.withLock { $0 } == 1) }
    #expect(!phone.isScanning)
  }
}
