import TraceFormat

/// What a program's file says of whether a library can be loaded in front of its own.
package enum ProgramKind: Equatable, Sendable {
  /// The dynamic linker loads it, and the library with it.
  case dynamic
  /// It brings everything along and asks no linker.
  case isStatic
  /// It runs with rights that its caller lacks, for which the linker drops such libraries.
  case privileged
  /// It is built for another word size or processor than the library.
  case foreign
  /// The file could not be read or is nothing that is known.
  case unknown
}

extension ProgramKind {
  /// Looks at the program that a word of a command line means. A script is what runs it.
  package init(of word: String, path: String?) {
    self = Self.kind(of: word, path: path ?? "/usr/bin:/bin", depth: 0)
  }

  private static func kind(of word: String, path: String, depth: Int) -> ProgramKind {
    let folders = path.split(separator: ":").map(String.init)
    let places = word.contains("/") ? [word] : folders.map { "\($0)/\(word)" }
    guard depth < 4, let place = places.first(where: { Descriptor.standing($0) == .file }) else {
      return .unknown
    }
    if ProgramRun.raisesRights(place) { return .privileged }
    guard let head = ProgramRun.head(of: place, count: 4096) else { return .unknown }
    if head.starts(with: Array("#!".utf8)) {
      let line = String(decoding: head.dropFirst(2).prefix { $0 != 10 }, as: UTF8.self)
      let words = line.split(separator: " ").map(String.init)
      guard let runner = words.first else { return .unknown }
      // env looks its own word up; what begins with a dash is its option.
      let isLookup = runner.hasSuffix("/env")
      let meant = isLookup ? words.dropFirst().first { !$0.hasPrefix("-") } : runner
      return meant.map { kind(of: $0, path: path, depth: depth + 1) } ?? .unknown
    }
    return ProgramKind(elf: head, own: ProgramRun.head(of: "/proc/self/exe", count: 20) ?? [])
  }

  /// Reads an ELF header and the program headers that follow it. `own` is this program's header.
  init(elf head: [UInt8], own: [UInt8]) {
    guard head.starts(with: [0x7F, 0x45, 0x4C, 0x46]), head.count >= 64 else {
      self = .unknown
      return
    }
    // Class, byte order and machine have to be those of the library.
    guard own.count >= 20, head[4...5] == own[4...5], head[18...19] == own[18...19] else {
      self = .foreign
      return
    }
    let start = Self.number(head, at: 32, count: 8)
    let size = Self.number(head, at: 54, count: 2)
    let count = Self.number(head, at: 56, count: 2)
    self = .isStatic
    for index in 0..<count {
      let (offset, isTooFar) = start.addingReportingOverflow(index * size)
      guard !isTooFar, offset >= 0, offset <= head.count - 4 else {
        self = .unknown
        return
      }
      // PT_INTERP names the dynamic linker.
      if Self.number(head, at: offset, count: 4) == 3 {
        self = .dynamic
        return
      }
    }
  }

  private static func number(_ bytes: [UInt8], at offset: Int, count: Int) -> Int {
    var value = 0
    for index in (0..<count).reversed() { value = value << 8 | Int(bytes[offset + index]) }
    return value
  }
}
