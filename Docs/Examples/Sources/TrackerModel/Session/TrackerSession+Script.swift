public import ExampleTerminal
import ReactiveElm

extension TrackerSession {
  /// Presses the keys of a script, each after all effects of the previous one.
  ///
  /// Throws if a key does nothing.
  public func press(_ script: KeyScript) async throws(InputError) {
    for step in script.steps {
      if isOver.value { throw InputError("\(step.place): the program has ended before \(step.key)") }
      if !press(step.key) { throw InputError("\(step.place): \(step.key) does nothing here") }
      await settle()
    }
  }

  /// The problem at exit: an unreadable file, or unsaved edits. Nil if there is none.
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
