public import ExampleTerminal

extension SignUpForm {
  /// Presses the keys of a script. Throws if a key does nothing.
  ///
  /// - Parameter didPress: called with a place in the script after all keys at that place.
  public func press(_ script: KeyScript, didPress: (_ place: String) -> Void = { _ in }) throws(InputError) {
    for (index, step) in script.steps.enumerated() {
      if isOver { throw InputError("\(step.place): the program has ended before \(step.key)") }
      if !press(step.key) { throw InputError("\(step.place): \(step.key) does nothing here") }
      let next = index + 1
      if next == script.steps.count || script.steps[next].place != step.place { didPress(step.place) }
    }
  }
}
