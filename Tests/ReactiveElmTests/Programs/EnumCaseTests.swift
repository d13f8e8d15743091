// Tests: EnumCase, CaseName

import Foundation
import ReactiveElm
import Testing

/// All cases look the same, and cannot be compared by `==`.
private enum Icon: CustomStringConvertible, CustomDebugStringConvertible {
  case star, heart
  case drawn(() -> Void)
  case `default`

  var description: String { "icon" }
  var debugDescription: String { "icon" }
}

private struct Titles: Module {
  enum Message: String, Codable, CustomStringConvertible {
    case open, close
    var description: String { "message" }
  }
  enum Kind: Codable, CustomStringConvertible {
    case small, large
    var description: String { "kind" }
  }
  struct Model: Codable, Initable { var kind = Kind.small }
  static func update(for message: Message, model: inout Model) -> [Never] {
    model.kind = message == .open ? .large : .small
    return []
  }
  static func view(for model: Model) -> Bool { model.kind == .small }
}

@Suite("Enums whose cases have a description of their own")
struct EnumCaseTests {
  @Test("cases that look the same differ in a test, and are named in its message")
  func comparison() {
    #expect(difference(Icon.star, Icon.star) == nil)
    #expect(difference(Icon.star, Icon.heart)?.contains("- .star") == true)
    #expect(difference([Icon.star, .default], [Icon.star, .heart])?.contains("+ .heart") == true)
    #expect(difference(Icon.drawn {}, Icon.drawn {}) == nil)
    #expect(difference(Icon.drawn {}, Icon.default) != nil)
  }

  @Test("a hidden case, too")
  func hidden() {
    enum Hidden: CustomReflectable, CustomStringConvertible {
      case a, b
      case closure(() -> Void)
      var description: String { "hidden" }
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    #expect(difference(Hidden.a, Hidden.a) == nil)
    #expect(difference(Hidden.a, Hidden.b) != nil)
  }

  @Test("a recorded message is named by its case")
  func messageName() {
    let program = Titles.makeProgram()
    let recorder = program.record()
    program.dispatch(.open)
    program.dispatch(.close)
    #expect(recorder.steps.map(\.messageName) == ["open", "close"])
  }

  @Test("the fingerprint of a recording has the names of cases")
  func fingerprint() throws {
    let program = Titles.makeProgram()
    let recorder = program.record()
    program.dispatch(.open)
    let text = String(decoding: try JSONEncoder().encode(recorder.recording), as: UTF8.self)
    for name in ["open", "small", "large"] { #expect(text.contains("\"name\":\"\(name)\"")) }
    let changed = text.replacingOccurrences(of: "\"name\":\"large\"", with: "\"name\":\"huge\"")
    #expect(changed != text)
    let fit = try Recording<Titles>.imported(fromJSON: Data(changed.utf8), by: JSONDecoder().decode).fit
    #expect("\(fit)".hasSuffix("case huge is now large"))
  }
}
