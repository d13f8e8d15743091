/// The first difference between the library's log and the model's, with its surroundings, or nil.
package func difference<Event: Equatable>(
  _ log: [Event], _ expected: [Event], _ text: (Event) -> String = { "\($0)" }
) -> String? {
  let length = max(log.count, expected.count)
  guard let index = (0..<length).first(where: { $0 >= log.count || $0 >= expected.count || log[$0] != expected[$0] })
  else { return nil }
  func story(_ events: ArraySlice<Event>) -> String { events.map(text).joined(separator: "; ") }
  func event(_ log: [Event]) -> String { index < log.count ? text(log[index]) : "the end" }
  return """
    \(event(log)), where the model: \(event(expected))
    before it: \(story(log[..<index].suffix(60)))
    from there on: \(story(log[min(index, log.count)...].prefix(12)))
    the model: \(story(expected[min(index, expected.count)...].prefix(12)))
    """
}
