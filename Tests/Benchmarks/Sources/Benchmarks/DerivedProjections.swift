import CBenchmarkSupport
import OpenCombine
import ReactiveDerived

extension Suite {
  /// Writable behaviors backed by others, and undo.
  static var derivedProjections: Suite {
    Suite(
      name: "Derived: projections",
      cases: [unobserved, observed, partOfPart, siblings, converted, linked] + derivedHistory + memory)
  }

  private static let byHand = "a struct in a class, getter and setter by hand"

  /// After each run, the part must have the last value.
  private static func unobserved(_ write: @escaping (Int) -> Void, _ read: @escaping () -> Int) -> Work {
    Work(deliveries: 0) { values in
      for value in values {
        write(value)
        benchmark_barrier()
      }
      check(read(), values.upperBound - 1, in: "a write of a part")
    }
  }

  private static var unobserved: Case {
    // The bound is for a path written in the call.
    Case(
      name: "write a part at depth two, unobserved",
      unit: "ns",
      bounds: [.timesFloor(3)],
      contenders: [
        .floor("OpenBehavior.update") {
          let user = OpenBehavior(ProjectedUser())
          return unobserved({ new in user.update { $0.home.city = new } }, { user.value.home.city })
        },
        .ours("user[\\.home.city]") {
          let user = OpenBehavior(ProjectedUser())
          let city = user[\.home.city]
          return unobserved({ city.value = $0 }, { user.value.home.city })
        },
        .peer("user[path], a path from a variable") {
          let user = OpenBehavior(ProjectedUser())
          let city = user[ProjectedUser.somePath]
          return unobserved({ city.value = $0 }, { user.value.home.city })
        },
        .peer(byHand) {
          let user = UserByHand()
          return unobserved({ user.city = $0 }, { user.city })
        },
        .peer("OpenCombine CurrentValueSubject") {
          let user = CurrentValueSubject<ProjectedUser, Never>(ProjectedUser())
          return unobserved({ user.value.home.city = $0 }, { user.value.home.city })
        },
      ])
  }

  private static var observed: Case {
    let cell = Checksum.cell
    return Case(
      name: "write a part, which one observer sees",
      unit: "ns",
      bounds: [.aboveFloor(25)],
      contenders: [
        .floor("a plain write, one observer") {
          let city = OpenBehavior(0)
          city.sink { cell.pointee &+= $0 }
          return Work { values in for value in values { city.value = value } }
        },
        .ours("user[\\.home.city]") {
          let city = OpenBehavior(ProjectedUser())[\.home.city]
          city.sink { cell.pointee &+= $0 }
          return Work { values in for value in values { city.value = value } }
        },
        .peer("update, an observer of map(\\.home.city)") {
          let user = OpenBehavior(ProjectedUser())
          let city = user.map(\.home.city)
          city.sink { cell.pointee &+= $0 }
          return Work { values in
            for value in values { user.update { $0.home.city = value } }
            withExtendedLifetime(city) {}
          }
        },
        .peer(byHand) {
          let user = UserByHand()
          user.cityObservers = [{ cell.pointee &+= $0 }]
          return Work { values in for value in values { user.city = value } }
        },
        .peer("OpenCombine CurrentValueSubject, map, removeDuplicates") {
          let user = CurrentValueSubject<ProjectedUser, Never>(ProjectedUser())
          let token = user.dropFirst().map(\.home.city).removeDuplicates().sink { cell.pointee &+= $0 }
          return Work { values in
            for value in values { user.value.home.city = value }
            withExtendedLifetime(token) {}
          }
        },
      ])
  }

  private static var partOfPart: Case {
    let cell = Checksum.cell
    return Case(
      name: "the same, by a part of a part",
      unit: "ns",
      contenders: [
        .floor(byHand) {
          let user = UserByHand()
          user.cityObservers = [{ cell.pointee &+= $0 }]
          return Work { values in for value in values { user.city = value } }
        },
        .ours("user[\\.home][\\.city]") {
          let city = OpenBehavior(ProjectedUser())[\.home][\.city]
          city.sink { cell.pointee &+= $0 }
          return Work { values in for value in values { city.value = value } }
        },
      ])
  }

