/// The sizes of tests that make as much as an app ever would.
package enum TestSize {
  /// 1,000,000; in debug builds, which take ten times as long for each, 100,000. CI runs the tests in both.
  package static let large = {
    #if DEBUG
    100_000
    #else
    1_000_000
    #endif
  }()

  /// 90,000; in debug builds, 9,000. Loops that end may take up to 100,000 rounds.
  package static let rounds = {
    #if DEBUG
    9_000
    #else
    90_000
    #endif
  }()
}
