// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SearchScreen",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "swift-reactive", path: "../swift-reactive")
  ],
  targets: [
    .target(
      name: "SearchScreen",
      dependencies: [.product(name: "ReactiveTracking", package: "swift-reactive")]),
    .testTarget(
      name: "SearchScreenTests",
      dependencies: ["SearchScreen", .product(name: "ReactiveTracking", package: "swift-reactive")]),
  ]
)