  private static var siblings: Case {
    let cell = Checksum.cell
    return Case(
      name: "the same, with an observer of each of two siblings",
      unit: "ns",
      contenders: [
        .floor(byHand) {
          let user = UserByHand()
          user.cityObservers = [{ cell.pointee &+= $0 }]
          user.zipObservers = [{ cell.pointee &+= $0 }]
          user.ageObservers = [{ cell.pointee &+= $0 }]
          return Work { values in for value in values { user.city = value } }
        },
        .ours("user[\\.home.city], user[\\.home.zip], user[\\.age]") {
          let user = OpenBehavior(ProjectedUser())
          let (city, zip, age) = (user[\.home.city], user[\.home.zip], user[\.age])
          for part in [city, zip, age] { part.sink { cell.pointee &+= $0 } }
          return Work { values in
            for value in values { city.value = value }
            withExtendedLifetime((zip, age)) {}
          }
        },
      ])
  }

  private static var converted: Case {
    let cell = Checksum.cell
    return Case(
      name: "write a converted value, with an observer of each side",
      unit: "ns",
      contenders: [
        .floor(byHand) {
          let number = NumberByHand()
          number.observers = [{ cell.pointee &+= $0 }]
          number.negativeObservers = [{ consume($0) }]
          return Work { values in for value in values { number.negative = -value } }
        },
        .ours("converted { } back: { }") {
          let source = OpenBehavior(0)
          let negative = source.converted {
            -$0
          } back: {
            -$0
          }
          source.sink { cell.pointee &+= $0 }
          negative.sink { consume($0) }
          return Work { values in for value in values { negative.value = -value } }
        },
        // OpenCombine has no conversion in both directions. Without the tests, the two would write each other forever.
        .peer("OpenCombine, two subjects with map and sink") {
          let source = CurrentValueSubject<Int, Never>(0)
          let negative = CurrentValueSubject<Int, Never>(0)
          let tokens = [
            source.dropFirst().map { -$0 }.sink { if $0 != negative.value { negative.value = $0 } },
            negative.dropFirst().map { -$0 }.sink { if $0 != source.value { source.value = $0 } },
            source.dropFirst().sink { cell.pointee &+= $0 },
            negative.dropFirst().sink { consume($0) },
          ]
          return Work { values in
            for value in values { negative.value = -value }
            withExtendedLifetime(tokens) {}
          }
        },
      ])
  }

  private static var linked: Case {
    let cell = Checksum.cell
    // Consecutive writes differ.
    let offset = 1 << 40
    return Case(
      name: "override a linked property, then write its source, with an observer",
      unit: "ns/write",
      contenders: [
        .floor(byHand, per: 2) {
          let draft = DraftByHand()
          draft.observers = [{ cell.pointee &+= $0 }]
          return Work(deliveries: 2) { values in
            for value in values {
              draft.draft = value
              draft.saved = value &+ offset
            }
            cell.pointee &-= offset &* values.count
          }
        },
        .ours("LinkedProperty", per: 2) {
          let source = OpenBehavior(0)
          let draft = LinkedProperty(source)
          draft.sink { cell.pointee &+= $0 }
          return Work(deliveries: 2) { values in
            for value in values {
              draft.value = value
              source.value = value &+ offset
            }
            cell.pointee &-= offset &* values.count
          }
        },
      ])
  }

  private static var memory: [Case] {
    func bytes(_ name: String, _ make: @escaping (OpenBehavior<ProjectedUser>) -> AnyObject) -> Case {
      Case(
        name: name,
        unit: "bytes",
        contenders: [
          .once(.ours) {
            let user = OpenBehavior(ProjectedUser())
            return bytesPerInstance { _ in make(user) }
          }
        ])
    }
    func read<Value>(_ behavior: OpenBehavior<Value>) -> AnyObject {
      _ = behavior.value
      return behavior
    }
    return [
      bytes("user[\\.home.city], made and read") { read($0[\.home.city]) },
      bytes("converted, made and read") {
        read(
          $0.converted {
            $0.age
          } back: {
            ProjectedUser(age: $0)
          })
      },
      bytes("LinkedProperty, made and read") { read(LinkedProperty($0)) },
      bytes("LinkedProperty with a function, made and read") { read(LinkedProperty($0) { user, _ in user.age }) },
      bytes("TentativeProperty, made and read") { read(TentativeProperty(parentProperty: $0)) },
      bytes("History of one behavior") { History(of: $0) },
    ]
  }
}
