import ReactiveBindings

// Declared once per widget toolkit, so that each binding is one line.

extension Label: BindingTarget {}

extension ChangeSource<TextField, String> {
  static var edits: ChangeSource { .callback(\.onEdit) }
}

extension ChangeSource<CheckBox, Bool> {
  static var toggles: ChangeSource { .event(\.toggled) }
}
