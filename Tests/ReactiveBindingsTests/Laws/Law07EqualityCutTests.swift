import ReactiveBindings
import Testing

@Suite("Law 7 of two-way bindings: equality cut")
struct TwoWayEqualityCutTests {
  private class Item {}

  /// Announces each write, and keeps its value.
  private final class Stubborn<Value> {
    private let kept: Value
    private(set) var writes = 0
    let announced = Event<Void>()
    init(_ kept: Value) { self.kept = kept }
    var value: Value {
      get { kept }
      set {
        writes += 1
        announced.trigger()
      }
    }
  }

  private static func bind<Value>(_ behavior: OpenBehavior<Value>, to kept: Value) -> Stubborn<Value> {
    let field = Stubborn(kept)
    behavior.bindTwoWay(to: \.value, on: field, changes: .event(\.announced))
    return field
  }

  @Test("an object that a property has already is not written to it")
  func sameObject() {
    let item = Item()
    let loose: any AnyObject = item
    #expect(Self.bind(OpenBehavior(item), to: item).writes == 0)
    #expect(Self.bind(OpenBehavior<Item?>(item), to: item).writes == 0)
    #expect(Self.bind(OpenBehavior<any AnyObject>(loose), to: loose).writes == 0)
  }

  @Test("a property that keeps its object corrects the behavior, as one of a number does")
  func correction() {
    let (one, other) = (Item(), Item())
    let (number, object, optional) = (OpenBehavior(1), OpenBehavior(one), OpenBehavior<Item?>(one))
    let fields: [AnyObject] = [
      Self.bind(number, to: 1), Self.bind(object, to: one), Self.bind(optional, to: one),
    ]
    number.value = 2
    object.value = other
    optional.value = nil
    #expect(number.value == 1 && object.value === one && optional.value === one)
    withExtendedLifetime(fields) {}
  }
}

@Suite("Law 7 of assigning: equality cut")
struct AssignEqualityCutTests {
  @Test("a property wrapper's projection is assigned by a reader, and notified of every assignment is cut by ==")
  func property() {
    final class Model { @Property var number = 1 }
    let model = Model()
    let target = WrittenTarget(0)
    model.$number.assign(to: \.value, on: target)
    model.number = 1
    model.number = 2
    #expect(target.writes == [1, 2])
  }
}
