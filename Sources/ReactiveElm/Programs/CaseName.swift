/// What a message calls a value of an enum: its case, and the cases inside, without what else it carries. Other values
/// are called by their type.
func caseName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return String(describing: type(of: value)) }
  guard let child = mirror.children.first, let label = child.label else { return String(describing: value) }
  // A child's message is in the last place, whatever its key.
  let payload = Mirror(reflecting: child.value)
  let inner = payload.displayStyle == .tuple ? payload.children.reversed().first?.value ?? child.value : child.value
  return Mirror(reflecting: inner).displayStyle == .enum ? "\(label).\(caseName(of: inner))" : label
}
