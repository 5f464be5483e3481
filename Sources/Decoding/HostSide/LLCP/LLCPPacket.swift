package import Bytes

/// The header of a PDU of LLCP (NFC Forum, Logical Link Control Protocol): where it goes, what it is,
/// where it comes from, and with I, RR and RNR its sequence numbers.
///
///     DSAP (6 bits) | PTYPE (4) | SSAP (6) | N(S), N(R) | information
package struct LLCPPacket: Equatable, Sendable {
  package var destination: UInt8
  package var source: UInt8
  package var kind: Kind
  /// Where the information begins.
  package var start: Int

  /// PTYPE.
  package enum Kind: UInt8, Equatable, Sendable {
    case symmetry = 0
    case parameters = 1
    case aggregated = 2
    case unnumbered = 3
    case connect = 4
    case disconnect = 5
    case connectionComplete = 6
    case disconnected = 7
    case reject = 8
    case lookup = 9
    case protected = 10
    case information = 12
    case receiveReady = 13
    case receiveNotReady = 14
    case reserved = 15
  }

  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 2 else { return nil }
    destination = bytes[0] >> 2
    source = bytes[1] & 0x3F
    kind = Kind(rawValue: (bytes[0] & 3) << 2 | bytes[1] >> 6) ?? .reserved
    switch kind {
    case .information, .receiveReady, .receiveNotReady: start = min(3, bytes.count)
    default: start = 2
    }
  }

  /// Where in a PDU the name stands that a CONNECT asks for.
  package func service(in pdu: Span<UInt8>) -> Range<Int>? {
    guard kind == .connect, start <= pdu.count else { return nil }
    return Self.service(in: pdu.extracting(start..<pdu.count)).map {
      $0.lowerBound + start..<$0.upperBound + start
    }
  }

  /// The name that a CONNECT asks for, in its parameter SN (06).
  static func service(in parameters: Span<UInt8>) -> Range<Int>? {
    var cursor = ByteCursor(parameters)
    while cursor.remaining >= 2 {
      guard let type = try? cursor.readByte(), let length = try? cursor.readByte() else {
        return nil
      }
      let start = cursor.offset
      guard (try? cursor.skip(Int(length))) != nil else { return nil }
      if type == 0x06 { return start..<start + Int(length) }
    }
    return nil
  }
}

/// One PDU of LLCP, or the ATR_REQ that a peer begins with, and what it carries.
package struct PeerStep: Equatable, Sendable {
  package var packet: LLCPPacket?
  /// Whether it goes to the target (or the chip that plays one), or comes from it.
  package var isToTarget: Bool
  /// The whole PDU.
  package var bytes: Extent
  package var message: SNEPPart?
  /// For ATR_REQ, what the chip that plays the target says of how it was activated.
  package var activation: PeerActivation?
  /// How many equal ones in a row, for SYMM.
  package var count: Int = 1
}

/// How a chip was activated as a target of NFC-DEP.
package struct PeerActivation: Equatable, Sendable {
  /// In kbit/s.
  package var rate: Int
  /// Whether both sides make a field of their own by turns.
  package var isActive: Bool

  package init(rate: Int, isActive: Bool) {
    self.rate = rate
    self.isActive = isActive
  }
}

/// What an I PDU carries of an exchange of SNEP (NFC Forum, Simple NDEF Exchange Protocol).
///
///     version | request or response | length (4) | information
package struct SNEPPart: Equatable, Sendable {
  /// The request's or the response's code.
  package var code: UInt8
  /// The length of its information, and how much of that is there.
  package var length: Int
  package var present: Int
  /// The information, once it is whole: with PUT and SUCCESS an NDEF message.
  package var information: Extent = .none
  /// Where it begins in its PDU, if one PDU holds all of it.
  package var start: Int?

  package var isWhole: Bool { present >= length }

  /// Whether its information is an NDEF message: PUT, and SUCCESS that brings something.
  package var hasMessage: Bool {
    (code == 0x02 || code == 0x81) && isWhole && !information.isEmpty
  }
}
