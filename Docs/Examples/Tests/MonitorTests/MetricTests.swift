import ReactiveCore
import Testing

@testable import monitor

@Suite struct MetricTests {
  @Test func aRateIsKnownFromTheSecondSampleOn() {
    let machine = Machine(.made(time: 1, network: 1000))
    #expect(machine.received.value.value == nil)
    machine.take(.made(time: 3, network: 5000))
    #expect(machine.received.value.value == 2000)
    #expect(machine.received.history.value == [2000])
  }

  @Test func aLevelIsKnownFromTheFirstSampleOn() {
    let machine = Machine(.made(time: 1, available: 250))
    #expect(machine.memory.value.value == 0.75)
  }

  @Test func aReadingThatRepeatsIsNoChangeButCountsInTheAverage() {
    let samples = Sample.processor(at: [0.5, 0.5, 0.5, 0.1])
    let machine = Machine(samples[0])
    var changes: [Double?] = []
    var readings: [Double] = []
    machine.processor.value.sink { changes.append($0) }
    machine.processor.readings.sink { readings.append($0.value) }
    samples.dropFirst().forEach(machine.take)
    #expect(changes == [0.5, 0.1])
    #expect(readings == [0.5, 0.5, 0.5, 0.1])
    #expect(machine.processor.average.value == 0.4)
    #expect(machine.processor.peak.value == 0.5)
  }

  @Test func historyAndAverageForget() throws {
    let count = Metric.rememberedReadings + Metric.averagedReadings
    let samples = Sample.processor(at: Array(repeating: 1, count: 10) + Array(repeating: 0, count: count))
    let machine = Machine(samples[0])
    samples.dropFirst().forEach(machine.take)
    #expect(machine.processor.history.value.count == Metric.rememberedReadings)
    #expect(machine.processor.average.value == 0)
    #expect(machine.processor.peak.value == 0)
  }

  @Test func aCounterThatStartsAnewGivesNoNegativeRate() {
    let machine = Machine(.made(time: 1, busy: 100, idle: 100, network: 5000))
    machine.take(.made(time: 2, busy: 50, idle: 50, network: 10))
    #expect(machine.received.value.value == 0)
    #expect(machine.processor.value.value == nil)
  }

  @Test func whatASampleLacksIsUnknownAndComesBack() {
    let samples = Sample.processor(at: [0.5, 0.5, 0.5, 0.5])
    let machine = Machine(samples[0])
    machine.take(samples[1])
    var hole = samples[2]
    hole.processors = nil
    machine.take(hole)
    #expect(machine.processor.value.value == nil)
    #expect(machine.cores[0].value.value == nil)
    machine.take(samples[3])
    #expect(machine.processor.value.value == nil)
    machine.take(samples[4])
    #expect(machine.processor.value.value == 0.5)
    #expect(machine.processor.history.value == [0.5, 0.5])
  }

  @Test func whoeverHearsOfOneValueSeesAllOthersInStep() {
    let samples = Sample.processor(at: [0.25, 0.75])
    let machine = Machine(samples[0])
    var seen: [[Double?]] = []
    machine.processor.value.sink { [processor = machine.processor, core = machine.cores[0]] in
      seen.append([$0, core.value.value, processor.history.value.last, processor.average.value])
    }
    samples.dropFirst().forEach(machine.take)
    #expect(seen == [[0.25, 0.25, 0.25, 0.25], [0.75, 0.75, 0.75, 0.5]])
  }

  @Test func theBusiestProcessesComeFirst() {
    func reading(_ name: String, ticks: UInt64, resident: UInt64) -> ProcessReading {
      ProcessReading(name: name, ticks: ticks, resident: resident)
    }
    let old = Sample.made(
      time: 1, processes: [1: reading("small", ticks: 900, resident: 1), 2: reading("large", ticks: 5, resident: 9)])
    let new = Sample.made(
      time: 2, busy: 50, idle: 50,
      processes: [
        1: reading("small", ticks: 900, resident: 1), 2: reading("large", ticks: 5, resident: 9),
        3: reading("new", ticks: 25, resident: 1),
      ])
    let machine = Machine(old)
    #expect(machine.processes.value.map(\.name) == ["large", "small"])
    machine.take(new)
    #expect(machine.processes.value.map(\.name) == ["new", "large", "small"])
    #expect(machine.processes.value.map(\.share) == [0.25, 0, 0])
  }
}
