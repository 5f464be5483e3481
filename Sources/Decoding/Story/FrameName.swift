/// What a single frame is, as a list of frames names it.
package enum FrameName: UInt8, Equatable, Sendable {
  case event, record, raw, unknown
  case reqa, wupa, atqa, anticollision, uidPart, select, sak, hlta, ecp
  case rats, ats, pps, ppsAnswer
  case reqb, wupb, atqb, attrib, attribAnswer, hltb, hltbAnswer, slotMarker, otherPoll
  case iBlock, iBlockChained, rAck, rNak, sDeselect, sWTX, sParameters, reservedBlock
  case apduCommand, apduAnswer
  case type2Command, type2Answer, ack, nak
  case felicaCommand, felicaAnswer
  case iso15693Command, iso15693Answer
  case classicCommand, classicAnswer, ciphertext
  case empty, cut, sof, endOfFrame
  // What passes between a host and its reader.
  case chipCommand, chipAnswer, chipACK, chipNACK, chipError
  case ccidCommand, ccidAnswer, usbTransfer, directCommand, directAnswer, atr
  case nciCommand, nciAnswer, nciNotification, nciData
  case llcp, gsmtap
}

extension FrameName {
  /// Whether it passed between a host and its reader.
  package var isHostSide: Bool { rawValue >= Self.chipCommand.rawValue }
}
