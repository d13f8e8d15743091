// Extracts the Swift examples from Markdown files and documentation comments, and writes a program that can run each.
// `.ci/check-examples` defines how an example states its output.
//
// Usage: examples FOLDER LAYERS FILE...   where LAYERS is a list of module names, separated by spaces. Writes into
// FOLDER, for each example: `N.swift`; `N.expected`, its output, with a place and a tab before each line; `N.stops`,
// its message when it stops. Also `Examples.swift`, `list` (numbers and places) and `skipped`. Prints unreadable
// examples; exit code 1 if there are any.

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else {
  print("usage: examples FOLDER LAYERS FILE...")
  exit(2)
}
let folder = URL(fileURLWithPath: arguments[0], isDirectory: true)
let layers = arguments[1].split(separator: " ").map(String.init)

func save(_ text: String, as name: String) throws {
  try text.write(to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
}

var found = FoundExamples()
for file in arguments.dropFirst(2) { try found.add(file: file) }
for problem in found.problems { print(problem) }
var isReadable = found.problems.isEmpty

var list = ""
var cases = ""
for (number, example) in zip(1..., found.examples) {
  let program = ExampleProgram(
    example, number: number, layers: layers, borrowed: example.borrowed(from: found.lenders(to: number - 1)))
  for problem in program.problems { print(problem) }
  isReadable = isReadable && program.problems.isEmpty
  guard program.isWhole else { continue }
  try save(program.text, as: "\(number).swift")
  try save(program.expected, as: "\(number).expected")
  if let words = example.lastWords {
    if words.isEmpty { print("\(example.place): no block below says how this example stops") }
    isReadable = isReadable && !words.isEmpty
    try save(words.map(\.text).joined(separator: "\n"), as: "\(number).stops")
  }
  list += "\(number)\t\(example.place)\n"
  cases += "    \"\(number)\": example\(number),\n"
}
try save(list, as: "list")
try save(found.skipped.map { $0 + "\n" }.joined(), as: "skipped")
try save(
  """
  #if canImport(Darwin)
  import Darwin
  #elseif canImport(Musl)
  import Musl
  #else
  import Glibc
  #endif

  /// A mark in the output. The program stops at the last one, so that nothing that the example holds goes before.
  func _after(_ place: Any) {
    print("\\u{1}\\(place)")
    fflush(nil)
    if place is String { exit(0) }
  }

  @main
  struct Examples {
    // No `switch`: the compiler needs most of its time and 10 GB of memory for a function that waits in 400 places.
    @MainActor static let all: [String: @MainActor () async throws -> Void] = [
  \(cases)  ]

    @MainActor static func main() async throws {
      guard let example = all[CommandLine.arguments[1]] else { fatalError("no such example") }
      try await example()
    }
  }

  """, as: "Examples.swift")
exit(isReadable ? 0 : 1)
