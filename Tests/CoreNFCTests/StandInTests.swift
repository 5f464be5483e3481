import CoreNFC
import Testing

/// What apps' own tests put in the place of a phone: sessions and tags of their own.
@Suite struct StandInTests {
  @Test func sessionStandsIn() throws {
    let delegate = RememberingDelegate()
    let session = try #require(StandInSession(pollingOption: .iso14443, delegate: delegate))
    session.finds = [.iso7816(StandInTag())]
    session.begin()
    session.alertMessage = "Held by nobody."
    session.invalidate(errorMessage: "Enough.")
    #expect(delegate.heard == ["active", "found D2760000850101", "Enough."])
    #expect(session.alertMessage == "Held by nobody.")
    let queue = DispatchQueue(label: "stand-in")
    let other = StandInSession(
      configuration: .init(pollingOption: .iso15693), delegate: delegate, queue: queue)
    #expect(other.sessionQueue === queue)
    #expect(!other.isReady)
  }

  @Test func messageSessionStandsIn() {
    let session = StandInMessageSession(
      delegate: RememberingDelegate(), queue: nil, invalidateAfterFirstRead: true)
    session.begin()
    #expect(session.begun == 1)
  }

  @Test func tagStandsIn() async throws {
    let tag: any NFCISO7816Tag = StandInTag()
    let (data, first, second) = try await tag.sendCommand(
      apdu: try #require(NFCISO7816APDU(data: Data([0x00, 0xB0, 0x00, 0x00, 0x00]))))
    #expect(Array(data) == [0x00, 0xB0])
    #expect([first, second] == [0x90, 0x00])
    #expect(try await tag.queryNDEFStatus() == (.readOnly, 12))
  }
}

private final class StandInSession: NFCTagReaderSession {
  var finds: [NFCTag] = []
  private var hears: NFCTagReaderSessionDelegate? { delegate as? NFCTagReaderSessionDelegate }

  override func begin() {
    hears?.tagReaderSessionDidBecomeActive(self)
    hears?.tagReaderSession(self, didDetect: finds)
  }

  override func invalidate(errorMessage: String) {
    let info = [NSLocalizedDescriptionKey: errorMessage]
    hears?.tagReaderSession(
      self, didInvalidateWithError: NSError(domain: NFCErrorDomain, code: 200, userInfo: info))
  }
}

private final class StandInMessageSession: NFCNDEFReaderSession {
  var begun = 0
  override func begin() { begun += 1 }
}

private final class RememberingDelegate: NSObject {
  var heard: [String] = []
}

extension RememberingDelegate: NFCTagReaderSessionDelegate {
  func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession) { heard.append("active") }

  func tagReaderSession(_ session: NFCTagReaderSession, didInvalidateWithError error: Error) {
    guard let error = error as? NFCReaderError, error.code.rawValue == 200 else { return }
    heard.append(error.localizedDescription)
  }

  func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag]) {
    for case .iso7816(let tag) in tags { heard.append("found \(tag.initialSelectedAID)") }
  }
}

extension RememberingDelegate: NFCNDEFReaderSessionDelegate {
  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: Error) {}
  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {}
}

private final class StandInTag: NSObject, NFCISO7816Tag {
  var type: __NFCTagType { .iso7816Compatible }
  weak var session: NFCReaderSessionProtocol?
  var isAvailable = true
  var initialSelectedAID = "D2760000850101"
  var identifier = Data()
  var historicalBytes: Data?
  var applicationData: Data?
  var proprietaryApplicationDataCoding = false

  func sendCommand(
    apdu: NFCISO7816APDU, completionHandler: @escaping (Data, UInt8, UInt8, Error?) -> Void
  ) {
    completionHandler(Data([apdu.instructionClass, apdu.instructionCode]), 0x90, 0x00, nil)
  }

  func queryNDEFStatus(completionHandler: @escaping (NFCNDEFStatus, Int, Error?) -> Void) {
    completionHandler(.readOnly, 12, nil)
  }
  func readNDEF(completionHandler: @escaping (NFCNDEFMessage?, Error?) -> Void) {}
  func writeNDEF(_ message: NFCNDEFMessage, completionHandler: @escaping (Error?) -> Void) {}
  func writeLock(completionHandler: @escaping (Error?) -> Void) {}

  func asNFCISO15693Tag() -> NFCISO15693Tag? { nil }
  func asNFCISO7816Tag() -> NFCISO7816Tag? { self }
  func asNFCFeliCaTag() -> NFCFeliCaTag? { nil }
  func asNFCMiFareTag() -> NFCMiFareTag? { nil }

  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) {}
  override init() {}
  required init?(coder: NSCoder) { nil }
  func copy(with zone: NSZone? = nil) -> Any { self }
}
