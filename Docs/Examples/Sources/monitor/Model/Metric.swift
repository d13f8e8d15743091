import ReactiveCore

/// One measured quantity: its value, its past, and statistics.
///
/// `value`, `history`, `average` and `peak` are behaviors: they always have a value and notify of its *changes*.
/// `readings` is an event stream: a processor at 100 % for three samples has not changed, yet an average must count all
/// three.
final class Metric {
  enum Unit {
    /// A part of a whole, 0 to 1.
    case share
    case bytesPerSecond
  }

  struct Reading {
    /// The time of day of the sample.
    var clock: Int
    var value: Double
    /// The average of earlier readings; nil at the first.
    var averageBefore: Double?
  }

  let unit: Unit
  /// The latest reading; nil before the first.
  var value: Behavior<Double?> { currentValue }
  /// The latest readings, newest last.
  var history: Behavior<[Double]> { pastValues }
  /// The moving average over the last `averagedReadings`.
  var average: Behavior<Double?> { movingAverage }
  /// The highest value in the history.
  var peak: Behavior<Double?> { highest }
  /// Every reading, including duplicates.
  var readings: EventStream<Reading> { reading }

  static let averagedReadings = 30
  static let rememberedReadings = 240  // more than the widest graph shows

  private let currentValue = OpenBehavior<Double?>(nil)
  private let pastValues = OpenBehavior<[Double]>([])
  private let movingAverage = OpenBehavior<Double?>(nil)
  private let highest = OpenBehavior<Double?>(nil)
  private let reading = Event<Reading>()

  /// A level: a quantity in each sample by itself, such as the memory in use.
  init(_ unit: Unit, in samples: Behavior<Sample>, level: @escaping (Sample) -> Double?) {
    self.unit = unit
    // `observe` starts with the current value, so a level has one from the first sample on. Retaining self is safe,
    // because self does not retain `samples`: a metric lives as long as its source.
    samples.observe { self.take(level($0), at: $0.clock) }
  }

  /// A rate: a quantity between two samples, such as a counter's growth per second.
  init(_ unit: Unit, in samples: Behavior<Sample>, rate: @escaping (_ old: Sample, _ new: Sample) -> Double?) {
    self.unit = unit
    samples.onChange { self.take(rate($0, $1), at: $1.clock) }
  }

  private func take(_ newValue: Double?, at clock: Int) {
    currentValue.value = newValue
    guard let newValue else { return }
    let averageBefore = movingAverage.value
    pastValues.update { past in
      past.append(newValue)
      if past.count > Self.rememberedReadings { past.removeFirst() }
    }
    let averaged = pastValues.value.suffix(Self.averagedReadings)
    movingAverage.value = averaged.reduce(0, +) / Double(averaged.count)
    highest.value = pastValues.value.max()
    reading.trigger(Reading(clock: clock, value: newValue, averageBefore: averageBefore))
  }
}
