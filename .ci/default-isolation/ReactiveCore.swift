import ReactiveCore

final class Thermostat {
  @Property var celsius = 20
  @Signal var switched: Accepts<Bool>
  @Pub var name = "Hall"
  private let bag = SubscriptionBag()
  var log: [String] = []

  init() {
    $celsius.observe(with: self) { me, celsius in me.log.append("\(celsius)") }.store(in: bag)
    $switched.sink(with: self) { me, isOn in me.log.append("\(isOn)") }.store(in: bag)
    $name.observe { [weak self] name in self?.log.append(name) }.store(in: bag)
  }
}

@main
struct Client {
  static let total = OpenBehavior(0)
  static let event = Event<Int>()

  static func main() async {
    let thermostat = Thermostat()
    batch {
      thermostat.celsius = 25
      thermostat.name = "Attic"
    }
    precondition(thermostat.log == ["20", "Hall", "25", "Attic"], "\(thermostat.log)")
    event.sink { total.value += $0 }
    event.trigger(2)
    for await value in total.values {
      precondition(value == 2)
      break
    }
    print("done")
  }
}
