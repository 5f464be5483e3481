// swift-tools-version: 6.2
import PackageDescription

// A package of its own that tests with golden traces. Yours names the repository instead of a path:
//   .package(url: "https://…/nfctrace", from: "…")
let package = Package(
  name: "GoldenTraces",
  dependencies: [.package(name: "nfctrace", path: "../../..")],
  targets: [
    .testTarget(
      name: "GoldenTracesTests",
      dependencies: [.product(name: "TraceTesting", package: "nfctrace")],
      exclude: ["Golden", "Recorded"])
  ]
)
