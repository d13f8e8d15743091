// swift-tools-version: 6.2
import PackageDescription

// Only the products, in safe Swift: any program may do what this package does.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let products = ["ReactiveCore", "ReactiveDerived", "ReactiveTracking", "ReactiveElm", "ReactiveBindings"]

let package = Package(
  name: "Hostile",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "swift-reactive", path: "../..")],
  targets: [
    // Without strict memory safety: the requirement `unownedExecutor` has an unsafe type, so every custom executor
    // causes a warning.
    .target(name: "Executors", swiftSettings: settings),
    .executableTarget(
      name: "Hostile",
      dependencies: ["Executors"] + products.map { .product(name: $0, package: "swift-reactive") },
      swiftSettings: settings + [.strictMemorySafety()]),
  ],
  swiftLanguageModes: [.v6]
)
