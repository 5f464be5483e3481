import CoreNFC
import Foundation
import Testing

/// The module's public interface, as the compiler writes it down, against a list of what Core NFC has.
@Suite struct SignatureTests {
  @Test func nothingIsMissingOrMisspelled() throws {
    let symbols = try Interface.symbols()
    for entry in try Interface.list() {
      let found = symbols[entry.path]
      #expect(found != nil, "\(entry.path) is missing")
      if let inherited = entry.inherited {
        let heads = found ?? []
        #expect(
          heads.contains { $0.hasSuffix(": " + inherited) },
          "\(entry.path) is \(heads), not : \(inherited)")
      }
      for member in entry.members {
        let name = Interface.name(of: member)
        let own = symbols["\(entry.path).\(name)"] ?? []
        #expect(own.contains(member), "\(entry.path) has no \(member), but \(own)")
      }
    }
  }

  @Test(
    "Error codes have Apple's numbers",
    arguments: [
      (1, .readerErrorUnsupportedFeature), (2, .readerErrorSecurityViolation),
      (3, .readerErrorInvalidParameter), (4, .readerErrorInvalidParameterLength),
      (5, .readerErrorParameterOutOfBound), (6, .readerErrorRadioDisabled),
      (7, .readerErrorIneligible), (8, .readerErrorAccessNotAccepted),
      (100, .readerTransceiveErrorTagConnectionLost), (101, .readerTransceiveErrorRetryExceeded),
      (102, .readerTransceiveErrorTagResponseError),
      (103, .readerTransceiveErrorSessionInvalidated),
      (104, .readerTransceiveErrorTagNotConnected), (105, .readerTransceiveErrorPacketTooLong),
      (200, .readerSessionInvalidationErrorUserCanceled),
      (201, .readerSessionInvalidationErrorSessionTimeout),
      (202, .readerSessionInvalidationErrorSessionTerminatedUnexpectedly),
      (203, .readerSessionInvalidationErrorSystemIsBusy),
      (204, .readerSessionInvalidationErrorFirstNDEFTagRead),
      (300, .tagCommandConfigurationErrorInvalidParameters),
      (400, .ndefReaderSessionErrorTagNotWritable), (401, .ndefReaderSessionErrorTagUpdateFailure),
      (402, .ndefReaderSessionErrorTagSizeTooSmall),
      (403, .ndefReaderSessionErrorZeroLengthMessage),
    ] as [(Int, NFCReaderError.Code)])
  func codesHaveTheirNumbers(number: Int, code: NFCReaderError.Code) {
    #expect(code.rawValue == number)
    let error: Error = NFCReaderError(code)
    #expect((error as NSError).code == number)
    #expect((error as NSError).domain == "NFCError")
  }

  @Test func valuesAreApples() {
    #expect(NFCTagReaderSession.PollingOption.pace.rawValue == 8)
    #expect(NFCNDEFStatus.notSupported.rawValue == 1)
    #expect(NFCMiFareFamily.desfire.rawValue == 4)
    #expect(NFCFeliCaPollingTimeSlot.max16.rawValue == 15)
    #expect(NFCFeliCaEncryptionId.AES_DES.rawValue == 0x41)
    #expect(NFCISO15693RequestFlag.option.rawValue == 0x40)
    #expect(NFCISO15693ResponseFlag.waitTimeExtension.rawValue == 0x40)
    #expect(NFCTypeNameFormat.unchanged.rawValue == 6)
    #expect(NFCVASResponse.ErrorCode.unsupportedApplicationVersion.rawValue == 0x6340)
    #expect(__NFCTagType.ISO15693.rawValue == 1)
    #expect(__NFCTagType.feliCa.rawValue == 2)
    #expect(__NFCTagType.iso7816Compatible.rawValue == 3)
    #expect(__NFCTagType.miFare.rawValue == 4)
  }

  /// Compiles if `__NFCTag` is what it should be.
  private func uses(_ tag: __NFCTag) {
    let _: (NFCNDEFTag, __NFCTagType, NFCReaderSessionProtocol?, Bool)? =
      tag.asNFCMiFareTag().map { ($0, $0.type, $0.session, $0.isAvailable) }
    let _: NFCISO15693Tag? = tag.asNFCISO15693Tag()
    let _: NFCISO7816Tag? = tag.asNFCISO7816Tag()
    let _: NFCFeliCaTag? = tag.asNFCFeliCaTag()
    let _: NSSecureCoding & NSCopying = tag
  }
}

/// What the compiler says, and what the list says.
private enum Interface {
  struct Entry {
    let path: String
    let inherited: String?
    var members: [String] = []
  }

