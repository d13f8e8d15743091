import Foundation

/// The sizes of tests that make as much as an app ever would.
///
/// CI runs the short form, in debug builds and, as `.ci/test-sanitized` sets `REACTIVE_SHORT_TESTS=1`, under the
/// sanitizers: there each takes about ten times as long. (`.ci/test-hostile` releases chains of 1,000,000.) The long
/// form is `.ci/test-sanitized address whole`, or `swift test -c release --disable-testable-imports`.
package enum TestSize {
  /// 1,000,000; in short 100,000.
  package static let large = isShort ? 100_000 : 1_000_000

  /// 100,000; in debug builds 20,000. On a stack of 512 KiB, recursion over 20,000 fails with 27 bytes for each level.
  package static let chain = isDebug ? 20_000 : 100_000

  /// 90,000; in debug builds 9,000. Loops that end may take up to 100,000 rounds.
  package static let rounds = isDebug ? 9_000 : 90_000

  private static let isShort = isDebug || ProcessInfo.processInfo.environment["REACTIVE_SHORT_TESTS"] != nil

  private static let isDebug = {
    #if DEBUG
    true
    #else
    false
    #endif
  }()
}
