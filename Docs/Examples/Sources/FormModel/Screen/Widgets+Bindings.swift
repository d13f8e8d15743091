import ReactiveBindings

// What has to be said once for the widgets of a toolkit, so that a binding of one of them is a line.

extension Label: BindingTarget {}

extension ChangeSource<TextField, String> {
  /// What is typed.
  static var edits: ChangeSource { .callback(\.onEdit) }
}

extension ChangeSource<CheckBox, Bool> {
  /// What is checked by hand.
  static var toggles: ChangeSource { .event(\.toggled) }
}
