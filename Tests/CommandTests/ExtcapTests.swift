import Foundation
import Testing

/// What Wireshark finds when `nfctrace` lies in its extcap folder.
@Suite struct ExtcapTests {
  @Test func interfacesAndLinkTypesAreNamed() throws {
    let scratch = Scratch()
    let all = try Child.nfctrace(["--extcap-interfaces", "--extcap-version=4.0"], in: scratch)
    #expect(all.lines.contains("interface {value=nfctrace}{display=NFC reader}"))
    #expect(
      all.lines.contains(
        "interface {value=nfctrace-ntag213}{display=Simulated NFC reader, ntag213}"))
    let types = try Child.nfctrace(
      ["--extcap-interface", "nfctrace", "--extcap-dlts"], in: scratch)
    #expect(types.text == "dlt {number=264}{name=ISO_14443}{display=ISO/IEC 14443}\n")
  }

  @Test func whatCanBeSetIsNamedInRecordsWords() throws {
    let run = try Child.nfctrace(
      ["--extcap-interface", "nfctrace-ntag213", "--extcap-config"], in: Scratch())
    #expect(run.lines.count == 4)
    #expect(run.lines.allSatisfy { $0.hasPrefix("arg {number=") })
    let help = try Child.nfctrace(["record", "--help"], in: Scratch()).text
    for option in ["--cards", "--poll-only", "--felica", "--apdu"] {
      #expect(run.text.contains("{call=\(option)}") && help.contains(option), "\(option)")
    }
  }

  @Test(
    "tshark lists the simulated reader, captures from it and decodes what arrives",
    .enabled(if: Child.installed("tshark") != nil && geteuid() == 0, "it takes tshark and root"))
  func tshark() throws {
    let scratch = Scratch()
    let run = try Child.shell(
      """
      for folder in .config .local/lib; do
        mkdir -p $HOME/$folder/wireshark/extcap
        ln -s "$(command -v nfctrace)" $HOME/$folder/wireshark/extcap/nfctrace
      done
      tshark -D 2> /dev/null | grep -o 'nfctrace-type4 .*'
      timeout 30 tshark -i nfctrace-type4 -a duration:8 2> /dev/null
      timeout 30 tshark -i nfctrace-felica-lite-s -a duration:8 2> /dev/null
      """, in: scratch)
    #expect(run.lines.first == "nfctrace-type4 (Simulated NFC reader, type4)")
    for name in ["REQA", "ATQA", "Select", "SAK", "FeliCa", "Polling"] {
      #expect(run.text.contains(name), "\(name)")
    }
  }
}
