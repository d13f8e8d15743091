public import ExampleTerminal
import Foundation

/// The events of a session file.
public struct MarketSession: Equatable, Sendable {
  public let events: [MarketEvent]

  public init(_ events: [MarketEvent]) { self.events = events }

  /// Reads one event per line. Error messages use `name`.
  public init(_ text: String, name: String) throws(InputError) {
    var events: [MarketEvent] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty
    {
      guard let event = MarketEvent(line) else { throw InputError("\(name):\(index + 1): “\(line)” is no event") }
      events.append(event)
    }
    self.events = events
  }

  public init(reading path: String) throws(InputError) {
    guard let data = FileManager.default.contents(atPath: path) else { throw InputError("cannot read \(path)") }
    guard let text = String(validating: data, as: UTF8.self) else { throw InputError("\(path) is no text in UTF-8") }
    try self.init(text, name: path)
  }
}
