import ExampleTerminal
import Testing

@testable import FormModel

@Suite struct ButtonTests {
  @Test func itIsPressedUnlessItIsDisabled() {
    let button = Button("Go")
    var count = 0
    button.onPress = { count += 1 }
    #expect(button.press(.enter))
    #expect(button.press(" "))
    #expect(!button.press("g"))
    button.isEnabled = false
    #expect(!button.press(.enter))
    #expect(count == 2)
  }
}
