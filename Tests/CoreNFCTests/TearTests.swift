import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// A tag that is torn away, at every exchange and at every byte: every handler is called once, with an
/// error that Core NFC has, and what stands on the tag afterwards is what stood there, nothing, or what
/// was to be written.
@Suite(.phone) struct TearTests {
  static let cards = [
    "model ntag213\nuid 04A1B2C3D4E5F6\nndef https://old.example/aaaaaaaaaaaaaaaaaaaaaaaa",
    "model type4\nuid 04112233445566\nats 0575778102\nndef https://old.example/aaaaaaaaaaaaaaaaaaaaaaaa",
    "model type4b\npupi 11223344\nndef https://old.example/aaaaaaaaaaaaaaaaaaaaaaaa",
    "model felica-lite-s\nidm 012E4A3B2C1D0E9F\nndef https://old.example/aaaaaaaaaaaaaaaaaaaaaaaa",
    "model icode-slix\nuid E004010012345678\nndef https://old.example/aaaaaaaaaaaaaaaaaaaaaaaa",
    "model desfire-ndef\natqa 4403\nuid 04112233445566\nsak 20\nats 0675778102 80\n"
      + "ndef https://old.example/aaaaaaaaaaaaaaaaaaaaaaaa",
  ]

  @Test("After so many exchanges", arguments: cards)
  func exchanges(card: String) throws {
    var untouched = 0
    for count in 0..<140 {
      if try tear(card, "after \(count) exchanges", { $0.tear(afterExchanges: count) }) {
        untouched += 1
      }
    }
    // In the end all of it is done before the tag goes.
    #expect(untouched > 0)
  }

  @Test("After so many bytes", arguments: cards)
  func bytes(card: String) throws {
    for count in Array(0..<200) + Array(stride(from: 200, to: 900, by: 7)) {
      _ = try tear(card, "after \(count) bytes", { $0.tear(afterBytes: count) })
    }
  }

  /// Whether the tag was there to the end.
  private func tear(
    _ card: String, _ words: String, _ tear: (TestTag) -> Void
  ) throws -> Bool {
    let bench = Bench()
    let tag = try TestTag(describedBy: card)
    let old = try #require(tag.message)
    let new = NFCNDEFMessage(records: [
      try #require(
        NFCNDEFPayload.wellKnownTypeURIPayload(
          string: "https://new.example/bbbbbbbbbbbbbbbbbbbbbbbb"))
    ])
    tear(tag)
    guard let found = bench.hold(tag) else {
      bench.phone.userCancels()
      bench.drain()
      #expect(bench.recorder.calls.last == "over 200", "\(words)")
      return false
    }
    let recorder = bench.recorder
    let ndef = recorder.ndef(found)
    let codes = [
      bench.code { recorder.session?.connect(to: found, completionHandler: $0) },
      bench.code { done in ndef.queryNDEFStatus { done($2) } },
      bench.code { done in ndef.readNDEF { done($1) } },
      bench.code { ndef.writeNDEF(new, completionHandler: $0) },
      bench.code { done in ndef.readNDEF { done($1) } },
      bench.code { ndef.writeLock(completionHandler: $0) },
    ]
    for code in codes {
      #expect(code == 0 || Bench.codes.contains(code), "\(words): \(codes)\n\(bench.phone.story)")
    }
    // Once it is gone it stays gone: no operation succeeds behind one that lost it.
    if let lost = codes.firstIndex(of: 100) {
      #expect(codes[lost...].allSatisfy { $0 != 0 }, "\(words): \(codes)")
      #expect(found.isAvailable == false)
    }
    bench.phone.userCancels()
    bench.drain()
    #expect(bench.recorder.calls.last == "over 200")
    bench.phone.remove(tag)
    let rest = tag.message
    #expect(
      rest == nil || rest == old || rest == new,
      "\(words): \(String(describing: rest))\n\(bench.phone.story)")
    return codes.allSatisfy { $0 == 0 }
  }
}
