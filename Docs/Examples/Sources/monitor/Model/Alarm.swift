import ReactiveCore

/// Says that something has gone beyond its limit, or has come back.
struct Alert: Equatable {
  enum Kind { case raised, cleared }

  /// The time of day.
  var clock: Int
  var kind: Kind
  /// What it is about, such as "processor".
  var subject: String
  /// The reading that decided it.
  var value: Double
  var unit: Metric.Unit
}

/// Watches a metric and triggers `alerts` once when it goes beyond a limit, and once when it is back.
final class Alarm {
  private var isRaised = false
  /// Readings in a row that speak for the other state.
  private var readingsAgainst = 0

  /// - Parameters:
  ///   - patience: how many readings in a row it takes to raise the alarm, and as many to clear it: a value that
  ///     dances around its limit shall not fill the log.
  ///   - isBeyond: whether a reading is beyond the limit.
  init(
    _ subject: String, on metric: Metric, patience: Int = 3, alerts: Event<Alert>,
    isBeyond: @escaping (Metric.Reading) -> Bool
  ) {
    let unit = metric.unit
    // Bound to self, so the alarm ends when its owner lets go of it.
    metric.readings.sink(with: self) { alarm, reading in
      guard isBeyond(reading) != alarm.isRaised else {
        alarm.readingsAgainst = 0
        return
      }
      alarm.readingsAgainst += 1
      guard alarm.readingsAgainst >= patience else { return }
      alarm.readingsAgainst = 0
      alarm.isRaised.toggle()
      alerts.trigger(
        Alert(
          clock: reading.clock, kind: alarm.isRaised ? .raised : .cleared,
          subject: subject, value: reading.value, unit: unit))
    }
  }
}
