import Bytes
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

/// What the layers found wrong, in words. The sentences are those of the reports that this project
/// shows as examples; values are in the arguments.
@Suite struct DefectRuleTests {
  @Test(
    "A defect becomes a finding at its place",
    arguments: [
      (.parity, "error parity-error 1:3 command: a parity bit is wrong"),
      (
        .bcc(found: 0, computed: 0x9F, over: 0x8804_A1B2, selectFrame: 36, agreed: true),
        """
        error bcc-mismatch 1:3 command: BCC is 00, 88 04 A1 B2 give 9F; SELECT (36) repeats it; \
        the card agrees
        """
      ),
      (
        .bcc(found: 0, computed: 0x9F, over: 0x8804_A1B2, selectFrame: 0, agreed: false),
        "error bcc-mismatch 1:3 command: BCC is 00, 88 04 A1 B2 give 9F"
      ),
      (
        .cutByCapture(original: 45, captured: 20),
        "note cut-by-capture 1:3 command: the frame had 45 bytes, the capture kept 20"
      ),
      (
        .apdu(.lc(claimed: 7, present: 3)),
        "error malformed-apdu 1:3 command: Lc says 7 bytes, 3 follow"
      ),
      (
        .apdu(.lc(claimed: 1, present: 1)),
        "error malformed-apdu 1:3 command: Lc says 1 byte, 1 follows"
      ),
      (
        .apdu(.headerTooShort(present: 2)),
        "error malformed-apdu 1:3 command: a command needs 4 bytes (CLA INS P1 P2), 2 are there"
      ),
      (
        .apdu(.lcZeroExtended),
        "error malformed-apdu 1:3 command: the extended Lc is 0, and bytes follow it"
      ),
      (
        .apdu(.answerTooShort(present: 1)),
        "error malformed-apdu 1:3 command: an answer needs SW1-SW2, 1 byte is there"
      ),
      (
        .apdu(.invalidClass(0xFF)),
        "error malformed-apdu 1:3 command: CLA FF is no class of commands to a card"
      ),
      (
        .tlv(
          .noLength(
            tag: 0x50, parent: 0x6F, parentLength: 10, parentFrame: 1, parentAt: 3, endsAt: 12)),
        """
        error malformed-tlv 1:3 command: tag 50 has no length: parent 6F (10 bytes from byte 3) \
        ends at byte 12
        """
      ),
      (
        .tlv(
          .noLength(
            tag: 0x9F38, parent: 0xBF0C, parentLength: 200, parentFrame: 9, parentAt: 3, endsAt: 12)
        ),
        """
        error malformed-tlv 1:3 command: tag 9F38 has no length: parent BF0C (200 bytes from \
        frame 9, byte 3) ends at byte 12
        """
      ),
      (
        .tlv(.tooLong(tag: 0x84, claimed: 20, present: 7, parent: 0)),
        "error malformed-tlv 1:3 command: tag 84 claims 20 bytes, the data has 7 left"
      ),
      (
        .tlv(.truncatedTag(parent: 0xA5)),
        "error malformed-tlv 1:3 command: a tag is cut off by the end of parent A5"
      ),
      (
        .tlv(.badLength(tag: 0x84, byte: 0x80)),
        "error malformed-tlv 1:3 command: tag 84 has the length byte 80, which says no length"
      ),
      (
        .tlv(.tooDeep(limit: 16)),
        """
        warning bytes-left-out 1:3 command: more than 16 templates inside each other; what is \
        deeper is not looked at
        """
      ),
      (
        .tlv(.tagTooLong(tag: 0x1F81_8283)),
        "error malformed-tlv 1:3 command: a tag of more than 4 bytes begins with 1F818283"
      ),
      (
        .blockNumber(number: 1, previousFrame: 7),
        """
        error iso-dep-block-number 1:3 command: block number 1 for the second time (first in \
        frame 7), and no repetition was asked for
        """
      ),
      (
        .acknowledgesTooEarly(number: 1),
        """
        error iso-dep-block-number 1:3 command: R(ACK) 1 carries the number of the block just \
        received: it asks to send that block again
        """
      ),
      (
        .answerNumber(number: 1, expected: 0),
        """
        error iso-dep-block-number 1:3 command: the answer is block 1, the reader's block before \
        it was 0
        """
      ),
      (
        .repeatedBlock(number: 1, firstFrame: 7),
        "warning iso-dep-repeated-block 1:3 command: block 1 once more, as in frame 7; counted once"
      ),
      (
        .brokenChain(bytes: 42, by: .fieldOff),
        """
        warning iso-dep-broken-chain 1:3 command: the chain stands at 42 bytes and its last block \
        says more; then the field went off
        """
      ),
      (
        .frameSize(limit: 64, actual: 70, isFSD: false),
        "warning capability-exceeded 1:3 command: a frame of 70 bytes, the card takes 64 (FSC)"
      ),
      (
        .frameSize(limit: 256, actual: 300, isFSD: true),
        "warning capability-exceeded 1:3 command: a frame of 300 bytes, the reader takes 256 (FSD)"
      ),
      (
        .waitingTime(asked: 60, granted: 60),
        """
        warning iso-dep-waiting-time 1:3 command: WTXM 60 is reserved, a card may ask for 1 to 59
        """
      ),
      (
        .waitingTime(asked: 1, granted: 2),
        """
        warning iso-dep-waiting-time 1:3 command: the card asked for WTXM 1, the reader answered 2
        """
      ),
      (
        .reservedBlock(pcb: 0xC1),
        "error iso-dep-reserved-block 1:3 command: PCB C1 is reserved"
      ),
      (
        .tooLong(limit: 65_536),
        """
        warning bytes-left-out 1:3 command: more than 65536 bytes in one command or answer; the \
        rest is left out
        """
      ),
      (
        .timeRunsBackwards(by: 3_249_999),
        "note time-contradiction 1 command: 3.2 ms before the frame before it"
      ),
      (
        .command(needs: 16, present: 12),
        "error malformed-command 1:3 command: COMMAND: the command needs 16 bytes, 12 are there"
      ),
    ] as [(Defect.Kind, String)]
  )
  func saysWhatIsWrong(defect: Defect.Kind, expected: String) throws {
    var builder = StoryBuilder()
    try builder.exchange("00A40000023F00", "9000", defects: [defect], at: 3..<5)
    #expect(lines(builder.end()) == [expected])
  }

