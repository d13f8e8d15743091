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
    // What programs in a terminal share: keys, screens, and a command line that complains in one line.
    .target(
      name: "ExampleTerminal",
      dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    .testTarget(name: "ExampleTerminalTests", dependencies: ["ExampleTerminal"], swiftSettings: settings),
    // For the tests of programs that are run as their users run them.
    .target(name: "CommandTesting", path: "Tests/CommandTesting", swiftSettings: settings),
    .executableTarget(
      name: "counter",
      dependencies: [
        "ExampleTerminal",
        .product(name: "ReactiveElm", package: "swift-reactive"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CounterTests",
      dependencies: [
        "counter", "CommandTesting", "ExampleTerminal", .product(name: "ReactiveElm", package: "swift-reactive"),
      ],
      swiftSettings: settings),
    .target(
      name: "TrackerModel",
      dependencies: ["ExampleTerminal", .product(name: "ReactiveElm", package: "swift-reactive")],
      swiftSettings: settings),
    .executableTarget(
      name: "tracker",
      dependencies: [
        "ExampleTerminal", "TrackerModel", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TrackerModelTests",
      dependencies: [
        "ExampleTerminal", "TrackerModel", .product(name: "ReactiveElm", package: "swift-reactive"),
      ],
      exclude: ["Recordings"],
      swiftSettings: settings),
    .testTarget(name: "TrackerTests", dependencies: ["tracker", "CommandTesting"], swiftSettings: settings),
    .executableTarget(
      name: "monitor",
      dependencies: [
        "ExampleTerminal",
        .product(name: "ReactiveCore", package: "swift-reactive"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // Embedded, so that the executable can be moved and still has something to show on a machine without /proc.
      resources: [.embedInCode("Recordings/build.txt")],
      swiftSettings: settings),
    .testTarget(
      name: "MonitorTests",
      dependencies: ["monitor", "CommandTesting", .product(name: "ReactiveCore", package: "swift-reactive")],
      swiftSettings: settings),
    .target(
      name: "SheetModel",
      dependencies: [.product(name: "ReactiveTracking", package: "swift-reactive")],
      swiftSettings: settings),
    .executableTarget(
      name: "sheet",
      dependencies: [
        "ExampleTerminal", "SheetModel", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(name: "SheetModelTests", dependencies: ["SheetModel"], swiftSettings: settings),
    // It needs no code of the program, which it runs, but needs it built.
    .testTarget(name: "SheetTests", dependencies: ["sheet", "CommandTesting"], swiftSettings: settings),
    .target(
      name: "InvoiceModel",
      dependencies: [.product(name: "ReactiveDerived", package: "swift-reactive")],
      swiftSettings: settings),
    .executableTarget(
      name: "invoice",
      dependencies: [
        "ExampleTerminal", "InvoiceModel", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "InvoiceModelTests",
      dependencies: ["InvoiceModel", .product(name: "ReactiveDerived", package: "swift-reactive")],
      swiftSettings: settings),
    // As for the sheet.
    .testTarget(name: "InvoiceTests", dependencies: ["invoice", "CommandTesting"], swiftSettings: settings),
    .target(
      name: "FormModel",
      dependencies: [
        "ExampleTerminal",
        .product(name: "ReactiveBindings", package: "swift-reactive"),
        .product(name: "ReactiveDerived", package: "swift-reactive"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "form",
      dependencies: [
        "ExampleTerminal", "FormModel", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FormModelTests",
      dependencies: [
        "ExampleTerminal", "FormModel",
        .product(name: "ReactiveBindings", package: "swift-reactive"),
        .product(name: "ReactiveDerived", package: "swift-reactive"),
      ],
      swiftSettings: settings),
    .testTarget(name: "FormTests", dependencies: ["form", "CommandTesting"], swiftSettings: settings),
    .target(
      name: "SearchModel",
      dependencies: ["ExampleTerminal", .product(name: "ReactiveTracking", package: "swift-reactive")],
      swiftSettings: settings),
    .executableTarget(
      name: "search",
      dependencies: [
        "ExampleTerminal", "SearchModel",
        .product(name: "ReactiveTracking", package: "swift-reactive"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SearchModelTests",
      dependencies: [
        "ExampleTerminal", "SearchModel", .product(name: "ReactiveTracking", package: "swift-reactive"),
      ],
      swiftSettings: settings),
    .testTarget(name: "SearchTests", dependencies: ["search", "CommandTesting"], swiftSettings: settings),
    .target(
      name: "OrderBookModel",
      dependencies: ["ExampleTerminal", .product(name: "ReactiveDerived", package: "swift-reactive")],
      swiftSettings: settings),
    .executableTarget(
      name: "orderbook",
      dependencies: [
        "ExampleTerminal", "OrderBookModel",
        .product(name: "ReactiveTracking", package: "swift-reactive"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "OrderBookModelTests",
      dependencies: [
        "ExampleTerminal", "OrderBookModel", .product(name: "ReactiveDerived", package: "swift-reactive"),
      ],
      swiftSettings: settings),
    .testTarget(name: "OrderBookTests", dependencies: ["orderbook", "CommandTesting"], swiftSettings: settings),
    // The last steps of the tutorials in Docs/Reactive.docc.
    .target(
      name: "SearchScreen",
      dependencies: [.product(name: "ReactiveTracking", package: "swift-reactive")],
      swiftSettings: settings),
    .testTarget(
      name: "SearchScreenTests",
      dependencies: ["SearchScreen", .product(name: "ReactiveTracking", package: "swift-reactive")],
      swiftSettings: settings),
    .target(
      name: "TenThousandRows",
      dependencies: [
        .product(name: "ReactiveDerived", package: "swift-reactive"),
        .product(name: "ReactiveTracking", package: "swift-reactive"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TenThousandRowsTests",
      dependencies: ["TenThousandRows", .product(name: "ReactiveDerived", package: "swift-reactive")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
