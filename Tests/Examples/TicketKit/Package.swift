// swift-tools-version: 6.2
import PackageDescription

// The part of an app that talks to tags, beside the Xcode project that uses it. On iOS it is built with
// the system's CoreNFC; on Linux, and for its tests, with nfctrace's. Yours names the repository instead
// of a path:
//   .package(url: "https://…/nfctrace", branch: "main")
let package = Package(
  name: "TicketKit",
  products: [.library(name: "TicketKit", targets: ["TicketKit"])],
  dependencies: [.package(name: "nfctrace", path: "../../..")],
  targets: [
    .target(
      name: "TicketKit",
      dependencies: [
        .product(name: "CoreNFC", package: "nfctrace", condition: .when(platforms: [.linux])),
        .product(name: "os", package: "nfctrace", condition: .when(platforms: [.linux])),
      ]),
    .testTarget(
      name: "TicketKitTests",
      dependencies: ["TicketKit", .product(name: "CoreNFCTesting", package: "nfctrace")]),
  ]
)
