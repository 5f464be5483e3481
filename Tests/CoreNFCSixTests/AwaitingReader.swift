import CoreNFC
import Foundation
import OSLog

/// Waits with `await`, in the newer language mode: an actor of the app's that is not the session's.
@MainActor
final class AwaitingReader: NSObject {
  nonisolated private static let logger = Logger(subsystem: "example", category: "awaiting")
  private var session: NFCTagReaderSession?
  private var continuation: CheckedContinuation<[String], any Error>?

  func read() async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      self.continuation = continuation
      session = NFCTagReaderSession(
        configuration: .init(pollingOption: [.iso14443, .iso15693, .iso18092]), delegate: self)
      session?.alertMessage = "Present a tag."
      session?.begin()
    }
  }

  private func finish(_ result: Result<[String], any Error>) {
    continuation?.resume(with: result)
    continuation = nil
    session = nil
  }

  nonisolated private static func lines(of tag: NFCTag) async throws -> [String] {
    switch tag {
    case .iso7816(let tag):
      let select = NFCISO7816APDU(
        instructionClass: 0, instructionCode: 0xA4, p1Parameter: 0, p2Parameter: 0x0C,
        data: Data([0xE1, 0x03]), expectedResponseLength: -1)
      let (_, sw1, sw2) = try await tag.sendCommand(apdu: select)
      let read = NFCISO7816APDU(
        instructionClass: 0, instructionCode: 0xB0, p1Parameter: 0, p2Parameter: 0, data: Data(),
        expectedResponseLength: 15)
      let answer: NFCISO7816ResponseAPDU = try await tag.sendCommand(apdu: read)
      return ["\(sw1) \(sw2)", "\(answer.payload?.count ?? 0) \(answer.statusWord1)"]
    case .miFare(let tag):
      let (status, capacity) = try await tag.queryNDEFStatus()
      let message = try await tag.readNDEF()
      let pages = try await tag.sendMiFareCommand(commandPacket: Data([0x30, 0x00]))
      return ["\(status.rawValue) \(capacity)", "\(message.records.count)", "\(pages.count)"]
    case .feliCa(let tag):
      let (first, second, blocks) = try await tag.readWithoutEncryption(
        serviceCodeList: [Data([0x0B, 0x00])], blockList: [Data([0x80, 0x00])])
      return ["\(first) \(second)", "\(blocks.count)"]
    case .iso15693(let tag):
      let system = try await tag.systemInfo(requestFlags: [.highDataRate])
      let blocks = try await tag.readMultipleBlocks(
        requestFlags: [.highDataRate], blockRange: NSRange(location: 0, length: 2))
      return ["\(system.blockSize) \(system.totalBlocks)", "\(blocks.count)"]
    @unknown default:
      return []
    }
  }
}

extension AwaitingReader: NFCTagReaderSessionDelegate {
  nonisolated func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession) {
    Self.logger.info("active: \(session.isReady, privacy: .public)")
  }

  nonisolated func tagReaderSession(
    _ session: NFCTagReaderSession, didInvalidateWithError error: any Error
  ) {
    Task { @MainActor in finish(.failure(error)) }
  }

  nonisolated func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag]) {
    guard let tag = tags.first else { return }
    Task {
      do {
        try await session.connect(to: tag)
        let lines = try await Self.lines(of: tag)
        await finish(.success(lines))
        session.invalidate()
      } catch {
        await finish(.failure(error))
        session.invalidate(errorMessage: "Something went wrong.")
      }
    }
  }
}
