import ReactiveCore
import Testing

@Test func smoke() {
  let a = OpenBehavior(1, name: "a")
  var log: [Int] = []
  a.observe { log.append($0) }
  a.value = 2
  a <<= 2
  batch { a.value = 5; a.value = 2 }
  batch { a.value = 5; a.value = 7 }
  #expect(log == [1, 2, 7])
  let b = Computed { a.value * 10 }
  let c = Computed { a.value + 1 }
  var runs = 0
  let d = Computed { runs += 1; return b.value + c.value }
  #expect(d.value == 78)
  var seen: [Int] = []
  d.sink { seen.append($0) }
  a.value = 1
  #expect(seen == [12])
  #expect(runs == 2)
  let e = Event<Void>()
  var n = 0
  e.sink { n += 1 }
  e.trigger()
  #expect(n == 1)
  print(OpenBehavior(1).label, d.label, a.label)
}
