/// The name of an enum value in diagnostics: its case and nested cases, without payloads. For other values, the type.
func caseName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return String(describing: type(of: value)) }
  guard let child = mirror.children.first, let label = child.label else {
    return enumCase(of: value) ?? String(describing: value)
  }
  // The child's message comes last, after any key.
  let payload = Mirror(reflecting: child.value)
  let inner = payload.displayStyle == .tuple ? payload.children.reversed().first?.value ?? child.value : child.value
  return Mirror(reflecting: inner).displayStyle == .enum ? "\(label).\(caseName(of: inner))" : label
}
