import ReactiveCore

/// Reports a value beyond its limit, or its return.
struct Alert: Equatable {
  enum Kind { case raised, cleared }

  /// The time of day.
  var clock: Int
  var kind: Kind
  /// The subject, such as "processor".
  var subject: String
  /// The decisive reading.
  var value: Double
  var unit: Metric.Unit
}

/// Triggers `alerts` when a metric goes beyond a limit, and when it returns.
final class Alarm {
  private var isRaised = false
  /// Consecutive readings for the other state.
  private var readingsAgainst = 0

  /// - Parameters:
  ///   - patience: the number of consecutive readings that raise or clear the alarm, so that a value near its limit
  ///     does not fill the log.
  ///   - isBeyond: whether a reading is beyond the limit.
  init(
    _ subject: String, on metric: Metric, patience: Int = 3, alerts: Event<Alert>,
    isBeyond: @escaping (Metric.Reading) -> Bool
  ) {
    let unit = metric.unit
    // Bound to self, so the alarm ends when its owner releases it.
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
