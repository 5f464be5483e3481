/// An NTAG213, 215 or 216 (NXP NTAG213/215/216 data sheet): memory with lock bits, one-time bits,
/// a password, a counter, and reads that roll over at the end.
///
/// ASCII mirrors are not modelled.
package struct NTAG21x: TagMemory {
  private var pages: [UInt8]
  private let product: Product
  private let signature: [UInt8]
  private var counter = 0
  private var wrongPasswords = 0
  /// What lasts as long as the field.
  private var isAuthenticated = false
  private var hasCounted = false
  private var compatibilityPage: UInt8?

  /// Which of the three it is.
  package enum Product: String, CaseIterable, Sendable {
    case ntag213, ntag215, ntag216
  }

  /// Makes a tag of its UID of seven bytes, its user memory from page 4 on, and its signature of 32
  /// bytes. Lock bits are open, the password is the one it is sold with.
  package init(_ product: Product, uid: [UInt8], memory: [UInt8], signature: [UInt8]) {
    self.product = product
    self.signature = signature
    var pages = [UInt8](repeating: 0, count: 4 * (product.lastPage + 1))
    let own = (uid + [UInt8](repeating: 0, count: 7)).prefix(7)
    let first = [0x88, own[0], own[1], own[2]].reduce(0, ^)
    let second = own[3...6].reduce(0, ^)
    let head =
      own.prefix(3) + [first] + own[3...6] + [second, 0x48, 0, 0]
      + [0xE1, 0x10, product.capability, 0]
    pages.replaceSubrange(0..<16, with: head)
    for (index, byte) in memory.prefix(4 * (product.dynamicLock - 4)).enumerated() {
      pages[16 + index] = byte
    }
    let tail: [UInt8] = [
      0, 0, 0, 0xBD, 0x04, 0, 0, 0xFF, 0, 0x05, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0,
    ]
    pages.replaceSubrange(4 * product.dynamicLock..<pages.count, with: tail)
    self.pages = pages
  }

  /// Makes the tag of all its pages, as they were read out. A password that could not be read is
  /// zeros.
  package init(_ product: Product, image: [UInt8], signature: [UInt8]) {
    self.product = product
    self.signature =
      signature.count == 32 ? signature : [UInt8](repeating: 0, count: 32)
    let size = Self.size(of: product)
    pages = image.prefix(size) + [UInt8](repeating: 0, count: max(0, size - image.count))
  }

  /// How many bytes all pages have.
  package static func size(of product: Product) -> Int { 4 * (product.lastPage + 1) }

  /// How many bytes the user memory has.
  package static func capacity(of product: Product) -> Int { 4 * (product.dynamicLock - 4) }

  package var memory: [UInt8]? { pages }

  package mutating func losePower() {
    isAuthenticated = false
    hasCounted = false
    compatibilityPage = nil
  }

  package mutating func answer(_ command: [UInt8]) -> TagAnswer {
    if let page = compatibilityPage {
      compatibilityPage = nil
      return command.count == 16 ? write(page, command.prefix(4)) : .refusal(0)
    }
    switch (command.first, command.count) {
    case (0x60, 1): return .bytes([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, product.size, 0x03])
    case (0x30, 2): return read(command[1])
    case (0x3A, 3): return fastRead(command[1], command[2])
    case (0xA2, 6): return write(command[1], command[2...])
    case (0xA0, 2):
      compatibilityPage = command[1]
      return mayWrite(Int(command[1])) ? .acknowledge : refuse(0)
    case (0x39, 2) where command[1] == 0x02: return readCounter()
    case (0x1B, 5): return authenticate(command[1...])
    case (0x3C, 2) where command[1] == 0x00: return .bytes(signature)
    default: return refuse(0)
    }
  }
}

extension NTAG21x {
  /// Four pages, which go on at page 0 behind the last one that may be read.
  private mutating func read(_ first: UInt8) -> TagAnswer {
    guard mayRead(Int(first)) else { return refuse(0) }
    count()
    let end = readableEnd
    let bytes = (0..<4).flatMap { shown((Int(first) + $0) % end) }
    return .bytes(bytes)
  }

  private mutating func fastRead(_ first: UInt8, _ last: UInt8) -> TagAnswer {
    guard first <= last, mayRead(Int(first)), mayRead(Int(last)) else { return refuse(0) }
    count()
    return .bytes((Int(first)...Int(last)).flatMap { shown($0) })
  }

