import ReactiveCore
import Testing

/// The examples of Ultramarine's README that need the core alone.
@Suite("Ultramarine's examples")
struct UltramarineExamples {
  @Test("Behavior")
  func behavior() {
    let name = "Alice".continuous  // Make open string behavior.
    #expect(name.value == "Alice")

    name <<= "Bob"
    #expect(name.value == "Bob")
  }

  @Test("Event")
  func event() {
    let event = Event<Void>()
    var counter = 0

    event.sink { counter += 1 }

    event.trigger(())
    event.trigger(())
    event.trigger(())
    #expect(counter == 3)
  }

  @Test("an event without observers")
  func eventAlone() {
    let event = Event<Void>()

    event.trigger(())
  }

  @Test("ViewModel and View (MVVM Architecture)")
  func viewModel() {
    class UILabel { var text = "" }

    class LabelViewModel {

      @Pub var text = ""

      func subscribe(_ label: UILabel) {
        $text.observe(with: label) { label, text in label.text = text }
      }
    }

    let viewModel = LabelViewModel()
    let label = UILabel()

    viewModel.subscribe(label)

    viewModel.text = "updated"  // Simple set.
    #expect(label.text == "updated")

    // Use <<= operator.
    viewModel.$text <<= "updated again"
    #expect(label.text == "updated again")
    #expect(viewModel.text == "updated again")
  }

  @Test("Event: Simple counter and tap event")
  func tapCounter() {
    class ViewModel {
      let tapEvent = Event<Void>()

      func tap() {
        tapEvent.trigger(Void())
      }
    }

    let viewModel = ViewModel()
    var count = 0

    viewModel.tapEvent.sink { count += 1 }

    viewModel.tap()
    #expect(count == 1)
    viewModel.tap()
    #expect(count == 2)
  }
}
