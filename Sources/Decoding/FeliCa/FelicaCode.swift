/// The codes of FeliCa's commands (JIS X 6319-4; FeliCa Card User's Manual). An answer's code is one
/// more than its command's; Echo alone is answered by itself.
package enum FelicaCode {
  package static let polling: UInt8 = 0x00
  package static let requestService: UInt8 = 0x02
  package static let requestResponse: UInt8 = 0x04
  package static let read: UInt8 = 0x06
  package static let write: UInt8 = 0x08
  package static let searchServiceCode: UInt8 = 0x0A
  package static let requestSystemCode: UInt8 = 0x0C
  package static let requestBlockInformation: UInt8 = 0x0E
  package static let authentication1: UInt8 = 0x10
  package static let authentication2: UInt8 = 0x12
  package static let secureRead: UInt8 = 0x14
  package static let secureWrite: UInt8 = 0x16
  package static let requestCodeList: UInt8 = 0x1A
  package static let requestBlockInformationEx: UInt8 = 0x1E
  package static let getNodeProperty: UInt8 = 0x28
  package static let requestServiceV2: UInt8 = 0x32
  package static let requestSpecificationVersion: UInt8 = 0x3C
  package static let resetMode: UInt8 = 0x3E
  package static let authentication1V2: UInt8 = 0x40
  package static let authentication2V2: UInt8 = 0x42
  package static let secureReadV2: UInt8 = 0x44
  package static let secureWriteV2: UInt8 = 0x46
  package static let echo: UInt8 = 0xF0
  /// ISO/IEC 18092's requests and responses, in the same frames.
  package static let depRequest: UInt8 = 0xD4
  package static let depResponse: UInt8 = 0xD5

  /// Whether the IDm stands behind a command's code.
  package static func namesCard(_ command: UInt8) -> Bool {
    switch command {
    case requestService...requestSystemCode, requestBlockInformation, authentication1,
      authentication2, 0x1A...0x28, requestServiceV2, 0x34, 0x38...resetMode, authentication1V2,
      authentication2V2:
      command & 1 == 0
    default: false
    }
  }

  /// Whether the IDm stands behind the code of a command's answer. What comes after mutual
  /// authentication is enciphered from the code on.
  package static func answersWithCard(_ command: UInt8) -> Bool {
    namesCard(command) && command != authentication2 && command != authentication2V2
      && command != 0x34
  }

  /// The code that answers a command.
  package static func answer(to command: UInt8) -> UInt8 {
    command == echo ? echo : command | 1
  }

  /// Whether status flags 1 and 2 stand behind the IDm of a command's answer.
  package static func answersWithStatus(_ command: UInt8) -> Bool {
    switch command {
    case read, write, requestCodeList, requestBlockInformationEx, 0x20, 0x24, getNodeProperty,
      requestServiceV2, 0x38...resetMode:
      true
    default: false
    }
  }
}
