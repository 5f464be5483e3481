import Foundation
import Glibc
import Testing
import TraceFormat

/// `record` drives a reader itself.
@Suite(.enabled(if: Child.installed("nfc-list") != nil, "needs libnfc"))
struct ReaderTests {
  private let scratch = Scratch()

  @Test(
    "It reads what the card is for",
    arguments: [
      // READ of pages 0, 4 and 8.
      ("ntag213", "", [">D440013000", ">D440013004", ">D440013008"]),
      // The application, its capability container, the file, its length and its message.
      (
        "type4", "",
        [
          ">D4400100A4040007D276000085010100", ">D4400100A4000C02E103", ">D4400100B000000F",
          ">D4400100A4000C02E104", ">D4400100B0000002",
        ]
      ),
      ("type4b", "", [">D4400100A4040007D276000085010100"]),
      // No NDEF, and then the directory of payment applications.
      ("payment", "", [">D4400100A404000E325041592E5359532E444446303100"]),
      ("ntag213", "--poll-only", []),
      // Service 000B, block 2.
      ("felica-lite-s", "--felica 12FC:000B:2-2", ["0B00018002"]),
      ("type4", "--apdu script", [">D4400100A4040007D276000085010100", ">D4400100A4000C02E103"]),
    ] as [(String, String, [String])])
  func reads(card: String, options: String, expected: [String]) throws {
    try scratch.write(
      Data("# NDEF\n00A4040007D276000085010100\n\n> 00 A4 00 0C 02 E1 03 # container\n".utf8),
      to: "script")
    let run = try Child.shell(
      "nfctrace record -o a.trace --simulate \(card) \(options)", in: scratch)
    #expect(run.code == 0, "\(run.error)")
    let lines = try Recorded("a.trace", in: scratch).lines
    let exchanged = lines.filter { $0.hasPrefix(">D44001") }
    if options.isEmpty {
      #expect(Array(exchanged.prefix(expected.count)) == expected || card == "payment")
    }
    for part in expected { #expect(exchanged.contains { $0.hasSuffix(part) }, "\(part)") }
    #expect(exchanged.count >= expected.count && (options != "--poll-only" || exchanged.isEmpty))
    #expect(lines.contains { $0.hasPrefix("<D54B01") })
  }

  @Test func recordsWhatTheReaderSaw() throws {
    let run = try Child.shell(
      """
      nfctrace play type4 --log log >name & while ! [ -s name ]; do sleep 0.05; done
      nfctrace record -o a.trace --reader $(cat name) --cards 1; code=$?; kill %1; wait; exit $code
      """, in: scratch)
    #expect(run.code == 0, "\(run.error)")
    let log = Recorded.log(try #require(scratch.read("log")))
    let trace = try Recorded("a.trace", in: scratch)
    #expect(trace.lines == log)
    #expect(trace.description.sources.count == 1)
  }

  @Test("A card that crashes libnfc is survived, and said")
  func survivesHostileCards() throws {
    let run = try Child.shell(
      "nfctrace record -o a.trace --simulate type4 --fault hostile-ats", in: scratch)
    #expect(run.code == 2)
    #expect(run.error.contains("was ended by SIGSEGV; it is started again"))
    #expect(!run.error.contains("Backtrace"))
    let trace = try Recorded("a.trace", in: scratch)
    #expect(trace.comments.count == 5)
    #expect(trace.lines.count { $0.hasPrefix("<D54B0101034420") } == 5)
  }

  @Test(
    "What goes wrong is said and in the trace", arguments: ["unplug", "unplug-after-ack", "mute"])
  func tellsTrouble(fault: String) throws {
    let run = try Child.shell(
      "nfctrace record -o a.trace --simulate ntag213 --fault \(fault):40:2", in: scratch)
    let trace = try Recorded("a.trace", in: scratch)
    if fault == "mute" {
      #expect(run.code == 0)
      #expect(run.error.contains("the card went away while it was read"))
      #expect(trace.count(of: .targetLost) == 1)
    } else {
      #expect(run.code == 2)
      #expect(run.error.contains("does not answer any more; the recording ends here"))
      #expect(trace.comments.contains { $0.contains("does not answer any more") })
    }
    #expect(trace.lines.contains(">D440013004"))
  }

  @Test("The process that drives the reader may be killed, and is started again")
  func survivesKills() throws {
    let run = try Child.shell(
      """
      nfctrace record -o a.trace --simulate ntag213 --cards 3 & sleep 1.5
      pkill -KILL -P $! -f drive-reader; sleep 1.5; kill -INT $!; wait $!
      """, in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.contains("was ended by SIGKILL; it is started again"))
    let trace = try Recorded("a.trace", in: scratch)
    #expect(trace.lines.count { $0 == ">D440013008" } == 2)
  }

  @Test("A card that cannot take what is asked for is said, and no success")
  func refusesWhatACardCannotTake() throws {
    let run = try Child.shell(
      """
      echo 00A4040000 > apdus
      nfctrace record -o a.trace --simulate ntag213 --apdu apdus; echo $?
      nfctrace record -o b.trace --simulate type4 --felica 12FC; echo $?
      """, in: scratch)
    #expect(run.lines == ["2", "2"])
    #expect(run.error.contains("the card takes no APDUs, as it does not speak ISO-DEP"))
    #expect(run.error.contains("the card is no FeliCa card"))
    for name in ["a.trace", "b.trace"] {
      let trace = try Recorded(name, in: scratch)
      #expect(trace.frames.contains { $0.event == .comment })
      #expect(!trace.lines.contains { $0.hasPrefix(">D440") })
    }
    // InListPassiveTarget (4A) of one target: FeliCa at 212 kbit/s (01) is asked for first.
    let polls = try Recorded("b.trace", in: scratch).lines.filter { $0.hasPrefix(">D44A01") }
    #expect(polls.first == ">D44A01010012FC0100")
  }

  @Test("Two cards on the reader are both met, once each")
  func meetsBoth() throws {
    for cards in ["ntag213,type4", "type4,felica-lite-s"] {
      let run = try Child.shell(
        "timeout 20 nfctrace record --force -o a.trace --simulate \(cards) --cards 2; "
          + "nfctrace analyze --detail visits a.trace | tail -n +2 | grep -c NFC-", in: scratch)
      #expect(run.lines.last == "2", "\(run.text)\(run.error)")
    }
  }

  @Test func endsInGoodOrder() throws {
    for number in [SIGINT, SIGTERM] {
      let run = try Conversation(
        ["record", "-o", "a.trace", "--force", "--print", "--simulate", "type4", "--cards", "9"],
        in: scratch)
      #expect(run.hears("visit 1"))
      run.signal(number)
      let (code, error) = run.end()
      #expect(code == 0, "\(error)")
      // The reader was let go: PowerDown is what libnfc sends last.
      #expect(try Recorded("a.trace", in: scratch).lines.contains(">D416F0"))
    }
  }

  @Test(
    "Two on one port are kept apart", arguments: ["$name", "$name:115200", "pn532_uart:$PWD/link"])
  func keepsApart(second: String) throws {
    let run = try Child.shell(
      """
      nfctrace play type4 >name & while ! [ -s name ]; do sleep 0.05; done
      name=$(cat name); ln -s ${name#*:} link
      nfctrace record -o a.trace --reader $name & sleep 1
      nfctrace record -o b.trace --reader \(second); echo "code $?"; kill -INT %2; wait %2; kill %1
      """, in: scratch)
    #expect(run.text == "code 2\n")
    #expect(run.error.contains("is in use by another nfctrace (process "))
    #expect(scratch.names.contains("a.trace") && !scratch.names.contains("b.trace"))
  }

  @Test func recordingsWithoutANameTakeTurns() throws {
    let run = try Child.shell(
      """
      for i in 1 2 3; do nfctrace record --simulate type4 --cards 1 & done; wait
      """, in: scratch)
    #expect(!run.error.contains("exists already"))
    #expect(
      Set(["session.trace", "session-2.trace", "session-3.trace"]).isSubset(of: scratch.names))
  }

  @Test("Without a reader it says what would help, in a line")
  func saysWhatWouldHelp() throws {
    for (words, expected) in [
      (["--reader", "pn532_uart:/dev/no-such-port"], "pn532_uart:/dev/no-such-port does not open"),
      (["--list"], "--simulate CARD needs none"), ([], "libnfc found no reader"),
    ] {
      // Where a reader is plugged in, there is one.
      let environment = words.first == "--reader" ? [:] : ["LIBNFC_AUTO_SCAN": "false"]
      let run = try Child.nfctrace(["record"] + words, environment: environment, in: scratch)
      #expect(run.code == 2)
      #expect(run.error.contains(expected) && run.error.split(separator: "\n").count == 1)
      #expect(scratch.names.isEmpty)
    }
    let listed = try Child.nfctrace(
      ["record", "--list"], environment: ["LIBNFC_DEVICE": "pn532_uart:/dev/ttyUSB7"], in: scratch)
    #expect(listed.text == "pn532_uart:/dev/ttyUSB7\n" && listed.code == 0)
  }

  @Test(
    "Options that say nothing are refused",
    arguments: [
      "--felica 12", "--felica 12FC:000B:3-1", "--apdu empty", "--apdu odd", "--cards 0",
      "--poll-only --read ndef", "--reader a --simulate type4", "--simulate no-such-card",
      "--cards 1 -- true", "--list --from empty",
    ])
  func refuses(options: String) throws {
    try scratch.write(Data("# nothing\n".utf8), to: "empty")
    try scratch.write(Data("00A40\n".utf8), to: "odd")
    let run = try Child.shell("nfctrace record -o a.trace \(options)", in: scratch)
    #expect(run.code == 2 && run.error.split(separator: "\n").count == 1)
    #expect(scratch.names == ["empty", "odd"])
  }
}
