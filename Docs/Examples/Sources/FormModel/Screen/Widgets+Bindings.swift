import ReactiveBindings

// What has to be said once for the widgets of a toolkit, so that a binding of one of them is a line.

extension Label: BindingTarget {}
extension Button: BindingTarget {}

extension ChangeSource<TextField, String> {
  /// What is typed.
  static var edits: ChangeSource {
    .callback { field, changed in
      field.onEdit = changed
      return Subscription { [weak field] in field?.onEdit = nil }
    }
  }
}

extension ChangeSource<CheckBox, Bool> {
  /// What is checked by hand.
  static func toggles(of box: CheckBox) -> ChangeSource { .event(box.toggled) }
}
