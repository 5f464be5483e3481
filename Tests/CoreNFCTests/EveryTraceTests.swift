import CoreNFC
import Foundation
import Testing

@testable import CoreNFCTesting

/// Every trace of this project, held to a phone whose app does everything that its kind of tag has: each
/// handler is called once, with a value or an error that Core NFC has.
@Suite(.phone) struct EveryTraceTests {
  static let traces: [String] = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("Traces")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".trace") || $0.hasSuffix(".pcap") }.sorted().map {
      folder.appendingPathComponent($0).path
    }
  }()

  @Test("Everything is done with every card", arguments: traces)
  func everythingIsDone(path: String) throws {
    for number in 1...4 {
      guard let tag = try? TestTag(file: path, number: number) else { return }
      let bench = Bench(
        TestApp(
          selectIdentifiers: ["D2760000850101", "A0000002471001", "A0000000041010"],
          systemCodes: ["12FC", "88B4", "0003", "FE00"]), [.iso14443, .iso15693, .iso18092])
      defer { bench.phone.userCancels() }
      guard let found = bench.connect(tag) else { continue }
      let codes = everything(found, bench) + messages(bench.recorder.ndef(found), bench)
      for code in codes {
        #expect(code == 0 || Bench.codes.contains(code), "\(codes)\n\(bench.phone.story)")
      }
      bench.phone.remove(tag)
    }
  }

  private func messages(_ tag: NFCNDEFTag, _ bench: Bench) -> [Int] {
    let message = NFCNDEFMessage(records: [
      NFCNDEFPayload(
        format: .unknown, type: Data(), identifier: Data(), payload: Data([1, 2, 3]))
    ])
    return [
      bench.code { done in tag.queryNDEFStatus { done($2) } },
      bench.code { done in tag.readNDEF { done($1) } },
      bench.code { tag.writeNDEF(message, completionHandler: $0) },
      bench.code { tag.writeLock(completionHandler: $0) },
    ]
  }

  private func everything(_ found: NFCTag, _ bench: Bench) -> [Int] {
    let commands = ["00A4000C02E103", "00B000000F", "00B00000000000", "9060000000"].compactMap {
      NFCISO7816APDU(data: Data(hex: $0))
    }
    let rate = NFCISO15693RequestFlag.highDataRate
    let node = Data(hex: "0B00")
    switch found {
    case .iso7816(let tag):
      return commands.map { apdu in bench.code { done in tag.sendCommand(apdu: apdu) { done($3) } }
      }
    case .miFare(let tag):
      return commands.map { apdu in
        bench.code { done in tag.sendMiFareISO7816Command(apdu) { done($3) } }
      }
        + ["3000", "60", "1A00", "A2040000", "", "FF"].map { hex in
          bench.code { done in tag.sendMiFareCommand(commandPacket: Data(hex: hex)) { done($1) } }
        }
    case .feliCa(let tag):
      return [
        bench.code { done in tag.requestService(nodeCodeList: [node]) { done($1) } },
        bench.code { done in tag.requestResponse { done($1) } },
        bench.code { done in tag.requestSystemCode { done($1) } },
        bench.code { done in tag.requestSpecificationVersion { done($4) } },
        bench.code { done in tag.requestServiceV2(nodeCodeList: [node]) { done($5) } },
        bench.code { done in tag.resetMode { done($2) } },
        bench.code { done in
          tag.readWithoutEncryption(serviceCodeList: [node], blockList: [Data(hex: "8000")]) {
            done($3)
          }
        },
        bench.code { done in
          tag.polling(systemCode: Data(hex: "0003"), requestCode: .systemCode, timeSlot: .max1) {
            done($2)
          }
        },
      ]
    case .iso15693(let tag):
      return [
        bench.code { done in tag.readSingleBlock(requestFlags: rate, blockNumber: 0) { done($1) } },
        bench.code { done in
          tag.readMultipleBlocks(requestFlags: rate, blockRange: NSRange(0..<4)) { done($1) }
        },
        bench.code { done in tag.getSystemInfo(requestFlags: rate) { done($0.error) } },
        bench.code { tag.select(requestFlags: rate, completionHandler: $0) },
        bench.code { done in
          tag.readSingleBlock(requestFlags: [rate, .select], blockNumber: 0) { done($1) }
        },
        bench.code { tag.stayQuiet(completionHandler: $0) },
        bench.code { done in tag.readSingleBlock(requestFlags: rate, blockNumber: 0) { done($1) } },
      ]
    @unknown default: return []
    }
  }
}
