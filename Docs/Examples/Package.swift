// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "swift-reactive-examples",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "swift-reactive", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "monitor",
      dependencies: [
        .product(name: "ReactiveCore", package: "swift-reactive"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // Embedded, so that the executable can be moved and still has something to show on a machine without /proc.
      resources: [.embedInCode("Recordings/build.txt")],
      swiftSettings: settings),
    .testTarget(
      name: "MonitorTests",
      dependencies: ["monitor", .product(name: "ReactiveCore", package: "swift-reactive")],
      swiftSettings: settings),
    .target(
      name: "SheetModel",
      dependencies: [.product(name: "ReactiveTracking", package: "swift-reactive")],
      swiftSettings: settings),
    .executableTarget(
      name: "sheet",
      dependencies: ["SheetModel", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    .testTarget(name: "SheetModelTests", dependencies: ["SheetModel"], swiftSettings: settings),
    // It needs no code of the program, which it runs, but needs it built.
    .testTarget(name: "SheetTests", dependencies: ["sheet"], swiftSettings: settings),
    .target(
      name: "InvoiceModel",
      dependencies: [.product(name: "ReactiveDerived", package: "swift-reactive")],
      swiftSettings: settings),
    .executableTarget(
      name: "invoice",
      dependencies: ["InvoiceModel", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    .testTarget(
      name: "InvoiceModelTests",
      dependencies: ["InvoiceModel", .product(name: "ReactiveDerived", package: "swift-reactive")],
      swiftSettings: settings),
    // As for the sheet.
    .testTarget(name: "InvoiceTests", dependencies: ["invoice"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
