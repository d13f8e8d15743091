import ReactiveTestSupport
import ReactiveTracking
import Testing

extension Conformance {
  /// Each test uses a small stack, so that recursion per level fails.
  @Suite("beyond: size")
  struct BeyondSizeTests {
    @Test("10,000 scopes, each in the one before, end from the innermost to the outermost", arguments: [true, false])
    func scopes(isCancelled: Bool) {
      let order = onThread(stackKibibytes: 512) { () -> [Int] in
        var order: [Int] = []
        var outermost: EffectScope? = EffectScope()
        var last = outermost!
        for level in 0..<10_000 {
          last.onCleanup { order.append(level) }
          last = last.run { EffectScope() }
        }
        last = EffectScope()
        if isCancelled { outermost?.cancel() }
        outermost = nil
        return order
      }
      #expect(order == (0..<10_000).reversed())
    }

    @Test("20,000 effects of one scope run, pause and end")
    func effects() {
      let counts = onThread(stackKibibytes: 512) { () -> [Int] in
        var runs = 0
        var cleanups = 0
        let a = atom(0)
        let scope = EffectScope()
        for _ in 0..<20_000 {
          scope.effect {
            _ = a.value
            runs += 1
            onCleanup { cleanups += 1 }
          }
        }
        a.value = 1
        scope.pause()
        a.value = 2
        scope.resume()
        scope.cancel()
        a.value = 3
        return [runs, cleanups]
      }
      #expect(counts == [60_000, 60_000])
    }

    @Test("an effect that reads 100,000 atoms follows each of them")
    func sources() {
      let sums = onThread(stackKibibytes: 512) { () -> [Int] in
        let atoms = (0..<100_000).map { _ in atom(0) }
        var sums: [Int] = []
        let effect = Effect { sums.append(atoms.reduce(0) { $0 + $1.value }) }
        atoms[0].value = 1
        atoms[99_999].value = 1
        batch { for atom in atoms { atom.value = 2 } }
        effect.cancel()
        return sums
      }
      #expect(sums == [0, 1, 2, 200_000])
    }

    @Test("100 scope effects, each made in the body of the one before, end with the outermost")
    func nestedEffects() {
      // The bodies nest on the stack, and are large with the address sanitizer.
      let counts = onThread(stackKibibytes: 2_048) { () -> [Int] in
        let a = atom(0)
        var runs = 0
        var cleanups = 0
        func nest(_ depth: Int) {
          runs += 1
          _ = a.value
          onCleanup { cleanups += 1 }
          if depth > 0 { _ = Effect { _ in nest(depth - 1) } }
        }
        let outermost = Effect { _ in nest(100) }
        a.value = 1
        let middle = [runs, cleanups]
        outermost.cancel()
        a.value = 2
        return middle + [runs, cleanups]
      }
      #expect(counts == [202, 101, 202, 202])
    }
  }
}
