public import ExampleTerminal
import ReactiveElm

extension TrackerSession {
  /// Presses the keys of a script, one after the other, each when all is done that came of the one before.
  ///
  /// A key that does nothing is a mistake in the script.
  public func press(_ script: KeyScript) async throws(InputError) {
    for step in script.steps {
      if isOver.value { throw InputError("\(step.place): the program has ended before \(step.key)") }
      if !press(step.key) { throw InputError("\(step.place): \(step.key) does nothing here") }
      await settle()
    }
  }

  /// What is not well when somebody leaves: the file could not be read, or not everything is saved. Nil if all is well.
  public var complaint: String? {
    let file = model.file
    switch file.standing {
    case .blocked(let reason): return reason
    case .failed(_, let reason): return "\(reason); what was edited is lost"
    case .conflict where file.hasUnsavedEdits:
      return "\(model.name) was changed by somebody else; what was edited here is lost"
    case .loading, .steady, .saving, .conflict: return file.hasUnsavedEdits ? "what was being typed is lost" : nil
    }
  }
}
