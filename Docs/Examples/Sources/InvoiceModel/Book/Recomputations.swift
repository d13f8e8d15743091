/// Counts the runs of calculators, which all come here to be counted.
///
/// A property is recomputed when its calculator runs. What has none, as a ``MultilevelCollectionProperty``, computes
/// nothing and is not counted.
public final class Recomputations {
  /// How many properties there are whose calculators are counted.
  public private(set) var propertyCount = 0
  private var current = Count()
  private var changes = 0

  /// What a change has led to.
  public struct Count: Equatable, Sendable {
    /// How often a calculator has run.
    public var runs = 0
    /// How many different calculators have run: as many as there were runs, if none has run twice.
    public var properties = 0

    public init(runs: Int = 0, properties: Int = 0) {
      self.runs = runs
      self.properties = properties
    }
  }

  public init() {}

  /// The same calculator, whose runs are counted.
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

  /// Makes a change, and says what was recomputed meanwhile.
  func count<Failure: Error>(_ change: () throws(Failure) -> Void) throws(Failure) -> Count {
    changes += 1
    current = Count()
    try change()
    return current
  }
}