  @Test(
    "A bad record says what its header claims",
    arguments: [
      (
        .length(claimed: 200, present: 6),
        "error bad-pseudo-header 1:2 row: the length says 200 bytes, 6 follow; kept as bytes"
      ),
      (
        .version(1),
        "error bad-pseudo-header 1:2 row: version 1, only 0 is known; kept as bytes"
      ),
      (
        .event(0x42),
        "error bad-pseudo-header 1:2 row: event 42 is not one of FA to FF; kept as bytes"
      ),
      (
        .tooShort(captured: 2),
        "error bad-pseudo-header 1:2 row: the header needs 4 bytes, 2 were captured"
      ),
    ] as [(Defect.PseudoHeaderFault, String)]
  )
  func badRecords(fault: Defect.PseudoHeaderFault, expected: String) {
    var builder = StoryBuilder()
    builder.step(.records(count: 1), defects: [.pseudoHeader(fault)], at: 2..<4)
    #expect(lines(builder.end()) == [expected])
  }

  @Test func anATSThatIsTooShortHasARightCRCUnlessItHasNot() throws {
    var builder = StoryBuilder()
    let activation = ProtocolActivation(
      request: try builder.store("E080"), answer: try builder.store("1F78807002"), fsd: 256, cid: 0,
      attempts: 1, parameters: nil)
    builder.step(
      .protocolActivation(activation), frames: 2, answered: true,
      defects: [.atsLength(claimed: 31, present: 5)], direction: .fromCard)
    builder.step(
      .protocolActivation(activation), frames: 2, answered: true,
      defects: [
        .atsLength(claimed: 31, present: 5),
        .crc(found: 0, computed: 0x4DBE, answered: false, hiddenHalt: 0),
      ], direction: .fromCard)
    builder.step(
      .protocolActivation(activation), frames: 2, answered: true,
      defects: [.atsField(missing: true, name: .tb1), .atsField(missing: false, name: .fwi)],
      direction: .fromCard)
    #expect(
      lines(builder.end()) == [
        "error malformed-ats 2:0 answer: TL says 31 bytes, 5 are there; the CRC is right",
        "error malformed-ats 4:0 answer: TL says 31 bytes, 5 are there",
        "error crc-mismatch 4:0 answer: CRC_A is 0000, computed 4DBE",
        "error malformed-ats 6:0 answer: T0 announces TB(1), but TL ends the ATS before it",
        "error malformed-ats 6:0 answer: FWI in TB(1) has a reserved value",
      ])
  }

  @Test func aRATSForHalfAUIDNamesTheSAK() throws {
    var builder = StoryBuilder()
    let activation = ProtocolActivation(
      request: try builder.store("E080"), answer: try builder.store("0578807002"), fsd: 256, cid: 0,
      attempts: 1, parameters: nil)
    builder.step(
      .protocolActivation(activation), frames: 2, answered: true,
      defects: [.uidIncomplete(sak: 4, sakFrame: 37, level: 2)])
    #expect(
      lines(builder.end()) == [
        """
        warning uid-incomplete 1 command: RATS although SAK 04 (frame 37) asks for cascade level 2
        """
      ])
  }
}
