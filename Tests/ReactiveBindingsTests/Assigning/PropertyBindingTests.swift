import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite("A line of a block of bindings")
struct PropertyBindingTests {
  @Test("does nothing until it is bound, and can be bound to several objects")
  func severalTargets() {
    let number = OpenBehavior(1)
    let binding: PropertyBinding<WrittenTarget<Int>> = \.value <- number
    let targets = [WrittenTarget(0), WrittenTarget(0)]
    number.value = 2
    #expect(targets.map(\.writes) == [[], []])
    for target in targets { _ = bind(target) { binding } }
    number.value = 3
    #expect(targets.map(\.writes) == [[2, 3], [2, 3]])
  }

  @Test("each target has its own notion of what was written last")
  func ownMemory() {
    let number = chatty(1)
    let binding: PropertyBinding<WrittenTarget<Int>> = \.value <- number
    let first = WrittenTarget(0)
    _ = bind(first) { binding }
    let second = WrittenTarget(0)
    _ = bind(second) { binding }
    number.value = 1
    #expect(first.writes == [1] && second.writes == [1])
  }

  @Test("equal values and the same instance are not written again; what cannot be compared is")
  func cut() {
    let numbers = WrittenTarget(0)
    let optionals = WrittenTarget<Int?>(nil)
    let opaques = WrittenTarget(Opaque(0))
    let objects = WrittenTarget<PlainLabel?>(nil)
    let number = chatty(1)
    let opaque = OpenBehavior(Opaque(1))
    let object = chatty(PlainLabel())
    _ = bind(numbers) { \.value <- number }
    _ = bind(optionals) { \.value <- number }
    _ = bind(opaques) { \.value <- opaque }
    _ = bind(objects) { \.value <- object }
    number.value = 1
    opaque.value = Opaque(1)
    object.value = object.value
    #expect(numbers.writes == [1] && optionals.writes == [1])
    #expect(opaques.writes.count == 2 && objects.writes.count == 1)
  }

  @Test("keeps alive what the property follows, as long as the line itself lives")
  func keeps() {
    var number: OpenBehavior<Int>? = OpenBehavior(1)
    @Weak var weakNumber = number
    var binding: PropertyBinding<PlainLabel>? = \.number <- number!
    number = nil
    #expect(weakNumber != nil)
    let label = PlainLabel()
    _ = bind(label) { binding! }
    binding = nil
    #expect(weakNumber == nil)
    #expect(label.number == 1)
  }
}
