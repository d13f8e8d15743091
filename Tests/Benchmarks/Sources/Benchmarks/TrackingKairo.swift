import ReactiveTracking

/// The nine cases of the suite "kairo". Each function builds its graph and returns the body of the case.
enum Kairo {
  static func avoidablePropagation() -> () -> Void {
    let head = atom(0)
    let first = derive { head.value }
    let second = derive {
      consume(first.value)
      return 0
    }
    let third = derive {
      busy()
      return second.value + 1
    }
    let fourth = derive { third.value + 2 }
    let fifth = derive { fourth.value + 3 }
    _ = Effect {
      consume(fifth.value)
      busy()
    }
    return {
      batch { head.value = 1 }
      check(fifth.value, 6, in: "avoidablePropagation")
      for value in 0..<1000 {
        batch { head.value = value }
        check(fifth.value, 6, in: "avoidablePropagation")
      }
    }
  }

  static func broadPropagation() -> () -> Void {
    let head = atom(0)
    let runs = Tally()
    let last = (0..<50).map { index in
      let sum = derive { head.value + index }
      let next = derive { sum.value + 1 }
      _ = Effect {
        consume(next.value)
        runs.add()
      }
      return next
    }[49]
    return {
      batch { head.value = 1 }
      runs.reset()
      for value in 0..<50 {
        batch { head.value = value }
        check(last.value, value + 50, in: "broadPropagation")
      }
      check(runs.count, 2500, in: "broadPropagation, effects")
    }
  }

  static func deepPropagation() -> () -> Void {
    let head = atom(0)
    let runs = Tally()
    var last = derive { head.value + 1 }
    for _ in 1..<50 {
      last = derive { [last] in last.value + 1 }
    }
    let end = last
    _ = Effect {
      consume(end.value)
      runs.add()
    }
    return {
      batch { head.value = 1 }
      runs.reset()
      for value in 0..<50 {
        batch { head.value = value }
        check(end.value, value + 50, in: "deepPropagation")
      }
      check(runs.count, 50, in: "deepPropagation, effects")
    }
  }

  static func diamond() -> () -> Void {
    let head = atom(0)
    let runs = Tally()
    let middle = (0..<5).map { _ in derive { head.value + 1 } }
    let sum = derive { middle.map { $0.value }.reduce(0, +) }
    _ = Effect {
      consume(sum.value)
      runs.add()
    }
    return {
      batch { head.value = 1 }
      check(sum.value, 10, in: "diamond")
      runs.reset()
      for value in 0..<500 {
        batch { head.value = value }
        check(sum.value, (value + 1) * 5, in: "diamond")
      }
      check(runs.count, 500, in: "diamond, effects")
    }
  }

  /// The node in the middle makes a dictionary of its 100 inputs, which never equals the previous one.
  static func mux() -> () -> Void {
    mux(dictionary, entry: { $0[$1]! })
  }

  static func dictionary(_ values: [Int]) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: zip(0..., values))
  }

  /// A variant: the node in the middle returns the array itself.
  static func muxOfArray() -> () -> Void {
    mux({ $0 }, entry: { $0[$1] })
  }

  @inline(__always)
  private static func mux<Content>(
    _ content: @escaping ([Int]) -> Content, entry: @escaping (Content, Int) -> Int
  ) -> () -> Void {
    let heads = (0..<100).map { _ in atom(0) }
    let mux = derive { Fresh(content(heads.map { $0.value })) }
    let ends = heads.indices.map { index in
      let part = derive { entry(mux.value.content, index) }
      let end = derive { part.value + 1 }
      _ = Effect { consume(end.value) }
      return end
    }
    return {
      for index in 0..<10 {
        batch { heads[index].value = index }
        check(ends[index].value, index + 1, in: "mux")
      }
      for index in 0..<10 {
        batch { heads[index].value = index * 2 }
        check(ends[index].value, index * 2 + 1, in: "mux")
      }
    }
  }

  static func repeatedObservers() -> () -> Void {
    let head = atom(0)
    let runs = Tally()
    let sum = derive {
      var sum = 0
      for _ in 0..<30 { sum += head.value }
      return sum
    }
    _ = Effect {
      consume(sum.value)
      runs.add()
    }
    return {
      batch { head.value = 1 }
      check(sum.value, 30, in: "repeatedObservers")
      runs.reset()
      for value in 0..<100 {
        batch { head.value = value }
        check(sum.value, value * 30, in: "repeatedObservers")
      }
      check(runs.count, 100, in: "repeatedObservers, effects")
    }
  }

  static func triangle() -> () -> Void {
    let head = atom(0)
    let runs = Tally()
    var list: [Behavior<Int>] = []
    var last: Behavior<Int> = head
    // The tenth derivation is not read.
    for _ in 0..<10 {
      list.append(last)
      last = derive { [last] in last.value + 1 }
    }
    let sum = derive { [list] in list.map { $0.value }.reduce(0, +) }
    _ = Effect {
      consume(sum.value)
      runs.add()
    }
    let unread = last
    return {
      batch { head.value = 1 }
      check(sum.value, 55, in: "triangle")
      runs.reset()
      for value in 0..<100 {
        batch { head.value = value }
        check(sum.value, 45 + value * 10, in: "triangle")
      }
      check(runs.count, 100, in: "triangle, effects")
      withExtendedLifetime(unread) {}
    }
  }

  static func unstable() -> () -> Void {
    let head = atom(0)
    let runs = Tally()
    let double = derive { head.value * 2 }
    let inverse = derive { -head.value }
    let current = derive {
      var sum = 0
      for _ in 0..<20 {
        sum += head.value % 2 != 0 ? double.value : inverse.value
      }
      return sum
    }
    _ = Effect {
      consume(current.value)
      runs.add()
    }
    return {
      batch { head.value = 1 }
      check(current.value, 40, in: "unstable")
      runs.reset()
      for value in 0..<100 {
        batch { head.value = value }
      }
      check(runs.count, 100, in: "unstable, effects")
    }
  }
}
