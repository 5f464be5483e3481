import Bytes
import Foundation
import Testing

@testable import Tags

/// What ndeflib, written by others from the same documents, says of thousands of messages.
///
/// It differs on purpose in two places: UTF-16 without a byte order mark it reads as its machine does
/// (RFC 2781 puts the high byte first), and it does not join chunks.
@Suite(.enabled(if: Ndeflib.isThere, "ndeflib is not installed in .venv"))
struct NdeflibTests {
  @Test func itReadsWhatWeWrite() throws {
    var maker = MessageMaker(seed: 1)
    let messages = (0..<6_000).map { _ in maker.message().bytes }
    let answers = try Ndeflib.read(messages)
    #expect(answers.count == messages.count)
    for (bytes, answer) in zip(messages, answers) {
      #expect(answer.values != nil, "\(Hex.text(bytes)): \(answer.why ?? "")")
      compare(bytes, answer)
    }
  }

  @Test func weReadWhatItWrites() throws {
    let answers = try Ndeflib.make(6_000, seed: 2)
    #expect(answers.count == 6_000)
    for answer in answers {
      let bytes = try #require(answer.hex.flatMap { Hex.bytes($0) })
      let contents = NDEFContents(reading: bytes)
      let errors = contents.problems.filter { $0.kind.gravity == .error }
      #expect(errors.isEmpty, "\(Hex.text(bytes)): \(errors)")
      compare(bytes, answer)
    }
  }

  @Test func ofDamagedMessagesWeSayAsMuch() throws {
    var maker = MessageMaker(seed: 3)
    let messages = (0..<6_000).map { _ in maker.damaged() }
    var refused = 0
    for (bytes, answer) in zip(messages, try Ndeflib.read(messages)) {
      let contents = NDEFContents(reading: bytes)
      if answer.raw != nil { compare(bytes, answer) }
      guard answer.values == nil else { continue }
      refused += 1
      // Outside of a poster the types that are known inside one alone are nobody's business; after
      // a first poster ndeflib takes them for its own all the same.
      if answer.why?.contains("ndef.smartposter.") == true,
        !contents.records.contains(where: \.isPoster)
      {
        continue
      }
      if isItsOwnRule(answer.why) { continue }
      if isLocal(answer.why), !contents.records.contains(where: \.isNested) { continue }
      #expect(
        !contents.problems.isEmpty, "\(Hex.text(bytes)) is refused: \(answer.why ?? "")")
    }
    // Most damage is seen; a flipped letter of a text is none.
    #expect(refused > 2_000)
  }

  /// ndeflib takes fewer letters in a type than RFC 2045 and RFC 3986 do, and reads UTF-16 without a
  /// BOM as little-endian, which the NFC Forum's text record and RFC 2781 make big-endian.
  private func isItsOwnRule(_ why: String?) -> Bool {
    ["can not convert the record type string", "can't be decoded as UTF-16"].contains {
      why?.contains($0) == true
    }
  }

  private func isLocal(_ why: String?) -> Bool {
    ["ActionRecord", "SizeRecord", "TypeRecord"].contains { why?.contains($0) == true }
  }

  /// Where ndeflib knows what is there, we say the same.
  private func compare(_ bytes: [UInt8], _ answer: Ndeflib.Answer) {
    let contents = NDEFContents(reading: bytes)
    let records = contents.message.records
    if let raw = answer.raw {
      let hasChunks = raw.contains { $0[0] == "unchanged" }
      if hasChunks {
        let ours = records.flatMap(\.payload)
        #expect(Hex.text(ours).lowercased() == raw.map { $0[2] }.joined(), "\(Hex.text(bytes))")
      } else {
        #expect(records.map(Ndeflib.raw) == raw, "\(Hex.text(bytes))")
      }
      if hasChunks { return }
    }
    guard let values = answer.values else { return }
    #expect(values.count == records.count, "\(Hex.text(bytes))")
    for (index, value) in values.enumerated() where index < contents.records.count {
      guard value[0] != "other", !isDifferent(contents.records[index], records[index]) else {
        continue
      }
      #expect(contents.records[index].ndeflibValue == value, "\(Hex.text(bytes)), record \(index)")
    }
  }

  private func isDifferent(_ content: NDEFContent, _ record: NDEFRecord) -> Bool {
    switch content {
    case .text(let text):
      // A language of other letters than tags have is told in hex.
      if text.lacksStatus || !text.language.isEmpty && text.language.allSatisfy(\.isHexDigit) {
        return true
      }
      let start = record.payload.dropFirst(text.place.lowerBound).prefix(2)
      return text.encoding == .utf16 && start != [0xFE, 0xFF] && start != [0xFF, 0xFE]
        && !text.place.isEmpty
    case .smartPoster(let poster):
      return zip(poster.contents.records, poster.contents.message.records).contains(
        where: isDifferent)
    default: return false
    }
  }
}

extension NDEFContent {
  fileprivate var isPoster: Bool { if case .smartPoster = self { true } else { false } }

  fileprivate var isNested: Bool {
    switch self {
    case .smartPoster, .handover: true
    default: false
    }
  }

  /// What `value` of the script gives for the same record.
  fileprivate var ndeflibValue: [String] {
    switch self {
    case .text(let text): return ["text", text.text, text.language, text.encoding.rawValue]
    case .uri(let uri): return ["uri", uri.uri]
    case .smartPoster(let poster): return Ndeflib.value(poster)
    case .signature(let signature):
      return [
        "signature", Hex.text(signature.signature).lowercased(), signature.signatureURI ?? "",
        signature.certificates.map { Hex.text($0).lowercased() }.joined(separator: ","),
        signature.certificateURI ?? "",
      ]
    case .deviceInformation(let device):
      return [
        "device-information", device.text(0) ?? "", device.text(1) ?? "", device.text(2) ?? "",
        device.uuid ?? "", device.text(4) ?? "",
      ]
    case .wifi(let wifi):
      return ["wifi"]
        + wifi.attributes.map {
          "\(Hex.text($0.type, digits: 4)):\(Hex.text($0.value).lowercased())"
        }.sorted()
    case .bluetooth(let pairing):
      let address = pairing.isLowEnergy ? [] : [pairing.address?.text ?? ""]
      return [kind] + address + Ndeflib.structures(of: pairing)
    case .handover(let handover):
      return [
        "handover", handover.kind.rawValue, "\(handover.version >> 4).\(handover.version & 15)",
      ]
        + handover.carriers.map { carrier in
          let states = ["inactive", "active", "activating", "unknown"]
          return
            ([states[Int(carrier.powerState)]]
            + ([carrier.carrier] + carrier.auxiliary).map { Hex.text($0).lowercased() })
            .joined(separator: "/")
        }
    default: return ["other"]
    }
  }
}
