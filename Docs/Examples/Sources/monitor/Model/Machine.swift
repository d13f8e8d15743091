import ReactiveCore

/// The model: turns samples into behaviors and events, independent of files and screens.
///
///     samples ──► metrics ──► value, history, average, peak   (behaviors)
///                        └──► readings ──► alarms ──► alerts  (events)
///
/// The behaviors are always consistent. A write in an observer is stored at once and delivered after the running
/// delivery, so when a cell is notified of a sample, everything derived from it is current.
///
/// Alerts follow in the same delivery: two alerts are two events, and two changes of the log.
final class Machine {
  /// The source of everything else.
  var samples: Behavior<Sample> { latest }

  let processor: Metric
  let cores: [Metric]
  let memory: Metric
  let swap: Metric
  let received: Metric
  let sent: Metric
  let read: Metric
  let written: Metric

  /// The busiest processes first.
  var processes: Behavior<[ProcessUsage]> { busiest }
  static let listedProcesses = 64

  /// The alerts, as they occur.
  var alerts: EventStream<Alert> { alert }
  /// The latest alerts, newest first.
  var log: Behavior<[Alert]> { latestAlerts }
  static let loggedAlerts = 32
  /// The number of raised alarms not yet cleared.
  var raisedAlarms: Behavior<Int> { raised }

  private let latest: OpenBehavior<Sample>
  private let busiest: OpenBehavior<[ProcessUsage]>
  private let alert = Event<Alert>()
  private let latestAlerts = OpenBehavior<[Alert]>([])
  private let raised = OpenBehavior(0)
  private let alarms: [Alarm]

  init(_ first: Sample) {
    let samples = OpenBehavior(first)
    latest = samples

    processor = Metric(.share, in: samples) { old, new in
      busyShare(from: old.processors?.total, to: new.processors?.total)
    }
    cores = (first.processors?.cores ?? []).indices.map { index in
      Metric(.share, in: samples) { old, new in
        busyShare(from: old.processors?.core(index), to: new.processors?.core(index))
      }
    }
    memory = Metric(.share, in: samples) { $0.memory?.usedShare }
    swap = Metric(.share, in: samples) { $0.memory?.usedSwapShare }
    received = Metric(.bytesPerSecond, in: samples) { speed(of: { $0.network?.incoming }, from: $0, to: $1) }
    sent = Metric(.bytesPerSecond, in: samples) { speed(of: { $0.network?.outgoing }, from: $0, to: $1) }
    read = Metric(.bytesPerSecond, in: samples) { speed(of: { $0.disk?.incoming }, from: $0, to: $1) }
    written = Metric(.bytesPerSecond, in: samples) { speed(of: { $0.disk?.outgoing }, from: $0, to: $1) }

    let busiest = OpenBehavior(ProcessUsage.busiest(Self.listedProcesses, from: nil, to: first))
    samples.onChange { busiest.value = ProcessUsage.busiest(Self.listedProcesses, from: $0, to: $1) }
    self.busiest = busiest

    let alert = alert
    alarms = [
      Alarm("processor", on: processor, alerts: alert) { $0.value > 0.9 },
      Alarm("memory", on: memory, alerts: alert) { $0.value > 0.9 },
      Alarm("swap", on: swap, alerts: alert) { $0.value > 0.5 },
      Alarm("download", on: received, patience: 2, alerts: alert, isBeyond: isBurst),
      Alarm("upload", on: sent, patience: 2, alerts: alert, isBeyond: isBurst),
      Alarm("disk read", on: read, patience: 2, alerts: alert, isBeyond: isBurst),
      Alarm("disk write", on: written, patience: 2, alerts: alert, isBeyond: isBurst),
    ]
    // Accumulates events into behaviors.
    alert.sink(with: self) { machine, alert in
      machine.latestAlerts.update { $0 = Array(([alert] + $0).prefix(Self.loggedAlerts)) }
      machine.raised.value += alert.kind == .raised ? 1 : -1
    }
  }

  /// Returns after all observers of derived values were notified.
  func take(_ sample: Sample) {
    latest.value = sample
  }
}

/// Traffic has no natural limit, so a burst is judged by the average, but is at least 1 MiB/s.
private func isBurst(_ reading: Metric.Reading) -> Bool {
  reading.value > max(1_048_576, 3 * (reading.averageBefore ?? 0))
}

private func busyShare(from old: ProcessorTime?, to new: ProcessorTime?) -> Double? {
  guard let old, let new else { return nil }
  let busy = growth(from: old.busy, to: new.busy)
  let all = busy + growth(from: old.idle, to: new.idle)
  // Two samples within a tick of the kernel's clock carry no information.
  return all > 0 ? busy / all : nil
}

private func speed(of counter: (Sample) -> UInt64?, from old: Sample, to new: Sample) -> Double? {
  guard let before = counter(old), let now = counter(new), new.time > old.time else { return nil }
  return growth(from: before, to: now) / (new.time - old.time)
}

extension Processors {
  /// Cores may be switched off at runtime, which shortens the list.
  fileprivate func core(_ index: Int) -> ProcessorTime? {
    cores.indices.contains(index) ? cores[index] : nil
  }
}

extension Memory {
  /// The share of memory that the kernel cannot reclaim from programs.
  fileprivate var usedShare: Double? {
    total > 0 ? Double(used) / Double(total) : nil
  }

  var used: UInt64 {
    total - min(total, available)
  }

  fileprivate var usedSwapShare: Double? {
    swapTotal > 0 ? Double(swapTotal - min(swapTotal, swapFree)) / Double(swapTotal) : nil
  }
}
