/// What the bytes of a frame are.
@usableFromInline package enum Link: UInt8, Equatable, Sendable, CaseIterable {
  /// A frame of ISO/IEC 14443-3 whose source does not say whether Type A or Type B (pcap link
  /// type 264). The decoder tells; FeliCa frames are met here too.
  case iso14443 = 1
  /// ISO/IEC 14443-3 Type A.
  case nfcA = 2
  /// ISO/IEC 14443-3 Type B.
  case nfcB = 3
  /// JIS X 6319-4 (FeliCa): LEN, data, CRC_F; without preamble and sync.
  case nfcF = 4
  /// ISO/IEC 15693.
  case nfcV = 5
  /// A command or response APDU, without blocks around it.
  case apdu = 6
  /// A PN532 or PN533 frame.
  case pn532 = 7
  /// A CCID message.
  case ccid = 8
  /// A USB request with the header of its capture (pcap link types 189, 220, 249).
  case usb = 9
  /// An NCI packet.
  case nci = 10
  /// An LLCP PDU behind its two-byte header (pcap link type 245).
  case llcp = 11
  /// A GSMTAP message in UDP, with every header of its capture.
  case gsmtap = 12
  /// The ATR that a PC/SC reader made of a card: a visit begins.
  case atr = 13
  /// A record of a link type that is known by its number alone (the source's `linkType`).
  case other = 255
}

/// Which way a frame went.
@usableFromInline package enum Direction: UInt8, Equatable, Sendable {
  /// Events have none.
  case none = 0
  case toCard = 1
  case fromCard = 2
  /// The source does not tell.
  case unknown = 3
}

/// What happened, where it is not a frame.
@usableFromInline package enum FrameEvent: UInt8, Equatable, Sendable {
  /// No event: bytes on the link.
  case none = 0
  case fieldOn = 1
  case fieldOff = 2
  case readerOpened = 3
  case targetLost = 4
  /// The recorder lost frames; `bytes` is their number, 8 bytes, most significant first.
  case framesDropped = 5
  /// `bytes` is UTF-8 text.
  case comment = 6
}

/// What is known of a frame besides its bytes.
@usableFromInline package struct FrameFlags: OptionSet, Equatable, Sendable {
  @usableFromInline package let rawValue: UInt16
  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Whether the frame ends without the CRC it had on air: taken off, or cut by the capture.
  ///
  /// Read on every frame: a set literal would be built through the generic protocol each time.
  @inlinable package var lacksCRC: Bool { rawValue & 5 != 0 }

  /// The same for `badRecord`.
  @inlinable package var isBadRecord: Bool { rawValue & 8 != 0 }

  /// Hardware took the CRC off: the bytes end before it, and there is nothing to check.
  @inlinable package static var crcStripped: Self { Self(rawValue: 1) }
  /// The source saw at least one wrong parity bit.
  @inlinable package static var parityBad: Self { Self(rawValue: 2) }
  /// The capture kept fewer bytes than the frame had (`originalLength` says how many it had).
  @inlinable package static var cut: Self { Self(rawValue: 4) }
  /// The record is no valid one of its link: `bytes` is the whole record, header included.
  @inlinable package static var badRecord: Self { Self(rawValue: 8) }
  /// `time` is the end of the frame, because its source stamps ends.
  @inlinable package static var stampedAtEnd: Self { Self(rawValue: 16) }
  /// The source says that the bytes are ciphertext.
  @inlinable package static var encrypted: Self { Self(rawValue: 32) }
  /// A format-specific oddity: the source's own record is kept in `extra` and is needed to write
  /// the source file again byte for byte.
  @inlinable package static var oddRecord: Self { Self(rawValue: 64) }
}
