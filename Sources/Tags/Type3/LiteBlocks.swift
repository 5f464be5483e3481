/// The blocks of FeliCa Lite and Lite-S, by their numbers (Sony, FeliCa Lite-S User's Manual).
package enum LiteBlocks {
  /// All of them, in order: S_PAD0 to S_PAD13 and REG, RC to MC, WCNT, MAC_A and STATE, CRC_CHECK.
  package static let all: [UInt16] =
    Array(0x00...0x0E) + Array(0x80...0x88) + [wcnt, macA, state, 0xA0]

  package static let challenge: UInt16 = 0x80
  package static let mac: UInt16 = 0x81
  package static let identification: UInt16 = 0x82
  package static let cardKey: UInt16 = 0x87
  package static let configuration: UInt16 = 0x88
  package static let wcnt: UInt16 = 0x90
  package static let macA: UInt16 = 0x91
  package static let state: UInt16 = 0x92

  /// Whether a block is computed over the blocks that are read or written with it.
  package static func isMAC(_ block: UInt16) -> Bool { block == mac || block == macA }

  /// Whether a block never shows what was written to it: it is no memory.
  package static func isHidden(_ block: UInt16) -> Bool {
    block == challenge || block == cardKey || isMAC(block)
  }
}
