import ForeignFormats
import Foundation
import Testing
import TraceFormat

@Suite struct DetectorTests {
  private static let expected =
    "; expected a trace, pcap, pcapng, Proxmark3 trace, .trz, frames in JSON or a log with hex, plain "
    + "or in gzip or zstd"
  private static let hint =
    " (--pattern '(?<dir>->|<-) (?<hex>[0-9A-F ]+)' says how to read another log; decode takes bytes "
    + "that say nothing else)"

  @Test(
    "What cannot be read is named in one line",
    arguments: [
      ("", "empty"),
      ("89504E47 0D0A1A0A 0000000D", "PNG image"),
      ("7F454C46 02010100", "ELF program"),
      ("FFD8FFE0 00104A46", "JPEG image"),
      ("25504446 2D312E37", "PDF document"),
      ("504B0304 14000000", "zip archive"),
      ("FD377A58 5A000004", "xz data"),
      ("52494646 24080000 57415645", "WAV or other RIFF data"),
      ("34CDB2A1 02000400", "pcap in Kuznetzov's modified form"),
      ("7B226672 616D6573 223A5B5D 7D", "JSON text"),
      ("3C3F786D 6C", "XML or HTML text"),
      ("23212F62 696E2F73 680A", "script"),
      ("48656C6C 6F20C3A4 0A", "text"),
      ("48", "text"),
      ("00112233 44556677 88", "unknown data (it begins with 0011223344556677)"),
      ("00", "unknown data (it begins with 00)"),
    ])
  func refuses(digits: String, words: String) {
    #expect {
      try Reading(hex(digits))
    } throws: {
      ($0 as? TraceError)
        == TraceError(
          "capture: " + words + Self.expected + (words == "text" ? Self.hint : ""), offset: 0)
    }
  }

  @Test func insideAPackingIsSaidToo() {
    // gzip 1.12 of "hello\n".
    let packed = hex("1F8B0800000000000003CB48CDC9C9E7020020303A3606000000")
    #expect {
      try Reading(packed)
    } throws: {
      ($0 as? TraceError)?.description == "capture: gzip, in it text" + Self.expected + Self.hint
    }
  }

  @Test func filesThatCannotBeOpened() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, words) in [
      (folder.path, "Is a directory"), (folder.path + "/none", "No such file or directory"),
    ] {
      #expect {
        try openFrames(path: path)
      } throws: {
        ($0 as? TraceError)?.description == "\(path): \(words)"
      }
    }
  }

  @Test(
    "The label names format and link",
    .enabled(if: Captures.arePresent, Captures.absence),
    arguments: [
      ("a_payment.pcap", "pcap, ISO 14443"),
      ("e2_felica_user0_nolen.pcap", "pcap, FeliCa"),
      ("e3_felica_user0_len.pcap", "pcap, FeliCa"),
      ("e4_felica_upperpdu.pcap", "pcap, FeliCa"),
      ("e5_llcp_245.pcap", "pcap, LLCP"),
      ("f1_acr122_pn532_220.pcap", "pcap, USB"),
      ("f2_acr122_pn532_189.pcap", "pcap, USB"),
      ("g1_gsmtap_sim.pcap", "pcap, GSMTAP"),
      ("hf_visa_apple_ecp.pcap", "pcap, ISO 14443"),
    ])
  func label(name: String, label: String) throws {
    #expect(try Reading(Captures.bytes(name)).description.label == label)
  }

  @Test func aLabelNamesEveryLinkOnceAndThreeAtMost() {
    var description = TraceDescription(format: "pcapng")
    #expect(description.label == "pcapng")
    let links: [Link] = [.iso14443, .other, .usb, .iso14443, .nfcF, .llcp]
    for link in links {
      description.sources.append(TraceDescription.Source(name: "", linkType: 1, link: link))
    }
    #expect(description.label == "pcapng, ISO 14443 and USB and FeliCa and others")
  }
}
