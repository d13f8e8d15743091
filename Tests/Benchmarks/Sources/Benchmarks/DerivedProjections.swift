import OpenCombine
import ReactiveDerived

extension Suite {
  /// Writable behaviors backed by others, and undo.
  static var derivedProjections: Suite {
    Suite(
      name: "Derived: projections",
      cases: [unobserved, observed, partOfPart, siblings, converted, linked, history, otherHistories] + memory)
  }

  private struct Home: Equatable {
    var city = 0
    var zip = 0
  }

  private struct User: Equatable {
    var name = "Ada"
    var age = 36
    var home = Home()
  }

  private final class Holder {
    var user = User()
    var observers: [(Int) -> Void] = []

    /// A part's setter as written by hand.
    var city: Int {
      get { user.home.city }
      set {
        if newValue == user.home.city { return }
        user.home.city = newValue
        for observer in observers { observer(newValue) }
      }
    }
  }

  private static let byHand = "a struct in a class, getter and setter by hand"

  /// Reads every value back, so each counts as delivered.
  private static func unobserved(_ write: @escaping (Int) -> Void, _ read: @escaping () -> Int) -> Work {
    let cell = Checksum.cell
    return Work(deliveries: 0) { values in
      for value in values { write(value) }
      cell.pointee &+= 0 &* read()
    }
  }

  private static var unobserved: Case {
    Case(
      name: "write a part at depth two, unobserved",
      unit: "ns",
      bounds: [.timesFloor(3)],
      contenders: [
        .floor("OpenBehavior.update") {
          let user = OpenBehavior(User())
          return unobserved({ new in user.update { $0.home.city = new } }, { user.value.home.city })
        },
        .ours("user[\\.home.city]") {
          let user = OpenBehavior(User())
          let city = user[\.home.city]
          return unobserved({ city.value = $0 }, { user.value.home.city })
        },
        .peer(byHand) {
          let holder = Holder()
          return unobserved({ holder.city = $0 }, { holder.city })
        },
        .peer("OpenCombine CurrentValueSubject") {
          let user = CurrentValueSubject<User, Never>(User())
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
        .floor("OpenBehavior.update, an observer of map(\\.home.city)") {
          let user = OpenBehavior(User())
          let city = user.map(\.home.city)
          city.sink { cell.pointee &+= $0 }
          return Work { values in
            for value in values { user.update { $0.home.city = value } }
            withExtendedLifetime(city) {}
          }
        },
        .ours("user[\\.home.city]") {
          let city = OpenBehavior(User())[\.home.city]
          city.sink { cell.pointee &+= $0 }
          return Work { values in for value in values { city.value = value } }
        },
        .peer(byHand) {
          let holder = Holder()
          holder.observers = [{ cell.pointee &+= $0 }]
          return Work { values in for value in values { holder.city = value } }
        },
        .peer("OpenCombine CurrentValueSubject, map, removeDuplicates") {
          let user = CurrentValueSubject<User, Never>(User())
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
        .ours("user[\\.home][\\.city]") {
          let city = OpenBehavior(User())[\.home][\.city]
          city.sink { cell.pointee &+= $0 }
          return Work { values in for value in values { city.value = value } }
        }
      ])
  }

  private static var siblings: Case {
    let cell = Checksum.cell
    return Case(
      name: "the same, with an observer of each of two siblings",
      unit: "ns",
      contenders: [
        .ours("user[\\.home.city], user[\\.home.zip], user[\\.age]") {
          let user = OpenBehavior(User())
          let (city, zip, age) = (user[\.home.city], user[\.home.zip], user[\.age])
          for part in [city, zip, age] { part.sink { cell.pointee &+= $0 } }
          return Work { values in
            for value in values { city.value = value }
            withExtendedLifetime((zip, age)) {}
          }
        }
      ])
  }

  private static var converted: Case {
    let cell = Checksum.cell
    return Case(
      name: "write a converted value, with an observer of each side",
      unit: "ns",
      contenders: [
        .floor(byHand) {
          let holder = Holder()
          holder.observers = [{ cell.pointee &+= $0 }]
          return Work { values in for value in values { holder.city = -(-value) } }
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
      ])
  }

  private static var linked: Case {
    let cell = Checksum.cell
    return Case(
      name: "override a linked property, then write its source, with an observer",
      unit: "ns/write",
      contenders: [
        .ours("LinkedProperty", per: 2) {
          let source = OpenBehavior(0)
          let draft = LinkedProperty(source)
          draft.sink { cell.pointee &+= $0 }
          // Consecutive writes differ.
          let offset = 1 << 40
          return Work(deliveries: 2) { values in
            for value in values {
              draft.value = value
              source.value = value &+ offset
            }
            cell.pointee &-= offset &* values.count
          }
        }
      ])
  }

  /// Writes of a behavior with an observer; `keeping` may keep an object alive.
  private static func written(_ keeping: (OpenBehavior<Int>) -> Any?) -> Work {
    let cell = Checksum.cell
    let value = OpenBehavior(0)
    value.sink { cell.pointee &+= $0 }
    let kept = keeping(value)
    return Work { values in
      for new in values { value.value = new }
      withExtendedLifetime(kept) {}
    }
  }

  private static var history: Case {
    Case(
      name: "write a behavior of a History, with an observer",
      unit: "ns",
      bounds: [.aboveFloor(50)],
      contenders: [
        .floor("without") { written { _ in nil } },
        .ours("History(of:)") { written { History(of: $0) } },
      ])
  }

  private static var otherHistories: Case {
    Case(
      name: "the same, of a History of two",
      unit: "ns",
      bounds: [.aboveFloor(50)],
      contenders: [
        .floor("without") { written { _ in nil } },
        .ours("History(of: a, b)") { written { History(of: $0, OpenBehavior("")) } },
        .peer("History(of: a, b, c, d)") {
          written { History(of: $0, OpenBehavior(""), OpenBehavior(false), OpenBehavior(0.5)) }
        },
        .peer("History(of: a, coalescing: .seconds(1))") { written { History(of: $0, coalescing: .seconds(1)) } },
      ])
  }

  private static var memory: [Case] {
    func bytes(_ name: String, _ make: @escaping (OpenBehavior<User>) -> AnyObject) -> Case {
      Case(
        name: name,
        unit: "bytes",
        contenders: [
          .once(.ours) {
            let user = OpenBehavior(User())
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
            User(age: $0)
          })
      },
      bytes("LinkedProperty, made and read") { read(LinkedProperty($0)) },
      bytes("LinkedProperty with a function, made and read") { read(LinkedProperty($0) { user, _ in user.age }) },
      bytes("TentativeProperty, made and read") { read(TentativeProperty(parentProperty: $0)) },
      bytes("History of one behavior") { History(of: $0) },
    ]
  }
}
