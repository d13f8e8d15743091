import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: writes inside, and runs that settle")
  struct BeyondWritesTests {
    private let kept = Kept()

    @Test("a derivation that writes notifies the effects of what it wrote, whatever reads it")
    func derivationWritesForEffect() {
      @Atom var a = 0
      @Atom var side = 0
      let writer = derive { () -> Int in
        side = a * 10
        return a
      }
      var seen: [Int] = []
      kept(Effect { seen.append(side) })
      kept(Effect { _ = writer.value })
      a = 1
      a = 2
      #expect(seen == [0, 10, 20])
    }

    @Test("a derivation that writes what another dependency of its reader is made of: the reader ends up to date")
    func derivationWritesForReader() {
      @Atom var a = 0
      @Atom var side = 0
      @Derived var double = side * 2
      let writer = derive { () -> Int in
        side = a
        return a
      }
      var seen: [[Int]] = []
      kept(Effect { seen.append([double, writer.value]) })
      a = 1
      #expect(seen.last == [2, 1])
      a = 2
      #expect(seen.last == [4, 2])
    }

    @Test("two effects that correct one value into different ranges settle where both agree")
    func agree() {
      @Atom var a = 0
      kept(Effect { if a < 3 { a = 3 } })
      kept(Effect { if a > 7 { a = 7 } })
      a = 100
      #expect(a == 7)
      a = -100
      #expect(a == 3)
      a = 5
      #expect(a == 5)
    }

    @Test("a value that is kept in two forms stays the same in both")
    func twoForms() {
      @Atom var number = 1
      @Atom var text = "1"
      kept(Effect { text = String(number) })
      kept(Effect { if let parsed = Int(text) { number = parsed } })
      number = 12
      #expect(text == "12")
      text = "7"
      #expect(number == 7)
      text = "x"
      #expect(number == 7)
      number = 8
      #expect(text == "8")
    }

    @Test("an effect counts the runs of another without running with it")
    func countsRuns() {
      @Atom var a = 0
      @Atom var count = 0
      kept(
        Effect {
          _ = a
          count = untracked { count } + 1
        })
      for step in 1...5 { a = step }
      #expect(count == 6)
    }

    @Test("what an effect toggles back within its run is no change for others")
    func togglesBack() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var isBusy = false
      kept(Effect { runs.note("observer", reading: isBusy) })
      kept(
        Effect {
          isBusy = true
          _ = a
          isBusy = false
        })
      runs.reset()
      a = 1
      #expect(runs.log == [])
    }

    @Test("an observer's write is delivered after the running delivery, and effects see the last value")
    func observerWrites() {
      @Atom var a = 0
      var notified: [Int] = []
      var seen: [Int] = []
      let first = $a.sink { if $0 == 1 { a = 2 } }
      let second = $a.sink { notified.append($0) }
      kept(Effect { seen.append(a) })
      a = 1
      #expect(notified == [1, 2])
      #expect(seen == [0, 2])
      first.cancel()
      second.cancel()
    }

    @Test("an update in place inside an effect is one change")
    func updateInPlace() {
      @Atom var source = 0
      @Atom var items: [Int] = []
      var seen: [[Int]] = []
      kept(Effect { seen.append(items) })
      kept(
        Effect {
          let value = source
          $items.update {
            $0.append(value)
            $0.append(value)
          }
        })
      source = 1
      #expect(seen == [[], [0, 0], [0, 0, 1, 1]])
    }

    @Test("1,000 effects, each of which writes the source of the next, settle on a small stack's depth")
    func longLine() {
      let atoms = (0...1_000).map { _ in atom(0) }
      for index in 0..<1_000 { kept(Effect { atoms[index + 1].value = atoms[index].value }) }
      for step in 1...3 {
        atoms[0].value = step
        #expect(atoms[1_000].value == step)
      }
    }

    @Test("the same in reverse order of creation: each write comes after the effect that reads it")
    func longLineBackwards() {
      let atoms = (0...1_000).map { _ in atom(0) }
      for index in (0..<1_000).reversed() { kept(Effect { atoms[index + 1].value = atoms[index].value }) }
      atoms[0].value = 1
      #expect(atoms[1_000].value == 1)
    }

    @Test("an effect that sorts its own array by swaps, one swap a run")
    func sorts() {
      @Atom var items = [5, 3, 8, 1, 9, 2]
      var runs = 0
      kept(
        Effect {
          runs += 1
          for index in items.indices.dropLast() where items[index] > items[index + 1] {
            var swapped = items
            swapped.swapAt(index, index + 1)
            items = swapped
            return
          }
        })
      #expect(items == [1, 2, 3, 5, 8, 9])
      #expect(runs == 9)
    }
  }
}
