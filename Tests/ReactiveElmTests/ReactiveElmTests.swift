import Foundation
import ReactiveElm
import Testing

/// Keeps the empty target honest: it fails as soon as the layer declares something that no test of its own checks.
@Test("ReactiveElm is empty: replace this test with the layer's own")
func layerIsEmpty() throws {
  let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  let folder = package.appendingPathComponent("Sources/ReactiveElm")
  let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    .filter { $0.pathExtension == "swift" }
  #expect(!files.isEmpty)
  for file in files {
    let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("//") }
    #expect(code.isEmpty, "\(file.lastPathComponent) declares something")
  }
}
