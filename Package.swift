// swift-tools-version: 6.2
import PackageDescription

// Every target is checked alike; a warning does not build.
let checked: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

// The cursor borrows the bytes it reads. Only the module that declares it needs the feature.
let lifetimes: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]

let package = Package(
  name: "nfctrace",
  products: [
    .executable(name: "nfctrace", targets: ["nfctrace"]),
    .library(name: "nfctrace-preload", type: .dynamic, targets: ["CPreload"]),
    .library(name: "TraceTesting", targets: ["TraceTesting"]),
    .library(name: "CoreNFC", targets: ["CoreNFC"]),
    .library(name: "CoreNFCTesting", targets: ["CoreNFCTesting"]),
    .library(name: "os", targets: ["os", "OSLog"]),
  ],
  targets: [
    // C libraries and what glibc's module map leaves out.
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "COptions"),
    .systemLibrary(name: "CRing"),
    .systemLibrary(name: "CLibnfc"),
    .systemLibrary(name: "CPcap"),

    // What is loaded into traced programs. It is C alone, without Swift's runtime and start files,
    // and without a check by the library of what it calls in it.
    .target(
      name: "CPreload",
      cSettings: [
        .unsafeFlags([
          "-O2", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden", "-U_FORTIFY_SOURCE",
        ])
      ],
      linkerSettings: [.unsafeFlags(["-static-stdlib", "-nostartfiles"])]),

    // The table in CONTRIBUTING.md says what lives where and who may import whom; a test holds
    // this list, the imports and that table together.
    .target(name: "Bytes", swiftSettings: checked + lifetimes),
    .target(name: "TraceFormat", dependencies: ["Bytes", "CZstd"], swiftSettings: checked),
    .target(name: "Tags", dependencies: ["Bytes"], swiftSettings: checked),
    .target(name: "GrammarLanguage", dependencies: ["Bytes"], swiftSettings: checked),
    .target(
      name: "BuiltInGrammars", swiftSettings: checked, plugins: ["EmbedGrammars"]),
    .target(
      name: "ForeignFormats", dependencies: ["Bytes", "TraceFormat", "CZlib", "CZstd"],
      swiftSettings: checked),
    .target(
      name: "Capture", dependencies: ["Bytes", "TraceFormat", "CRing", "CLibnfc", "CPcap"],
      swiftSettings: checked),
    .target(
      name: "Decoding",
      dependencies: ["Bytes", "Tags", "TraceFormat", "GrammarLanguage"],
      swiftSettings: checked),
    .target(
      name: "Playback",
      dependencies: ["Bytes", "Tags", "TraceFormat", "GrammarLanguage", "Decoding"],
      swiftSettings: checked, plugins: ["EmbedCards"]),
    .target(
      name: "ReaderPorts", dependencies: ["Bytes", "TraceFormat", "Playback"],
      swiftSettings: checked),
    .target(
      name: "Analysis",
      dependencies: ["Bytes", "Tags", "AppleRules", "TraceFormat", "GrammarLanguage", "Decoding"],
      swiftSettings: checked),
    .target(
      name: "Rendering",
      dependencies: ["Bytes", "Tags", "TraceFormat", "GrammarLanguage", "Decoding", "Analysis"],
      swiftSettings: checked),
    .target(
      name: "TraceTesting",
      dependencies: [
        "Bytes", "TraceFormat", "GrammarLanguage", "BuiltInGrammars", "ForeignFormats", "Decoding",
        "Analysis", "Rendering",
      ],
      swiftSettings: checked),
    // Apple's API over what `Playback` answers, its tests' driver, and the module that apps log
    // with. None of these, and of what they import, uses what only Linux has.
    .target(name: "AppleRules", swiftSettings: checked),
    .target(
      name: "CoreNFC",
      dependencies: ["AppleRules", "Tags", "TraceFormat", "Decoding", "Playback"],
      swiftSettings: checked),
    .target(
      name: "CoreNFCTesting",
      dependencies: [
        "AppleRules", "Bytes", "TraceFormat", "GrammarLanguage", "BuiltInGrammars",
        "ForeignFormats", "Playback", "CoreNFC",
      ],
      swiftSettings: checked),
    .systemLibrary(name: "OSSubmodules"),
    .target(name: "os", dependencies: ["OSSubmodules"], swiftSettings: checked),
    .target(name: "OSLog", dependencies: ["os"], swiftSettings: checked),
    .executableTarget(
      name: "nfctrace",
      dependencies: [
        "Bytes", "Tags", "AppleRules", "TraceFormat", "GrammarLanguage", "BuiltInGrammars",
        "ForeignFormats", "Capture", "Decoding", "Playback", "ReaderPorts", "Analysis", "Rendering",
        "COptions",
      ],
      swiftSettings: checked),

    // Grammars become Swift string literals while building.
    .executableTarget(
      name: "GrammarEmbedder", dependencies: ["GrammarLanguage"], swiftSettings: checked),
    .plugin(
      name: "EmbedGrammars", capability: .buildTool(), dependencies: ["GrammarEmbedder"]),

    // Card files become string literals as well.
    .executableTarget(name: "CardEmbedder", swiftSettings: checked),
    .plugin(name: "EmbedCards", capability: .buildTool(), dependencies: ["CardEmbedder"]),

    .testTarget(
      name: "AppleRulesTests", dependencies: ["AppleRules"], swiftSettings: checked),
    .testTarget(name: "BytesTests", dependencies: ["Bytes"], swiftSettings: checked),
    .testTarget(
      name: "TagsTests", dependencies: ["Bytes", "Tags"], exclude: ["NDEF/ndeflib_peer.py"],
      swiftSettings: checked),
    .testTarget(
      name: "TraceFormatTests", dependencies: ["Bytes", "TraceFormat"], swiftSettings: checked),
    .testTarget(
      name: "GrammarLanguageTests",
      dependencies: ["Bytes", "GrammarLanguage", "BuiltInGrammars"], exclude: ["Specimens"],
      swiftSettings: checked),
    .testTarget(
      name: "ForeignFormatsTests", dependencies: ["Bytes", "TraceFormat", "ForeignFormats"],
      swiftSettings: checked),
    .testTarget(
      name: "CaptureTests", dependencies: ["Bytes", "TraceFormat", "Capture", "CRing"],
      swiftSettings: checked),
    .testTarget(
      name: "DecodingTests",
      dependencies: [
        "Bytes", "Tags", "TraceFormat", "GrammarLanguage", "BuiltInGrammars", "ForeignFormats",
        "Decoding",
      ],
      swiftSettings: checked),
    .testTarget(
      name: "PlaybackTests",
      dependencies: [
        "Bytes", "Tags", "TraceFormat", "GrammarLanguage", "BuiltInGrammars", "Decoding",
        "Playback",
      ],
      swiftSettings: checked),
    .testTarget(
      name: "AnalysisTests",
      dependencies: [
        "Bytes", "Tags", "AppleRules", "TraceFormat", "GrammarLanguage", "BuiltInGrammars",
        "ForeignFormats", "Decoding", "Playback", "Analysis",
      ],
      exclude: ["Cases/flags.txt"], swiftSettings: checked),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "Bytes", "Tags", "TraceFormat", "GrammarLanguage", "BuiltInGrammars", "ForeignFormats",
        "Decoding",
        "Analysis", "Rendering",
      ],
      swiftSettings: checked),
    .testTarget(
      name: "CommandTests",
      dependencies: ["nfctrace", "Bytes", "TraceFormat", "CoreNFC", "CoreNFCTesting"],
      exclude: ["Programs"], swiftSettings: checked),
    .testTarget(
      name: "TraceTestingTests", dependencies: ["TraceTesting"], swiftSettings: checked),
    // Programs as apps have them, in the language mode that most are written in, and in the newer
    // one. They are not held to this project's rules, and what warns in them, warns in apps.
    .testTarget(
      name: "CoreNFCTests",
      dependencies: ["Decoding", "Playback", "CoreNFC", "CoreNFCTesting", "os"],
      exclude: ["signatures.txt"],
      swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
    .testTarget(
      name: "CoreNFCSixTests", dependencies: ["CoreNFC", "CoreNFCTesting", "os"],
      swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-suppress-warnings"])]),
    .testTarget(name: "ArchitectureTests", swiftSettings: checked),
  ]
)

// What times single calls is built by `make bench` alone, and slows no other build.
if Context.environment["NFCTRACE_BENCH"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "HotCalls",
      dependencies: [
        "Bytes", "TraceFormat", "GrammarLanguage", "BuiltInGrammars", "ForeignFormats", "Decoding",
        "Analysis", "Rendering",
      ],
      path: "Tests/Bench/HotCalls", swiftSettings: checked))
}
