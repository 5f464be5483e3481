import CoreNFC
import Foundation

/// Reads IDm and system code of a transit card.
class TransitCardReader: NSObject, NFCTagReaderSessionDelegate {
  private(set) var session: NFCTagReaderSession?
  private(set) var idm: String?
  private(set) var systemCode: String?
  private(set) var blocks: [Data] = []
  private(set) var errors: [NFCReaderError] = []
  var readsBlocks = false

  func scan() {
    guard NFCTagReaderSession.readingAvailable else { return }
    session = NFCTagReaderSession(pollingOption: .iso18092, delegate: self)
    session?.alertMessage = "Hold the card to the phone."
    session?.begin()
  }

  func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession) {}

  func tagReaderSession(_ session: NFCTagReaderSession, didInvalidateWithError error: Error) {
    if let readerError = error as? NFCReaderError {
      errors.append(readerError)
    }
    self.session = nil
  }

  func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag]) {
    if tags.count > 1 {
      session.alertMessage = "Only one card, please."
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
        session.restartPolling()
      }
      return
    }
    guard let tag = tags.first else { return }
    session.connect(to: tag) { error in
      if nil != error {
        session.invalidate(errorMessage: "Connection failed.")
        return
      }
      guard case .feliCa(let feliCaTag) = tag else {
        session.invalidate(errorMessage: "Not a FeliCa card.")
        return
      }
      self.idm = feliCaTag.currentIDm.map { String(format: "%.2hhx", $0) }.joined()
      self.systemCode = feliCaTag.currentSystemCode.map { String(format: "%.2hhx", $0) }.joined()
      guard self.readsBlocks else {
        session.alertMessage = "Done."
        session.invalidate()
        return
      }
      let serviceCode = Data([0x0B, 0x00])
      let list = (0..<2).map { Data([0x80, UInt8($0)]) }
      feliCaTag.readWithoutEncryption(serviceCodeList: [serviceCode], blockList: list) {
        status1, status2, data, error in
        guard error == nil, status1 == 0x00, status2 == 0x00 else {
          session.invalidate(errorMessage: "Reading failed.")
          return
        }
        self.blocks = data
        session.invalidate()
      }
    }
  }
}
