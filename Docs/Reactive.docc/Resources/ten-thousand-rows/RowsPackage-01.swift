// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TenThousandRows",
  dependencies: [
    .package(name: "swift-reactive", path: "../swift-reactive")
  ],
  targets: [
    .target(
      name: "TenThousandRows",
      dependencies: [.product(name: "ReactiveDerived", package: "swift-reactive")])
  ]
)
