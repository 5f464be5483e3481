import Testing

@testable import Capture

/// Whether a library can be loaded into a program, told from its file.
@Suite struct ProgramKindTests {
  /// ELF for 64 bits, little-endian, x86-64 (3E); program headers at 40h, 38h bytes each, two.
  private static let header: [UInt8] =
    [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
    + [3, 0, 0x3E, 0] + [UInt8](repeating: 0, count: 12) + [0x40, 0, 0, 0, 0, 0, 0, 0]
    + [UInt8](repeating: 0, count: 14) + [0x38, 0, 2, 0] + [UInt8](repeating: 0, count: 6)

  private static func program(types: [UInt8]) -> [UInt8] {
    types.reduce(header) { $0 + [$1, 0, 0, 0] + [UInt8](repeating: 0, count: 52) }
  }

  @Test("The header that names the linker tells")
  func readsTheHeaders() {
    // PT_PHDR 6, PT_INTERP 3, PT_LOAD 1.
    #expect(ProgramKind(elf: Self.program(types: [6, 3]), own: Self.header) == .dynamic)
    #expect(ProgramKind(elf: Self.program(types: [1, 1]), own: Self.header) == .isStatic)
  }

  @Test func noticesAnotherProcessorOrWordSize() {
    var other = Self.program(types: [3, 1])
    other[18] = 0xB7
    #expect(ProgramKind(elf: other, own: Self.header) == .foreign)
    other = Self.program(types: [3, 1])
    other[4] = 1
    #expect(ProgramKind(elf: other, own: Self.header) == .foreign)
  }

  @Test("No header, cut or changed, makes it trap")
  func survivesEverything() {
    let whole = Self.program(types: [1, 3])
    for end in 0...whole.count { _ = ProgramKind(elf: Array(whole[..<end]), own: Self.header) }
    for index in 0..<whole.count {
      for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[index] = value
        _ = ProgramKind(elf: bytes, own: Self.header)
      }
    }
    #expect(ProgramKind(elf: Array(whole[..<63]), own: Self.header) == .unknown)
    #expect(ProgramKind(elf: Array("#!/bin/sh\n".utf8), own: Self.header) == .unknown)
  }

  @Test func looksThroughScriptsAndPaths() {
    #expect(ProgramKind(of: "sh", path: "/nowhere:/bin:/usr/bin") == .dynamic)
    #expect(ProgramKind(of: "no-such-program", path: "/bin") == .unknown)
    #expect(ProgramKind(of: "/bin", path: nil) == .unknown)
  }
}
