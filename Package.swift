// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The layers above the core. Each depends on ReactiveCore and on nothing else; none imports another.
let upperLayers = ["ReactiveDerived", "ReactiveTracking", "ReactiveElm", "ReactiveBindings"]
let layers = ["ReactiveCore"] + upperLayers

/// Layers that a layer's tests import beside it, to see that they mix: properties with tracked derivations, questions that
/// are tracked with those that are not, and bindings with all of them.
let mixedWith = [
  "ReactiveDerived": ["ReactiveTracking"],
  "ReactiveTracking": ["ReactiveDerived"],
  "ReactiveBindings": ["ReactiveDerived", "ReactiveTracking", "ReactiveElm"],
]

/// What the tests of a layer import.
func underTest(_ layer: String) -> [Target.Dependency] {
  let others = mixedWith[layer] ?? []
  return Set(["ReactiveCore", "ReactiveTestSupport", layer] + others).sorted().map { .target(name: $0) }
}

let package = Package(
  name: "swift-reactive",
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: layers.map { .library(name: $0, targets: [$0]) },
  targets: [
    .target(name: "ReactiveCore", swiftSettings: settings),
    // What all tests use. In no product, so that packages that depend on one do not build it.
    .target(
      name: "ReactiveTestSupport", dependencies: ["ReactiveCore"], path: "Tests/Support", swiftSettings: settings),
  ]
    + upperLayers.map {
      .target(name: $0, dependencies: ["ReactiveCore"], swiftSettings: settings)
    }
    + layers.map {
      .testTarget(name: "\($0)Tests", dependencies: underTest($0), swiftSettings: settings)
    },
  swiftLanguageModes: [.v6]
)
