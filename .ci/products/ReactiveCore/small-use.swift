import ReactiveCore

final class Thermostat {
  @Property private(set) var celsius = 19
  @Signal private(set) var overheated: Accepts<Int>

  func measure(_ value: Int) {
    celsius = value
    if value > 30 { overheated.send(value) }
  }
}

final class Display {
  init(_ thermostat: Thermostat) {
    thermostat.$celsius.observe(with: self) { _, celsius in print(celsius) }
    thermostat.$overheated.observe(with: self) { _, celsius in print("too hot", celsius) }
  }
}

func use() {
  let thermostat = Thermostat()
  let display = Display(thermostat)
  thermostat.measure(21)
  batch {
    thermostat.measure(30)
    thermostat.measure(35)
  }
  withExtendedLifetime(display) {}
}
use()
