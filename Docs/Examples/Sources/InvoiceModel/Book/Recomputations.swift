/// Counts the runs of all calculators.
///
/// A run of its calculator recomputes a property. Properties without one, such as ``MultilevelCollectionProperty``, are
/// not counted.
public final class Recomputations {
  /// The number of properties with counted calculators.
  public private(set) var propertyCount = 0
  private var current = Count()
  private var changes = 0

  /// The recomputations of a change.
  public struct Count: Equatable, Sendable {
    /// The number of runs.
    public var runs = 0
    /// The number of different calculators that ran; equals `runs` if none ran twice.
    public var properties = 0

    public init(runs: Int = 0, properties: Int = 0) {
      self.runs = runs
      self.properties = properties
    }
  }

  public init() {}

  func counted<each Input, Result>(
    _ calculator: @escaping (repeat each Input) -> Result
  ) -> (repeat each Input) -> Result {
    propertyCount += 1
    var lastChange = 0
    return { [self] (input: repeat each Input) in
      current.runs += 1
      if lastChange != changes { current.properties += 1 }
      lastChange = changes
      return calculator(repeat each input)
    }
  }

  /// Makes a change, and returns its recomputations.
  func count<Failure: Error>(_ change: () throws(Failure) -> Void) throws(Failure) -> Count {
    changes += 1
    current = Count()
    try change()
    return current
  }
}