  private mutating func write(_ page: UInt8, _ bytes: ArraySlice<UInt8>) -> TagAnswer {
    let page = Int(page)
    guard mayWrite(page) else { return refuse(0) }
    let start = 4 * page
    for (offset, byte) in bytes.prefix(4).enumerated() {
      switch page {
      // The serial number's half of page 2 stays; lock bits and one-time bits are only ever set.
      case 2 where offset < 2: continue
      case 2, 3: pages[start + offset] |= byte
      case product.dynamicLock:
        if offset < 3 { pages[start + offset] |= byte }
      default: pages[start + offset] = byte
      }
    }
    return .acknowledge
  }

  private mutating func readCounter() -> TagAnswer {
    if access & 0x08 != 0, !isAuthenticated, isProtecting { return refuse(0) }
    return .bytes((0..<3).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) })
  }

  private mutating func authenticate(_ password: ArraySlice<UInt8>) -> TagAnswer {
    let limit = access & 0x07
    if limit > 0, wrongPasswords >= 1 << Int(limit) { return refuse(4) }
    let start = 4 * product.passwordPage
    guard pages[start..<start + 4].elementsEqual(password) else {
      wrongPasswords += 1
      return refuse(0)
    }
    wrongPasswords = 0
    isAuthenticated = true
    return .bytes(Array(pages[start + 4..<start + 6]))
  }

  /// The first READ or FAST_READ in a field counts, where NFC_CNT_EN is set.
  private mutating func count() {
    guard access & 0x10 != 0, !hasCounted else { return }
    hasCounted = true
    counter = min(counter + 1, 0xFF_FFFF)
  }

  private mutating func refuse(_ reason: UInt8) -> TagAnswer {
    isAuthenticated = false
    return .refusal(reason)
  }

  /// A page as READ shows it: the password never is.
  private func shown(_ page: Int) -> [UInt8] {
    page >= product.passwordPage
      ? [0, 0, 0, 0] : Array(pages[4 * page..<4 * page + 4])
  }

  private func mayRead(_ page: Int) -> Bool { page < readableEnd }

  private var readableEnd: Int {
    let isClosed = access & 0x80 != 0 && !isAuthenticated
    return isClosed ? max(1, min(firstProtected, product.lastPage + 1)) : product.lastPage + 1
  }

  private func mayWrite(_ page: Int) -> Bool {
    guard page >= 2, page <= product.lastPage else { return false }
    if !isAuthenticated, page >= firstProtected { return false }
    // CFGLCK closes the configuration, but neither password nor PACK.
    if access & 0x40 != 0, page > product.dynamicLock, page < product.passwordPage { return false }
    return !isLocked(page)
  }

  /// Static lock bits close pages 3 to 15 one by one, dynamic ones the user memory behind them in
  /// groups.
  private func isLocked(_ page: Int) -> Bool {
    if page >= 3, page < 8 { return pages[10] >> UInt8(page) & 1 == 1 }
    if page >= 8, page < 16 { return pages[11] >> UInt8(page - 8) & 1 == 1 }
    guard page >= 16, page < product.dynamicLock else { return false }
    let group = (page - 16) / product.pagesOfGroup
    return pages[4 * product.dynamicLock + group / 8] >> UInt8(group % 8) & 1 == 1
  }

  private var firstProtected: Int { Int(pages[4 * product.dynamicLock + 7]) }
  private var isProtecting: Bool { firstProtected <= product.lastPage }
  private var access: UInt8 { pages[4 * product.dynamicLock + 8] }
}

extension NTAG21x.Product {
  /// The page of the dynamic lock bytes; configuration, password and PACK follow.
  fileprivate var dynamicLock: Int {
    switch self {
    case .ntag213: 0x28
    case .ntag215: 0x82
    case .ntag216: 0xE2
    }
  }

  fileprivate var passwordPage: Int { dynamicLock + 3 }
  fileprivate var lastPage: Int { dynamicLock + 4 }

  /// How many pages share a dynamic lock bit.
  fileprivate var pagesOfGroup: Int { self == .ntag213 ? 2 : 16 }

  /// The size that GET_VERSION names.
  fileprivate var size: UInt8 {
    switch self {
    case .ntag213: 0x0F
    case .ntag215: 0x11
    case .ntag216: 0x13
    }
  }

  /// The size that the capability container names, in eights of bytes.
  fileprivate var capability: UInt8 {
    switch self {
    case .ntag213: 0x12
    case .ntag215: 0x3E
    case .ntag216: 0x6D
    }
  }
}
