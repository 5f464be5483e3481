package import TraceFormat

/// Something that a layer found wrong with the bytes it was given.
///
/// A defect is data: it says what was needed, what was there, and where. Whether and in what words
/// it is reported is a rule's business.
package struct Defect: Equatable, Sendable {
  package var kind: Kind
  package var place: Place
  /// The visit it happened in, 0 for none.
  package var visit: Int
  package var direction: Direction

  package init(_ kind: Kind, at place: Place, visit: Int, direction: Direction) {
    self.kind = kind
    self.place = place
    self.visit = visit
    self.direction = direction
  }

  /// What is wrong.
  package enum Kind: Equatable, Sendable {
    /// `place` is the CRC's first byte; both values as they are sent, first byte high (57 CD is
    /// 57CD). `hiddenHalt`: without its first bytes (that many) the frame
    /// is a right HLTA.
    case crc(found: UInt16, computed: UInt16, answered: Bool, hiddenHalt: Int)
    /// `over`: the four bytes it checks. `selectFrame`: the SELECT that repeated it, 0 for none;
    /// `agreed`: the card answered that SELECT.
    case bcc(found: UInt8, computed: UInt8, over: UInt32, selectFrame: Int, agreed: Bool)
    case parity
    /// A frame too short for what it must be: `needs` bytes (a block: PCB, CID and CRC).
    case truncatedFrame(needs: Int, captured: Int, block: BlockName)
    /// The capture kept only the first bytes.
    case cutByCapture(original: Int, captured: Int)
    case pseudoHeader(PseudoHeaderFault)
    case atsLength(claimed: Int, present: Int)
    /// A byte that T0 announces is missing, or is reserved.
    case atsField(missing: Bool, name: ATSField)
    case apdu(APDUFault)
    case tlv(TLVFault)
    /// A command's answer or parameters do not fit (Type 2, FeliCa …): bytes needed and there.
    case command(needs: Int, present: Int)
    /// FeliCa's LEN counts other than what is there, or is not there at all. The place is the byte
    /// that stands where LEN must.
    case felicaLength(claimed: Int, present: Int, isMissing: Bool)
    /// RATS or a command although the SAK asks for another cascade level.
    case uidIncomplete(sak: UInt8, sakFrame: Int, level: Int)
    /// The same block number twice in a row and no retransmission asked for.
    case blockNumber(number: UInt8, previousFrame: Int)
    /// An answer's first block carries another number than the reader's last one.
    case answerNumber(number: UInt8, expected: UInt8)
    /// The same block again, because R(ACK) carried the number of the block just received.
    case repeatedBlock(number: UInt8, firstFrame: Int)
    /// R(ACK) with the number of the block just received: it asks to send that block again.
    case acknowledgesTooEarly(number: UInt8)
    /// An I-block chain that was never completed: bytes so far, and what ended it.
    /// Nil: the reader went on to something else.
    case brokenChain(bytes: Int, by: VisitEnd.Reason?)
    /// A block or chain above what the other side takes.
    case frameSize(limit: Int, actual: Int, isFSD: Bool)
    /// WTXM 0 or above 59, or an answer with another value.
    case waitingTime(asked: UInt8, granted: UInt8)
    /// A PCB that the standard reserves.
    case reservedBlock(pcb: UInt8)
    /// A run of bytes was left out because it is larger than what the decoder keeps (64 KiB).
    case tooLong(limit: Int)
    /// The frame's time is before the one of the frame before it.
    case timeRunsBackwards(by: Int64)
    /// A frame between a host and its reader that is none, or is damaged.
    case hostFrame(HostFrameFault)
    /// The reader's chip says that an exchange went wrong. The place is the status; `command` is the
    /// command's code, 0 where it was not captured.
    case chipStatus(status: UInt8, command: UInt8)
  }

  /// What is wrong with a frame between a host and its reader.
  package enum HostFrameFault: Equatable, Sendable {
    /// No start code: what came is no frame.
    case noStart
    /// LEN and LCS, or the data and DCS, do not add up to 0.
    case lengthCheck(found: UInt8, computed: UInt8)
    case dataCheck(found: UInt8, computed: UInt8)
    /// A packet that neither D4 nor D5 opens, or that ends behind it.
    case noCommand
    /// The chip's error frame: it did not understand its command.
    case refused
    /// A packet whose own length field claims other than what follows.
    case length(claimed: Int, present: Int)
  }

  /// Which block a short frame must have been.
  package enum BlockName: Equatable, Sendable {
    case information, acknowledge, negativeAcknowledge, supervisory, none
  }

  /// What is wrong with a capture's own header in front of the frame.
  package enum PseudoHeaderFault: Equatable, Sendable {
    case tooShort(captured: Int)
    case version(UInt8)
    case event(UInt8)
    case length(claimed: Int, present: Int)
  }

  /// A field of the ATS.
  package enum ATSField: Equatable, Sendable { case t0, ta1, tb1, tc1, fsci, fwi, sfgi }

  /// What is wrong with an APDU.
  package enum APDUFault: Equatable, Sendable {
    /// Fewer than four bytes of header.
    case headerTooShort(present: Int)
    /// Lc says more or fewer bytes than follow.
    case lc(claimed: Int, present: Int)
    case lcZeroExtended
    /// An answer without SW1-SW2.
    case answerTooShort(present: Int)
    /// CLA FFh.
    case invalidClass(UInt8)
  }

  /// What is wrong with a BER-TLV. A parent of 0 is the answer's data itself.
  package enum TLVFault: Equatable, Sendable {
    /// The parent ends right behind the tag. `parentAt` is the first byte of the parent's value in
    /// frame `parentFrame`; `endsAt` is the value's last byte in the frame of the defect's place,
    /// which is the tag.
    case noLength(
      tag: UInt32, parent: UInt32, parentLength: Int, parentFrame: Int, parentAt: Int, endsAt: Int)
    /// The tag claims more bytes than its parent has left. The place is the length field.
    case tooLong(tag: UInt32, claimed: Int, present: Int, parent: UInt32)
    /// A tag of several bytes ends with its parent. The place is what there is of it.
    case truncatedTag(parent: UInt32)
    /// A tag of more than four bytes. The place is its first four.
    case tagTooLong(tag: UInt32)
    /// A length that is indefinite, reserved or wider than four bytes, or whose bytes are not all
    /// there. The place is the length field.
    case badLength(tag: UInt32, byte: UInt8)
    /// More templates inside each other than are followed. The place is the tag.
    case tooDeep(limit: Int)
  }
}
