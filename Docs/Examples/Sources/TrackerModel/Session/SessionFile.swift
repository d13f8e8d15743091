public import ExampleTerminal
import Foundation
public import ReactiveElm

/// A recorded session in a file.
public struct SessionFile {
  private let file: AtomicFile

  public init(path: String) { file = AtomicFile(path: path) }

  public func write(_ recording: Recording<Tracker>) throws(InputError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { _ = try file.write(encoder.encode(recording)) } catch { throw InputError("\(error)") }
  }

  /// Reads it, if it fits the current tracker.
  public func read() throws(InputError) -> Recording<Tracker> {
    do {
      let recording = try Recording<Tracker>.imported(fromJSON: file.read()) {
        try JSONDecoder().decode($0, from: $1)
      }
      if recording.fit != .fine { throw InputError("\(file.path) does not fit: \(recording.fit)") }
      return recording
    } catch let failure as InputError {
      throw failure
    } catch let problem as FileProblem {
      throw InputError(problem.description)
    } catch {
      throw InputError("\(file.path): \(error)")
    }
  }
}

extension Recording<Tracker> {
  /// The frame at its end.
  public var frame: Frame { Tracker.view(for: model).frame }
}
