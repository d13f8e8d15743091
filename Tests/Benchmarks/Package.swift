// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "swift-reactive", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "CBenchmarkSupport"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CBenchmarkSupport",
        .product(name: "ReactiveCore", package: "swift-reactive"),
        .product(name: "ReactiveDerived", package: "swift-reactive"),
        .product(name: "ReactiveTracking", package: "swift-reactive"),
        .product(name: "ReactiveElm", package: "swift-reactive"),
        .product(name: "ReactiveBindings", package: "swift-reactive"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Instructions",
      dependencies: [
        "CBenchmarkSupport",
        .product(name: "ReactiveCore", package: "swift-reactive"),
        .product(name: "ReactiveDerived", package: "swift-reactive"),
        .product(name: "ReactiveTracking", package: "swift-reactive"),
        .product(name: "ReactiveElm", package: "swift-reactive"),
        .product(name: "ReactiveBindings", package: "swift-reactive"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Comparison",
      dependencies: [
        "CBenchmarkSupport",
        .product(name: "ReactiveCore", package: "swift-reactive"),
        .product(name: "ReactiveDerived", package: "swift-reactive"),
        .product(name: "ReactiveTracking", package: "swift-reactive"),
        .product(name: "ReactiveBindings", package: "swift-reactive"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// Comparison asks its peers, too, if REACTIVE_PEERS is the folder that Peers/fetch has made.
if let folder = Context.environment["REACTIVE_PEERS"],
  let comparison = package.targets.first(where: { $0.name == "Comparison" })
{
  for peer in ["RxSwift", "ReactiveSwift", "Minimalist", "Ultramarine", "Yoyo", "Ripple"] {
    package.dependencies.append(.package(path: "\(folder)/\(peer)"))
    comparison.dependencies.append(.product(name: peer, package: peer))
  }
  comparison.dependencies.append(.product(name: "RxRelay", package: "RxSwift"))
  comparison.swiftSettings = settings + [.define("REACTIVE_PEERS")]
}
