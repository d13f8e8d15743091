// swift-tools-version: 6.2
import PackageDescription

// Nothing but the products, in safe Swift: what this package does to the library, any program may do.
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
    // Without strict memory safety: the requirement `unownedExecutor` itself has an unsafe type, so no executor of one's
    // own can be written without a warning there.
    .target(name: "Executors", swiftSettings: settings),
    .executableTarget(
      name: "Hostile",
      dependencies: ["Executors"] + products.map { .product(name: $0, package: "swift-reactive") },
      swiftSettings: settings + [.strictMemorySafety()]),
  ],
  swiftLanguageModes: [.v6]
)