  /// Declarations by path.
  static func symbols() throws -> [String: [String]] {
    struct Graph: Decodable {
      struct Symbol: Decodable {
        struct Fragment: Decodable { let spelling: String }
        let pathComponents: [String]
        let declarationFragments: [Fragment]
      }
      let symbols: [Symbol]
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "symbols-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "swift", "symbolgraph-extract", "-module-name", "CoreNFC", "-I", "\(built.path)/Modules",
        "-target", target, "-output-dir", folder.path, "-minimum-access-level", "public",
      ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    try process.run()
    process.waitUntilExit()
    let data = try Data(contentsOf: folder.appendingPathComponent("CoreNFC.symbols.json"))
    var symbols: [String: [String]] = [:]
    for symbol in try JSONDecoder().decode(Graph.self, from: data).symbols {
      let text = symbol.declarationFragments.map(\.spelling).joined()
      symbols[symbol.pathComponents.joined(separator: "."), default: []].append(plain(text))
    }
    return symbols
  }

  private static var target: String {
    #if arch(arm64)
      "aarch64-unknown-linux-gnu"
    #else
      "x86_64-unknown-linux-gnu"
    #endif
  }

  /// The module maps of C libraries that modules below ours were built with.
  private static var maps: [String] {
    ["CZstd", "CZlib"].map { "\(root.path)/Sources/\($0)/module.modulemap" }
  }

  private static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  /// The list, with `both` and `result` written out.
  static func list() throws -> [Entry] {
    let file = root.appendingPathComponent("Tests/CoreNFCTests/signatures.txt")
    var entries: [Entry] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("#") { continue }
      guard line.hasPrefix("  "), !entries.isEmpty else {
        let parts = line.components(separatedBy: " : ")
        entries.append(Entry(path: parts[0], inherited: parts.count > 1 ? parts[1] : nil))
        continue
      }
      entries[entries.count - 1].members += written(String(line.dropFirst(2))).map(plain)
    }
    return entries
  }

  private static func written(_ line: String) -> [String] {
    guard line.hasPrefix("both ") || line.hasPrefix("result ") else { return [line] }
    let isBoth = line.hasPrefix("both ")
    let parts = line.drop { $0 != " " }.dropFirst().components(separatedBy: " -> ")
    let value = parts.count > 1 ? parts[1] : ""
    let head = "func " + parts[0].dropLast()
    let separator = head.hasSuffix("(") ? "" : ", "
    guard isBoth else {
      return ["\(head)\(separator)resultHandler: @escaping (Result<\(value), Error>) -> Void)"]
    }
    let values = value.hasPrefix("(") ? String(value.dropFirst().dropLast()) : value
    let handler = values.isEmpty ? "Error?" : values + ", Error?"
    return [
      "\(head)\(separator)completionHandler: @escaping (\(handler)) -> Void)",
      // What Swift makes of a method of Objective-C may go unused.
      value.isEmpty
        ? "\(head)) async throws" : "@discardableResult \(head)) async throws -> \(value)",
    ]
  }

  /// A declaration without what does not change how it is used.
  static func plain(_ text: String) -> String {
    var plain = text
    for word in [
      "nonisolated(nonsending) ", "@_disfavoredOverload ", "@preconcurrency ", "override ",
      "convenience ", "required ",
      "final ", "weak ", "indirect ",
    ] {
      plain = plain.replacingOccurrences(of: word, with: "")
    }
    plain = plain.replacingOccurrences(of: "((any Error)?)", with: "(Error?)")
    plain = plain.replacingOccurrences(of: "(any Error)?", with: "Error?")
    for optional in [
      "(any NFCReaderSessionProtocol)?", "(any NFCISO15693Tag)?", "(any NFCISO7816Tag)?",
      "(any NFCFeliCaTag)?", "(any NFCMiFareTag)?",
    ] {
      plain = plain.replacingOccurrences(
        of: optional, with: optional.dropFirst(5).dropLast(2) + "?")
    }
    plain = plain.replacingOccurrences(of: "any ", with: "")
    return plain
  }

  /// The name under which the compiler has a member: `read(flags:range:)`, `count`, `init(data:)`.
  static func name(of member: String) -> String {
    var words = member.split(separator: " ", maxSplits: 1).map(String.init)
    while ["@discardableResult", "func", "var", "let", "case", "static", "class"].contains(words[0])
    {
      words = words[1].split(separator: " ", maxSplits: 1).map(String.init)
    }
    let rest = words.joined(separator: " ")
    guard let open = rest.firstIndex(of: "(") else {
      return String(rest.prefix { $0 != ":" && $0 != " " })
    }
    let base = rest[..<open].replacingOccurrences(of: "?", with: "")
    var depth = 0
    var labels = ""
    var label = ""
    var isInLabel = true
    for character in rest[rest.index(after: open)...] {
      if "([<".contains(character) { depth += 1 }
      if character == ")", depth == 0 { break }
      if ")]>".contains(character) { depth -= 1 }
      if character == ",", depth == 0 {
        isInLabel = true
        label = ""
      } else if character == ":" || character == " ", isInLabel, depth == 0 {
        if !label.isEmpty {
          labels += label + ":"
          isInLabel = false
        }
      } else if isInLabel {
        label.append(character)
      }
    }
    if member.hasPrefix("case "), labels.isEmpty { return base + "(_:)" }
    return "\(base)(\(labels))"
  }
}
