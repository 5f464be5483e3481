extension FindingID {
  /// Its manual page: what it means, why it happens, what is not reported. The first sentence says
  /// what was found; paragraphs are separated by an empty line and not broken otherwise.
  package var manual: String {
    switch self {
    case .crcMismatch: CRCMismatch.manual
    case .bccMismatch: BCCMismatch.manual
    case .parityError: ParityError.manual
    case .truncatedFrame: TruncatedFrame.manual
    case .badPseudoHeader: BadPseudoHeader.manual
    case .malformedATS: MalformedATS.manual
    case .malformedAPDU: MalformedAPDU.manual
    case .malformedTLV: MalformedTLV.manual
    case .malformedCommand: MalformedCommand.manual
    case .isoDepReservedBlock: ReservedBlock.manual
    case .malformedHostFrame: MalformedHostFrame.manual
    case .traceDamaged: TraceDamaged.manual
    case .uidIncomplete: UIDIncomplete.manual
    case .uidReversed: UIDReversed.manual
    case .isoDepBlockNumber: BlockNumber.manual
    case .isoDepRepeatedBlock: BlockNumber.repeatedManual
    case .isoDepBrokenChain: BrokenChain.manual
    case .isoDepWaitingTime: WaitingTime.manual
    case .slowAnswer: SlowAnswer.manual
    case .unansweredCommand: UnansweredCommand.manual
    case .statusIgnored: StatusIgnored.manual
    case .visitFailed: VisitFailed.manual
    case .capabilityExceeded: FrameSize.manual
    case .commandUnsupported: CommandUnsupported.manual
    case .fileNotFound: NotFound.fileManual
    case .applicationNotFound: NotFound.applicationManual
    case .retryCounter: RetryCounter.manual
    case .referenceBlocked: RetryCounter.blockedManual
    case .timeContradiction: TimeContradiction.manual
    case .cutByCapture: CutByCapture.manual
    case .bytesLeftOut: BytesLeftOut.manual
    case .readerStatus: ReaderStatus.manual
    case .memoryUnread: MemoryUnread.manual
    case .paymentSelected: PaymentSelected.manual
    case .paymentOffered: PaymentOffered.manual
    case .personalData: PersonalData.manual
    case .memoryBlockSize: BlockSize.manual
    case .aidUnassigned: ApplicationIdentifierForm.unassignedManual
    case .aidProprietary: ApplicationIdentifierForm.proprietaryManual
    }
  }
}
