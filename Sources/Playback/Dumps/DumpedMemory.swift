/// A Type 2 tag that was read out and is none of the NTAGs that are modelled: its pages, read and
/// written within their static lock bits.
struct DumpedMemory: TagMemory {
  private var pages: [UInt8]
  private let version: [UInt8]
  private let signature: [UInt8]

  init(_ memory: [UInt8], version: [UInt8], signature: [UInt8]) {
    pages = Array(memory.prefix(1024))
    while !pages.count.isMultiple(of: 4) || pages.count < 16 { pages.append(0) }
    self.version = version
    self.signature = signature
  }

  var memory: [UInt8]? { pages }

  mutating func losePower() {}

  mutating func answer(_ command: [UInt8]) -> TagAnswer {
    switch (command.first, command.count) {
    case (0x30, 2): return read(Int(command[1]))
    case (0x3A, 3) where !version.isEmpty: return fastRead(Int(command[1]), Int(command[2]))
    case (0xA2, 6): return write(Int(command[1]), command[2...])
    case (0x60, 1) where !version.isEmpty: return .bytes(version)
    case (0x3C, 2) where !signature.isEmpty: return .bytes(signature)
    default: return .refusal(0)
    }
  }

  /// Four pages; behind the last one the first comes again.
  private func read(_ page: Int) -> TagAnswer {
    guard 4 * page < pages.count else { return .refusal(0) }
    return .bytes((0..<16).map { pages[(4 * page + $0) % pages.count] })
  }

  private func fastRead(_ first: Int, _ last: Int) -> TagAnswer {
    guard first <= last, 4 * last < pages.count else { return .refusal(0) }
    return .bytes(Array(pages[4 * first..<4 * last + 4]))
  }

  private mutating func write(_ page: Int, _ bytes: ArraySlice<UInt8>) -> TagAnswer {
    guard page >= 2, 4 * page < pages.count, !isLocked(page) else { return .refusal(0) }
    for (offset, byte) in bytes.enumerated() {
      let place = 4 * page + offset
      // Lock bits and one-time bits are only ever set; the serial number's half stays.
      if page == 2 && offset < 2 { continue }
      pages[place] = page < 4 ? pages[place] | byte : byte
    }
    return .acknowledge
  }

  /// Lock bytes 0 and 1 close pages 3 to 15 one by one.
  private func isLocked(_ page: Int) -> Bool {
    switch page {
    case 3..<8: pages[10] >> UInt8(page) & 1 == 1
    case 8..<16: pages[11] >> UInt8(page - 8) & 1 == 1
    default: false
    }
  }
}

/// A MIFARE Classic as far as it goes without its cipher: it is there, and no more. Commands that
/// need authentication are refused (4h: not allowed), and authentication gets no answer.
struct ClassicMemory: TagMemory {
  mutating func losePower() {}

  mutating func answer(_ command: [UInt8]) -> TagAnswer {
    switch command.first {
    case 0x30, 0xA0, 0xC0, 0xC1, 0xC2, 0xB0: .refusal(0x04)
    default: .silence
    }
  }
}
