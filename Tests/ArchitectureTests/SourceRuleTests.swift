import Testing

/// What holds for every file of the product.
@Suite struct SourceRuleTests {
  @Test("A file is one topic, at most 300 lines", arguments: files)
  func isShort(file: Sources.File) { #expect(file.lines.count <= 301, "split it by topic") }

  @Test("Nothing traps, and nothing goes around the compiler's checks", arguments: files)
  func hasNoBannedConstruct(file: Sources.File) {
    for construct in banned {
      #expect(!file.text.contains(construct), "\(file) has \(construct)")
    }
  }

  /// Which files touch memory that the compiler does not check, and what for. A file that wraps a
  /// C library is the only one that does; nothing is added here without a reason.
  @Test func unsafeStaysInItsFiles() {
    let found = Set(files.filter { usesUnsafe($0) }.map(\.path))
    #expect(found == Set(unsafeFiles.keys))
  }

  /// The compiler inlines a member across modules only if its type is usable from inline as well,
  /// and says nothing where it is not.
  @Test("What is inlinable can be inlined", arguments: hot)
  func isInlined(file: Sources.File) {
    guard file.text.contains("@inlinable package") else { return }
    for line in file.lines where line.contains("package struct") || line.contains("package enum") {
      #expect(line.contains("@usableFromInline"), "\(file): \(line)")
    }
  }

  @Test("Comments speak of the product", arguments: files)
  func speaksOfTheProduct(file: Sources.File) {
    for word in ["TO" + "DO", "FIX" + "ME", "../" + "shared"] {
      #expect(!file.text.contains(word), "\(file) says \(word)")
    }
  }

  private static let files = Sources.swiftFiles(in: "Sources")
  private var files: [Sources.File] { Self.files }
  /// The modules that every frame passes through.
  private static let hot =
    Sources.swiftFiles(in: "Sources/Bytes")
    + Sources.swiftFiles(in: "Sources/TraceFormat")

  private let banned = [
    "fatalError", "try!", "as!", "@unchecked Sendable", "nonisolated(unsafe)", "unowned(unsafe)",
    "unsafeBitCast", "assumingMemoryBound",
  ]

  private let unsafeFiles = [
    "Sources/Bytes/ByteBuffer.swift": "bytes that grow without checks at every append",
    "Sources/Bytes/ByteOrder.swift": "numbers in one load",
    "Sources/Capture/Clock.swift": "glibc: clocks",
    "Sources/Capture/LivePcap/LivePcap.swift": "libpcap",
    "Sources/Capture/EventRing.swift": "memory shared with recorded programs",
    "Sources/Capture/ProgramRun.swift": "glibc: processes, signals",
    "Sources/Capture/Reader/CardReader.swift": "libnfc",
    "Sources/CoreNFC/Phone/Wake.swift": "libdispatch: a work item handed between threads",
    "Sources/ForeignFormats/Compressed/Gunzip.swift": "zlib",
    "Sources/ForeignFormats/Compressed/Zstandard.swift": "zstd, unpacking",
    "Sources/ReaderPorts/CardConnection.swift": "glibc: TCP",
    "Sources/ReaderPorts/PseudoTerminal.swift": "glibc: a pseudo-terminal, a thread",
    "Sources/Rendering/Layout/LocalTime.swift": "glibc: the local time zone",
    "Sources/Rendering/Narration/Gate.swift": "glibc: a second thread and its locks",
    "Sources/TraceFormat/Alarm.swift": "glibc: a thread, a pipe, clocks",
    "Sources/TraceFormat/Descriptor.swift": "glibc: files",
    "Sources/TraceFormat/Zstd.swift": "zstd",
    "Sources/nfctrace/Options/OptionParser.swift": "glibc: getopt_long",
    "Sources/nfctrace/Programs/SmartCardDaemon.swift": "glibc: a process, a socket",
    "Sources/nfctrace/Streams/Interrupt.swift": "glibc: signals",
    "Sources/nfctrace/Streams/Folder.swift": "glibc: folders",
    "Sources/nfctrace/Streams/Terminal.swift": "glibc: terminal, environment, clock",
  ]

  private func usesUnsafe(_ file: Sources.File) -> Bool {
    file.lines.contains { line in
      let code = line.split(separator: "//", omittingEmptySubsequences: false).first ?? line
      return code.split { !$0.isLetter && $0 != "_" }.contains("unsafe")
    }
  }
}
