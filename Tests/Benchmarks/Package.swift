// swift-tools-version: 6.2
import PackageDescription

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
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
