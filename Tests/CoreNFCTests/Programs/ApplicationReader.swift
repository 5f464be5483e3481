import CoreNFC
import Foundation

/// Reads from an ISO 7816 application, or says which class of tag it met.
class ApplicationReader: NSObject {
  var session: NFCTagReaderSession?
  var met: [String] = []
  var answers: [String] = []
  var lastError: Error?
  var commands: [NFCISO7816APDU] = []

  func start(_ commands: [NFCISO7816APDU] = []) {
    self.commands = commands
    session = NFCTagReaderSession(
      pollingOption: [.iso14443, .iso15693], delegate: self, queue: DispatchQueue.global())
    session?.alertMessage = "Present the card."
    session?.begin()
  }

  private func send(_ rest: ArraySlice<NFCISO7816APDU>, to tag: NFCISO7816Tag) {
    guard let command = rest.first else {
      session?.invalidate()
      return
    }
    tag.sendCommand(apdu: command) { (data: Data, sw1: UInt8, sw2: UInt8, error: Error?) in
      if let error = error {
        self.lastError = error
        self.session?.invalidate(errorMessage: error.localizedDescription)
        return
      }
      self.answers.append(
        data.map { String(format: "%02X", $0) }.joined() + String(format: " %02X%02X", sw1, sw2))
      self.send(rest.dropFirst(), to: tag)
    }
  }
}

extension ApplicationReader: NFCTagReaderSessionDelegate {
  func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession) {
    met.append("active")
  }

  func tagReaderSession(_ session: NFCTagReaderSession, didInvalidateWithError error: Error) {
    met.append("over \((error as NSError).code)")
  }

  func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag]) {
    guard let first = tags.first else { return }
    switch first {
    case let .iso7816(tag):
      met.append("iso7816 \(tag.initialSelectedAID)")
      session.connect(to: first) { (error: Error?) in
        guard error == nil else { return }
        self.send(self.commands[...], to: tag)
      }
    case let .miFare(tag):
      met.append("miFare \(tag.mifareFamily.rawValue)")
      session.connect(to: first) { _ in
        let read: [UInt8] = [0x30, 0x04]
        tag.sendMiFareCommand(commandPacket: Data(read)) { (response: Data, error: Error?) in
          self.lastError = error
          self.answers.append(response.map { String(format: "%02X", $0) }.joined())
          session.invalidate()
        }
      }
    case let .iso15693(tag):
      met.append("iso15693 \(tag.icManufacturerCode)")
      session.connect(to: first) { _ in
        tag.readSingleBlock(requestFlags: [.highDataRate, .address], blockNumber: 0) {
          data, error in
          self.lastError = error
          self.answers.append(data.map { String(format: "%02X", $0) }.joined())
          session.invalidate()
        }
      }
    case .feliCa:
      met.append("feliCa")
    @unknown default:
      break
    }
  }
}
