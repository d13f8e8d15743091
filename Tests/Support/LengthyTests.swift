package import Testing

extension Trait where Self == ConditionTrait {
  /// For loops of 100,000 rounds or more, which take ten times as long in debug. CI runs all tests in release as well.
  package static var runsInRelease: Self {
    #if DEBUG
    .disabled("takes ten times as long in a debug build")
    #else
    .enabled(if: true)
    #endif
  }
}
