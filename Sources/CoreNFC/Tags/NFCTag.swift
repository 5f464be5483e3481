public import Foundation

/// A tag as a tag session finds it: by what it speaks.
@preconcurrency public enum NFCTag {
  /// FeliCa.
  case feliCa(any NFCFeliCaTag)
  /// ISO/IEC 7816-4 over ISO/IEC 14443, with an application that Info.plist lists.
  case iso7816(any NFCISO7816Tag)
  /// ISO/IEC 15693.
  case iso15693(any NFCISO15693Tag)
  /// MIFARE: Ultralights and NTAGs, Plus, DESFire.
  case miFare(any NFCMiFareTag)

  /// Whether the tag is there and not passed over for another one.
  public var isAvailable: Bool {
    switch self {
    case .feliCa(let tag): tag.isAvailable
    case .iso7816(let tag): tag.isAvailable
    case .iso15693(let tag): tag.isAvailable
    case .miFare(let tag): tag.isAvailable
    }
  }

  /// The tag on the phone that this is; nil for a tag that an app has made itself.
  var handle: TagHandle? {
    let tag: any __NFCTag =
      switch self {
      case .feliCa(let tag): tag
      case .iso7816(let tag): tag
      case .iso15693(let tag): tag
      case .miFare(let tag): tag
      }
    return (tag as? any PlayedTag)?.handle
  }
}

/// What a tag speaks.
public enum __NFCTagType: UInt, Sendable {
  /// ISO/IEC 15693.
  case ISO15693 = 1
  /// FeliCa.
  case feliCa = 2
  /// ISO/IEC 7816-4.
  case iso7816Compatible = 3
  /// MIFARE.
  case miFare = 4
}

/// What every tag of a tag session has.
@preconcurrency public protocol __NFCTag: NSCopying, NSSecureCoding, NSObjectProtocol {
  /// What it speaks.
  var type: __NFCTagType { get }
  /// The session that found it.
  var session: (any NFCReaderSessionProtocol)? { get }
  /// Whether it is there and not passed over for another one.
  var isAvailable: Bool { get }
  /// The tag as one of ISO/IEC 15693, if it is one.
  func asNFCISO15693Tag() -> (any NFCISO15693Tag)?
  /// The tag as one of ISO/IEC 7816-4, if it is one.
  func asNFCISO7816Tag() -> (any NFCISO7816Tag)?
  /// The tag as a FeliCa card, if it is one.
  func asNFCFeliCaTag() -> (any NFCFeliCaTag)?
  /// The tag as a MIFARE card, if it is one.
  func asNFCMiFareTag() -> (any NFCMiFareTag)?
}

/// An app's own tag needs none of these to be asked for its NDEF message.
extension __NFCTag {
  /// The tag as one of ISO/IEC 15693, if it is one.
  public func asNFCISO15693Tag() -> (any NFCISO15693Tag)? { self as? any NFCISO15693Tag }
  /// The tag as one of ISO/IEC 7816-4, if it is one.
  public func asNFCISO7816Tag() -> (any NFCISO7816Tag)? { self as? any NFCISO7816Tag }
  /// The tag as a FeliCa card, if it is one.
  public func asNFCFeliCaTag() -> (any NFCFeliCaTag)? { self as? any NFCFeliCaTag }
  /// The tag as a MIFARE card, if it is one.
  public func asNFCMiFareTag() -> (any NFCMiFareTag)? { self as? any NFCMiFareTag }
}
