public import Foundation

/// A command of ISO/IEC 7816-4.
@preconcurrency open class NFCISO7816APDU: NSObject, NSCopying {
  /// CLA.
  public private(set) var instructionClass: UInt8
  /// INS.
  public private(set) var instructionCode: UInt8
  /// P1.
  public private(set) var p1Parameter: UInt8
  /// P2.
  public private(set) var p2Parameter: UInt8
  /// The data field; nil without one.
  public private(set) var data: Data?
  /// Le: 1 to 65536, or -1 for none.
  public private(set) var expectedResponseLength: Int

  /// Makes a command of its parts.
  public init(
    instructionClass: UInt8, instructionCode: UInt8, p1Parameter: UInt8, p2Parameter: UInt8,
    data: Data, expectedResponseLength: Int
  ) {
    self.instructionClass = instructionClass
    self.instructionCode = instructionCode
    self.p1Parameter = p1Parameter
    self.p2Parameter = p2Parameter
    self.data = data.isEmpty ? nil : data
    self.expectedResponseLength = expectedResponseLength
  }

  /// Reads a command, short or extended; nil for what is none.
  public init?(data: Data) {
    let bytes = Array(data)
    guard let parts = APDUParts(bytes) else { return nil }
    instructionClass = bytes[0]
    instructionCode = bytes[1]
    p1Parameter = bytes[2]
    p2Parameter = bytes[3]
    self.data = parts.data.isEmpty ? nil : Data(bytes[parts.data])
    expectedResponseLength = parts.expected ?? -1
  }

  /// It never changes, so that it is its own copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The command as it is sent; nil where a length is out of its range.
  var bytes: [UInt8]? {
    let field = Array(data ?? Data())
    let expected = expectedResponseLength
    guard expected == -1 || (1...65_536).contains(expected), field.count <= 65_535 else {
      return nil
    }
    let head = [instructionClass, instructionCode, p1Parameter, p2Parameter]
    guard field.count > 255 || expected > 256 else {
      let length = field.isEmpty ? [] : [UInt8(field.count)]
      return head + length + field + (expected == -1 ? [] : [UInt8(expected & 0xFF)])
    }
    let high = { (value: Int) in [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
    let length = field.isEmpty ? [] : [0x00] + high(field.count)
    let answer = expected == -1 ? [] : (field.isEmpty ? [0x00] : []) + high(expected)
    return head + length + field + answer
  }
}

/// Where the data field of a command lies, and how much it asks for (ISO/IEC 7816-3, 12.1.3).
struct APDUParts: Equatable {
  var data: Range<Int>
  var expected: Int?

  /// Takes a command apart; nil where its lengths do not fit.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, bytes[0] != 0xFF else { return nil }
    data = 4..<4
    guard bytes.count > 4 else { return }
    let first = Int(bytes[4])
    if bytes.count == 5 {
      expected = first == 0 ? 256 : first
    } else if first != 0 {
      let end = 5 + first
      guard bytes.count == end || bytes.count == end + 1 else { return nil }
      data = 5..<end
      if bytes.count > end { expected = bytes[end] == 0 ? 256 : Int(bytes[end]) }
    } else {
      guard bytes.count >= 7 else { return nil }
      let second = Int(bytes[5]) << 8 | Int(bytes[6])
      if bytes.count == 7 {
        expected = second == 0 ? 65_536 : second
        return
      }
      let end = 7 + second
      guard second > 0, bytes.count == end || bytes.count == end + 2 else { return nil }
      data = 7..<end
      if bytes.count > end {
        let asked = Int(bytes[end]) << 8 | Int(bytes[end + 1])
        expected = asked == 0 ? 65_536 : asked
      }
    }
  }
}

/// The answer of ISO/IEC 7816-4.
public struct NFCISO7816ResponseAPDU: Sendable {
  /// SW1.
  public var statusWord1: UInt8
  /// SW2.
  public var statusWord2: UInt8
  /// The data; nil where none came.
  public var payload: Data?

  /// Makes an answer of its parts.
  public init(statusWord1: UInt8, statusWord2: UInt8, payload: Data?) {
    self.statusWord1 = statusWord1
    self.statusWord2 = statusWord2
    self.payload = payload
  }

  /// The same, with the label that was misspelled.
  @available(*, deprecated, renamed: "init(statusWord1:statusWord2:payload:)")
  public init(statusWord1: UInt8, statusWord2: UInt8, paylaod: Data?) {
    self.init(statusWord1: statusWord1, statusWord2: statusWord2, payload: paylaod)
  }

  /// What a completion handler brings.
  init(_ data: Data, _ first: UInt8, _ second: UInt8) {
    self.init(statusWord1: first, statusWord2: second, payload: data.isEmpty ? nil : data)
  }
}
