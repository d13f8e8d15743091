import ReactiveBindings
import Testing

/// The binding example of Ultramarine's README, unchanged, with a plain class for UIKit's.
@Suite("Ultramarine's examples that bind")
struct UltramarineBindingExamples {
  @Test("ViewModel and View (MVVM Architecture)")
  func viewModel() {
    // As in UIKit.
    class UILabel { var text: String? }

    class LabelViewModel {

      @Pub var text = ""

      func subscribe(_ label: UILabel) {
        $text.assign(to: \UILabel.text, on: label)
      }
    }

    let viewModel = LabelViewModel()
    let label = UILabel()

    viewModel.subscribe(label)
    #expect(label.text == "")

    viewModel.text = "updated"  // Simple set.
    #expect(label.text == "updated")

    // Use <<= operator.
    viewModel.$text <<= "updated again"
    #expect(label.text == "updated again")
    #expect(viewModel.text == "updated again")
  }

  @Test("the same with a text that is no optional, and with the description of a number")
  func otherLabels() {
    class Label { var text = "" }

    class LabelViewModel {
      @Pub var text = ""
      @Pub var count = 0

      func subscribe(_ label: Label, _ counter: Label) {
        $text.assign(to: \Label.text, on: label)
        $count.assign(describeTo: \Label.text, on: counter)
      }
    }

    let viewModel = LabelViewModel()
    let label = Label()
    let counter = Label()
    viewModel.subscribe(label, counter)
    viewModel.text = "updated"
    viewModel.count += 1
    #expect(label.text == "updated")
    #expect(counter.text == "1")
  }

  @Test("the same on the main actor, where views live")
  @MainActor func mainActor() {
    @MainActor class UILabel { var text: String? }

    @MainActor class LabelViewModel {

      @Pub var text = ""

      func subscribe(_ label: UILabel) {
        $text.assign(to: \UILabel.text, on: label)
      }
    }

    let viewModel = LabelViewModel()
    let label = UILabel()

    viewModel.subscribe(label)

    viewModel.text = "updated"  // Simple set.
    #expect(label.text == "updated")
    viewModel.$text <<= "updated again"
    #expect(label.text == "updated again")
  }
}
