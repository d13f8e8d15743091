import Foundation
import ReactiveCore
import Testing

/// The two writes that `Docs/Architecture.md` traces.
@Suite("Docs/Architecture.md")
struct TraceTests {
  @Test("the page shows what happens to each node when a write travels through a diamond")
  func page() throws {
    let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let page = try String(contentsOf: package.appendingPathComponent("Docs/Architecture.md"), encoding: .utf8)
    let shown = page.matches(of: #/<!-- write trace -->\n```text\n((?s).*?)```/#).map { String($0.output.1) }
    for (shown, lines) in zip(shown, Diamond().traces(of: [24, 26])) {
      let seen = lines.joined(separator: "\n") + "\n"
      #expect(shown == seen, "should be:\n\(seen)")
    }
    #expect(shown.count == 2)
  }

  private final class Diamond {
    private var lines: [String] = []
    private let number = OpenBehavior(14, name: "number")
    private var nodes: [ReactiveNode] = []

    func traces(of writes: [Int]) -> [[String]] {
      // Subscribes first, so that it is delivered between marking and the first turn.
      number.sink { [unowned self] _ in note("number notified") }
      let isEven = ComputedBehavior(name: "isEven") { [unowned self] in
        note("isEven runs")
        return number.value.isMultiple(of: 2)
      }
      let tens = ComputedBehavior(name: "tens") { [unowned self] in
        note("tens runs")
        return number.value / 10
      }
      let text = ComputedBehavior(name: "text") { [unowned self] in
        note("text runs")
        return "\(isEven.value) \(tens.value)"
      }
      text.sink { [unowned self] _ in note("observer of text") }
      let label = Reaction(name: "label") { [unowned self] in
        note("label runs")
        _ = text.value
      }
      label.start()
      nodes = [number, isEven, tens, text, label]
      return writes.map { value in
        lines = [row("", nodes.map(\.label))]
        note("before")
        Kernel.trace { [unowned self] event in
          switch event {
          case .round: note("round")
          case .ran(let node, let isChanged):
            let isReaction = node.flags.contains(.reaction)
            note("\(node.retained.label) has run" + (isReaction ? "" : isChanged ? ": changed" : ": same"))
          case .notified(let node): note("\(node.retained.label) notifies")
          }
        } _: {
          number.value = value
        }
        note("after")
        return lines
      }
    }

    private func note(_ event: String) { lines.append(row(event, nodes.map(state))) }

    private func row(_ event: String, _ cells: [String]) -> String {
      var line = ""
      for (width, cell) in zip([23, 8, 13, 13, 19, 0], [event] + cells) {
        line += cell + String(repeating: " ", count: max(0, width - cell.count))
      }
      while line.last == " " { line.removeLast() }
      return line
    }

    /// The node's version, dependencies and marks.
    private func state(of node: ReactiveNode) -> String {
      var state = node.flags.contains(.reaction) ? "" : "v\(node.version)"
      var seen: [String] = []
      var link = node.deps
      while let present = link {
        seen.append("\(present.version)")
        link = present.nextDep
      }
      if !seen.isEmpty { state += "<" + seen.joined(separator: ",") }
      if node.flags.contains(.pending) { state += node.flags.contains(.manyPending) ? " ??" : " ?" }
      let marks: [(NodeFlags, String)] = [(.verifying, " path"), (.running, " runs"), (.queued, " queued")]
      return marks.reduce(state) { node.flags.contains($1.0) ? $0 + $1.1 : $0 }
    }
  }
}
