// Draws the guides' flowcharts for docc, as GitHub does: the part of Mermaid's language that `Runtime.Graph.mermaid`
// and the guides use. A block with anything else stays as it is.

import Foundation

struct Flowchart {
  private struct Box {
    var lines: [String] = []
    /// The brackets around the label: `[]`, `()` or `{{}}`; empty for a bend of a long arrow.
    var shape = ""
    var rank = 0
    /// The center: along the arrows, and across.
    var along = 0.0
    var across = 0.0
    /// The length of its rank along the arrows.
    var depth = 0.0

    var width: Double { lines.isEmpty ? 8 : 28 + 7.4 * Double(lines.map(\.count).max() ?? 0) }
    var height: Double { lines.isEmpty ? 8 : 18 + 18 * Double(lines.count) }
  }
  private var boxes: [Box] = []
  /// The boxes that an arrow passes through, including its ends.
  private var arrows: [[Int]] = []
  private var isDown = true

  /// The flowchart in a block's lines; nil if they contain anything unsupported.
  init?(_ lines: some Sequence<String>) {
    var numbers: [String: Int] = [:]
    var direction: String?
    for line in lines.map({ $0.trimming(" ") }) where !line.isEmpty {
      let words = line.split(separator: " ").map(String.init)
      if words.first == "flowchart", words.count == 2 {
        direction = words[1]
      } else if words.count == 3, words[1] == "-->", let start = numbers[words[0]], let end = numbers[words[2]] {
        arrows.append([start, end])
      } else if let open = line.firstIndex(where: { "[({".contains($0) }), line.contains("\"") {
        let rest = line[open...]
        let shape = rest.prefix { $0 != "\"" } + String(rest.reversed().prefix { $0 != "\"" }.reversed())
        guard ["[]", "()", "{{}}"].contains(shape) else { return nil }
        let label = rest.dropFirst(shape.count / 2 + 1).dropLast(shape.count / 2 + 1)
        numbers[String(line[..<open])] = boxes.count
        boxes.append(Box(lines: String(label).split(on: "<br>").map { $0.unescaped }, shape: String(shape)))
      } else {
        return nil
      }
    }
    guard !boxes.isEmpty, direction == "TD" || direction == "LR" else { return nil }
    isDown = direction == "TD"
    place()
  }

  /// The arrows in words, as the alternative text of the picture.
  var words: String {
    arrows.map { "\(boxes[$0[0]].lines[0]) → \(boxes[$0[$0.count - 1]].lines[0])" }.joined(separator: ", ")
  }

  /// Each box is in a rank after all that lead to it. A long arrow bends in each rank that it passes.
  private mutating func place() {
    for _ in boxes {
      for arrow in arrows {
        boxes[arrow[1]].rank = max(boxes[arrow[1]].rank, min(boxes[arrow[0]].rank + 1, boxes.count - 1))
      }
    }
    for index in arrows.indices {
      let end = arrows[index][1]
      while boxes[arrows[index][arrows[index].count - 2]].rank + 1 < boxes[end].rank {
        boxes.append(Box(rank: boxes[arrows[index][arrows[index].count - 2]].rank + 1))
        arrows[index].insert(boxes.count - 1, at: arrows[index].count - 1)
      }
    }
    var begin = 0.0
    for rank in 0...(boxes.map(\.rank).max() ?? 0) {
      // By the mean position of the boxes that lead here; equal ones in source order.
      func middle(_ box: Int) -> Double {
        let sources = arrows.flatMap { arrow in zip(arrow, arrow.dropFirst()).filter { $0.1 == box }.map { $0.0 } }
        return sources.isEmpty ? 0 : sources.map { boxes[$0].across }.reduce(0, +) / Double(sources.count)
      }
      let members = boxes.indices.filter { boxes[$0].rank == rank }
        .map { (box: $0, middle: middle($0)) }.sorted { ($0.middle, $0.box) < ($1.middle, $1.box) }.map(\.box)
      let depth = members.map { isDown ? boxes[$0].height : boxes[$0].width }.max() ?? 0
      let breadths = members.map { (isDown ? boxes[$0].width : boxes[$0].height) + 24 }
      var across = -breadths.reduce(0, +) / 2
      for (member, breadth) in zip(members, breadths) {
        boxes[member].along = begin + depth / 2
        boxes[member].across = across + breadth / 2
        boxes[member].depth = depth
        across += breadth
      }
      begin += depth + 44
    }
  }

