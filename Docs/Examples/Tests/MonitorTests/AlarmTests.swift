import ReactiveCore
import Testing

@testable import monitor

@Suite struct AlarmTests {
  private func alerts(processorAt shares: [Double]) -> [Alert] {
    let samples = Sample.processor(at: shares)
    let machine = Machine(samples[0])
    var alerts: [Alert] = []
    machine.alerts.sink { alerts.append($0) }
    samples.dropFirst().forEach(machine.take)
    #expect(machine.log.value == alerts.reversed())
    return alerts
  }

  @Test func anAlarmIsRaisedOnceHoweverLongItLasts() {
    let alerts = alerts(processorAt: Array(repeating: 0.95, count: 50))
    // Readings begin with the second sample; the third is decisive.
    #expect(alerts == [Alert(clock: 4, kind: .raised, subject: "processor", value: 0.95, unit: .share)])
  }

  @Test func twoReadingsAreNotEnough() {
    #expect(alerts(processorAt: [0.95, 0.95, 0.5, 0.95, 0.95, 0.5]).isEmpty)
  }

  @Test func anAlarmIsClearedOnceAndCanBeRaisedAgain() {
    let hot = Array(repeating: 0.95, count: 4)
    let calm = Array(repeating: 0.1, count: 4)
    let alerts = alerts(processorAt: hot + calm + hot)
    #expect(alerts.map(\.kind) == [.raised, .cleared, .raised])
    #expect(alerts.map(\.value) == [0.95, 0.1, 0.95])
  }

  @Test func aSecondOfQuietDoesNotClearIt() {
    #expect(alerts(processorAt: [0.95, 0.95, 0.95, 0.1, 0.95, 0.1, 0.1, 0.95]).count == 1)
  }

  @Test func raisedAlarmsAreCounted() {
    let samples = Sample.processor(at: Array(repeating: 0.95, count: 3) + Array(repeating: 0, count: 3))
    let machine = Machine(samples[0])
    var counts: [Int] = []
    machine.raisedAlarms.observe { counts.append($0) }
    samples.dropFirst().forEach(machine.take)
    #expect(counts == [0, 1, 0])
  }

  @Test func aBurstIsWhatIsFarAboveTheUsual() {
    let mebibyte: UInt64 = 1_048_576
    let machine = Machine(.made(time: 0))
    var alerts: [Alert] = []
    machine.alerts.sink { alerts.append($0) }
    var total: UInt64 = 0
    for (second, speed) in (Array(repeating: mebibyte / 2, count: 20) + [8 * mebibyte, 8 * mebibyte]).enumerated() {
      total += speed
      machine.take(.made(time: Double(second + 1), network: total))
    }
    #expect(alerts.map(\.subject) == ["download"])
    #expect(alerts.first?.value == Double(8 * mebibyte))
  }

  @Test func fullMemoryIsAnAlarm() {
    let machine = Machine(.made(time: 0, available: 50))
    for second in 1...3 { machine.take(.made(time: Double(second), available: 50)) }
    #expect(machine.log.value.map(\.subject) == ["memory"])
  }
}
