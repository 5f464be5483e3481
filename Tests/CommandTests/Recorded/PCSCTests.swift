import Foundation
import Glibc
import Testing
import TraceFormat

/// Programs for PC/SC, with a card on a virtual reader: what is recorded is what the card was asked
/// and answered by its own account.
@Suite(.serialized, .enabled(if: PlaySmartCardTests.canRun, "needs pcscd, vpcd and root"))
struct PCSCTests {
  private let scratch = Scratch()

  @Test(
    "What is recorded is what the card saw",
    arguments: [
      // pyscard has no PC/SC function among its imports: it opens the library and looks them up.
      ("/usr/bin/python3 -c '\(pyscard)'", "041122334455669000\n9000\n"),
      ("opensc-tool -s FFCA000000", "04 11 22 33 44 55 66"),
      ("./client", "041122334455669000\n9000\n"),
    ])
  func isWhatTheCardSaw(line: String, prints: String) throws {
    guard try prepare(line) else { return }
    let run = try Child.shell(
      "flock -w 120 \(PlaySmartCardTests.lock) nfctrace play type4 --pcsc --log log -- "
        + "nfctrace record -o a.trace -- \(line)", in: scratch)
    #expect(run.code == 0 && run.text.contains(prints), "\(run.text)\(run.error)")
    let trace = try Recorded("a.trace", in: scratch)
    let seen = Recorded.log(try #require(scratch.read("log")))
    #expect(trace.lines { $0.link == .apdu } == seen && seen.count >= 2)
    // TS 3B, T0 80: no historical bytes; TD1 80, TD2 01: T=0 and T=1; TCK 01.
    #expect(trace.lines { $0.link == .atr }.allSatisfy { $0 == "<3B80800101" })
    #expect(trace.frames.contains { $0.link == .atr })
    #expect(trace.description.sources.first?.name == "nfctrace 00 00")
  }

  /// Makes what a line needs; false where that cannot be had, and then it says so.
  private func prepare(_ line: String) throws -> Bool {
    let program = String(line.split(separator: " ")[0])
    guard program == "./client" else {
      let isThere = try Child.shell(
        program.hasPrefix("/") ? "/usr/bin/python3 -c 'import smartcard'" : "command -v \(program)",
        in: scratch)
      if isThere.code != 0 { print("skipped: \(program) or its module is not installed") }
      return isThere.code == 0
    }
    try scratch.write(Data(Self.client.utf8), to: "client.c")
    let built = try Child.shell(
      "cc -o client client.c \"$(ldconfig -p | sed -n 's/.*libpcsclite.so.1 .*=> //p' | head -n 1)\"",
      in: scratch)
    if built.code != 0 { print("skipped: no C compiler: \(built.error)") }
    return built.code == 0
  }

  private static let pyscard = """
    from smartcard.System import readers
    card = readers()[0].createConnection()
    card.connect()
    for apdu in ("FFCA000000", "00A4040007D276000085010100"):
        data, sw1, sw2 = card.transmit(list(bytes.fromhex(apdu)))
        print(bytes(data).hex() + "%02x%02x" % (sw1, sw2))
    card.disconnect()
    """

  /// A client as C programs are, with the prototypes of pcsc-lite instead of its headers; it passes
  /// no place for the answer's protocol, as many do.
  private static let client = """
    #include <stdio.h>
    typedef unsigned long number;
    typedef struct { number protocol, length; } request;
    long SCardEstablishContext(number, const void *, const void *, number *);
    long SCardListReaders(number, const char *, char *, number *);
    long SCardConnect(number, const char *, number, number, long *, number *);
    long SCardTransmit(long, const request *, const unsigned char *, number, request *,
                       unsigned char *, number *);
    long SCardDisconnect(long, number);
    int main(void) {
      static const unsigned char uid[] = {0xFF, 0xCA, 0, 0, 0};
      static const unsigned char ndef[] = {0, 0xA4, 4, 0, 7, 0xD2, 0x76, 0, 0, 0x85, 1, 1, 0};
      char names[1024];
      number context, protocol, length = sizeof names;
      long card;
      if (SCardEstablishContext(2, 0, 0, &context) || SCardListReaders(context, 0, names, &length) ||
          SCardConnect(context, names, 2, 3, &card, &protocol))
        return 1;
      request how = {protocol, sizeof how};
      for (int i = 0; i < 2; i++) {
        unsigned char rx[264];
        length = sizeof rx;
        if (SCardTransmit(card, &how, i ? ndef : uid, i ? sizeof ndef : sizeof uid, 0, rx, &length))
          return 2;
        for (number k = 0; k < length; k++) printf("%02x", rx[k]);
        puts("");
      }
      return (int)SCardDisconnect(card, 0);
    }
    """
}