  /// The colors are readable on light and dark backgrounds.
  var svg: String {
    func point(_ along: Double, _ across: Double) -> (x: Double, y: Double) {
      isDown ? (across, along) : (along, across)
    }
    func middle(_ box: Box) -> (x: Double, y: Double) { point(box.along, box.across) }
    func length(_ box: Box) -> Double { isDown ? box.height : box.width }
    let left = (boxes.map { middle($0).x - $0.width / 2 }.min() ?? 0) - 4
    let top = (boxes.map { middle($0).y - $0.height / 2 }.min() ?? 0) - 4
    let width = (boxes.map { middle($0).x + $0.width / 2 }.max() ?? 0) + 4 - left
    let height = (boxes.map { middle($0).y + $0.height / 2 }.max() ?? 0) + 4 - top
    var parts: [String] = []
    for arrow in arrows {
      let first = boxes[arrow[0]]
      let last = boxes[arrow[arrow.count - 1]]
      // From edge to edge, along the boxes of the ranks that it passes; arrows to one box end side by side.
      let neighbours = arrows.filter { $0.last == arrow.last }.map { boxes[$0[$0.count - 2]].across }.sorted()
      let place = Double(neighbours.firstIndex(of: boxes[arrow[arrow.count - 2]].across) ?? 0) + 1
      let share = place / Double(neighbours.count + 1) - 0.5
      var points = [point(first.along + length(first) / 2, first.across)]
      for bend in arrow.dropFirst().dropLast().map({ boxes[$0] }) {
        points += [-0.5, 0.5].map { point(bend.along + $0 * bend.depth, bend.across) }
      }
      points.append(
        point(last.along - length(last) / 2, last.across + share * (isDown ? last.width : last.height)))
      let path = points.map { "\($0.x.rounded()),\($0.y.rounded())" }.joined(separator: " ")
      parts.append("<polyline points=\"\(path)\" fill=\"none\" stroke=\"#888\" marker-end=\"url(#end)\"/>")
    }
    for box in boxes where !box.lines.isEmpty {
      let (x, y) = middle(box)
      let (w, h) = (box.width / 2, box.height / 2)
      let cut = box.shape == "{{}}" ? 10.0 : 0
      let style = "fill=\"#f2f2f7\" stroke=\"#888\""
      parts.append(
        box.shape == "()"
          ? "<rect x=\"\(x - w)\" y=\"\(y - h)\" width=\"\(2 * w)\" height=\"\(2 * h)\" rx=\"\(h / 2)\" \(style)/>"
          : "<polygon points=\"\(x - w),\(y) \(x - w + cut),\(y - h) \(x + w - cut),\(y - h) \(x + w),\(y)"
            + " \(x + w - cut),\(y + h) \(x - w + cut),\(y + h)\" \(style)/>")
      for (line, text) in box.lines.enumerated() {
        let base = y + 18 * (Double(line) - Double(box.lines.count - 1) / 2) + 5
        parts.append("<text x=\"\(x)\" y=\"\(base)\" text-anchor=\"middle\" fill=\"#1d1d1f\">\(text.escaped)</text>")
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="\(left) \(top) \(width) \(height)" font-family="Helvetica, Arial, sans-serif" font-size="14">
      <marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
      <path d="M0,0 L8,4 L0,8 z" fill="#888"/></marker>
      \(parts.joined(separator: "\n"))
      </svg>

      """
  }
}

extension String {
  fileprivate func trimming(_ character: Character) -> String {
    String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
  }

  fileprivate func split(on separator: String) -> [String] { components(separatedBy: separator) }

  /// Decodes Mermaid's `#quot;` and `#35;`.
  fileprivate var unescaped: String {
    replacingOccurrences(of: "#quot;", with: "\"").replacingOccurrences(of: "#35;", with: "#")
  }

  /// For XML.
  fileprivate var escaped: String {
    replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
