package import Testing

#if os(macOS) || os(Linux) || os(Windows)
/// Expects the library's message, with all `parts` in it, in the standard error of a process.
///
/// - Returns: The message, for further expectations.
@discardableResult
package func expectStop(
  _ result: ExitTest.Result?, says parts: [String], location: Testing.SourceLocation = #_sourceLocation
) throws -> String {
  let text = String(decoding: try #require(result, sourceLocation: location).standardErrorContent, as: UTF8.self)
  let message = String(text.split(separator: "\n").first { $0.contains("swift-reactive") } ?? "")
  for part in parts { #expect(message.contains(part), "\(text)", sourceLocation: location) }
  return message
}
#endif
