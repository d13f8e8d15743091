import Foundation
import ReactiveTestSupport
import ReactiveTracking
import Testing

/// Laws 5, 10 and 11, in graphs so large that recursion per node, or a visit per path, fails.
@Suite("Size")
struct SizeTests {
  /// Makes a chain, reads it as it is built, writes its source, reads its end, and releases it.
  @Sendable private static func chain(of count: Int) -> [Int] {
    let source = atom(0)
    var runs = 0
    var last = derive { source.value + 1 }
    for _ in 1..<count {
      last = derive { [last] in
        runs += 1
        return last.value + 1
      }
      _ = last.value
    }
    let effect = Effect { _ = last.value }
    runs = 0
    source.value = 1
    defer { effect.cancel() }
    return [last.value, runs]
  }

  @Test("a chain of 1,000,000 derivations (short: 100,000) is updated, each once, and released")
  func longChain() {
    #expect(Self.chain(of: TestSize.large) == [TestSize.large + 1, TestSize.large - 1])
  }

  @Test("so is one on a stack of 512 KiB")
  func longChainOnSmallStack() {
    #expect(
      onThread(stackKibibytes: 512) { Self.chain(of: TestSize.large) } == [TestSize.large + 1, TestSize.large - 1])
  }

  @Test("a ladder of diamonds, 5 wide and 1,000 deep: each node once per change")
  func ladder() {
    let source = atom(0)
    var runs = 0
    var rung = derive { source.value }
    for _ in 0..<1_000 {
      let sides = (0..<5).map { side in
        derive { [rung] in
          runs += 1
          return rung.value &+ side
        }
      }
      rung = derive {
        runs += 1
        return sides.reduce(0) { $0 &+ $1.value }
      }
      _ = rung.value
    }
    let effect = Effect { _ = rung.value }
    for value in 1...3 {
      runs = 0
      source.value = value
      #expect(runs == 6_000)
    }
    effect.cancel()
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a first read that is too deep for the stack stops with a message that says so", .enabled(if: hasPlainStack))
  func deepFirstRead() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = onThread(stackKibibytes: 512) { () -> Int in
          let source = atom(0)
          var last = derive { source.value }
          for _ in 0..<100_000 { last = derive(name: "the last") { [last] in last.value } }
          return last.value
        }
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("the stack of this thread is too small to read the last"))
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test(
    "effects made in each other's bodies, too deep for the stack: the message names effects",
    .enabled(if: hasPlainStack))
  func deepEffects() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        onThread(stackKibibytes: 512) {
          func make(_ level: Int) {
            _ = Effect(name: "level") { if level < 100_000 { make(level + 1) } }
          }
          make(0)
        }
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("the stack of this thread is too small to run level: "))
    #expect(message.contains(" effects are running, each made in the body of the one before."))
    #expect(!message.contains("derivations"))
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a chain that is read too deep in an effect is still one of derivations", .enabled(if: hasPlainStack))
  func deepReadInEffect() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        onThread(stackKibibytes: 512) {
          let source = atom(0)
          var last = derive { source.value }
          for _ in 0..<100_000 { last = derive(name: "the last") { [last] in last.value } }
          _ = Effect { untracked { _ = last.value } }
        }
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("the stack of this thread is too small to read the last: "))
    #expect(message.contains(" derivations are reading each other"))
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("cleanups that each end the next effect or scope, too deep for the stack", .enabled(if: hasPlainStack))
  func deepCleanups() async throws {
    let ofEffects = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onThread(stackKibibytes: 512) {
        var last = Effect {}
        for _ in 0..<100_000 { last = Effect(name: "one of them") { [last] in onCleanup { last.cancel() } } }
        last.cancel()
      }
    }
    let ofScopes = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onThread(stackKibibytes: 512) {
        var last = EffectScope()
        for _ in 0..<100_000 {
          let next = EffectScope(name: "one of them")
          next.onCleanup { [last] in last.cancel() }
          last = next
        }
        last.cancel()
      }
    }
    let ofEnded = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onThread(stackKibibytes: 512) {
        let scope = EffectScope(name: "one of them")
        scope.cancel()
        func add(_ level: Int) { scope.onCleanup { if level < 100_000 { add(level + 1) } } }
        add(0)
      }
    }
    for result in [ofEffects, ofScopes, ofEnded] {
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains("the stack of this thread is too small for the cleanups of one of them: "))
      #expect(message.contains("Keep what ends together in one EffectScope, or end it in a loop."))
    }
  }
  #endif

  @Test("100,000 effects, each owned by the one before, are paused, resumed and ended without recursion")
  func nestedEffects() {
    let counts = onThread(stackKibibytes: 512) { () -> [Int] in
      let source = atom(0)
      var runs = 0
      var cleanups = 0
      let root = EffectScope()
      var innermost = root
      for _ in 0..<100_000 {
        var next: EffectScope?
        innermost.effect { scope in
          next = scope
          runs += 1
          onCleanup { cleanups += 1 }
        }
        innermost = next!
      }
      innermost.effect { _ = source.value }
      root.pause()
      source.value = 1
      root.resume()
      innermost = root
      root.cancel()
      return [runs, cleanups]
    }
    #expect(counts == [100_000, 100_000])
  }
}
