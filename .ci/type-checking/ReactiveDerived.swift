import ReactiveDerived

// Ordinary code with closures nested as users nest them. The type checker's work is limited.

struct Line: Equatable {
  var name = ""
  var price = 0.0
  var count = 1
}

func chainsOfMap(_ xs: [Behavior<Int>]) -> [Behavior<String>] {
  xs.map { $0.map { $0 + 1 }.map { $0 * 2 } }
    .map { x in x.map { Double($0) / 2 } }
    .map { x in x.map { $0 > 10 ? "many" : "few" }.map { $0 + "!" } }
}

func nestedMaps(_ rows: [[Behavior<Int>]]) -> [Behavior<Int>] {
  rows.map { row in
    row.map { cell in cell.map { $0 * $0 } }
      .reduce(OpenBehavior(0) as Behavior<Int>) { sum, cell in DerivedProperty(sum, cell) { $0 + $1 } }
  }
}

func arithmetic(
  _ lines: StoredProperty<[Line]>, _ rate: StoredProperty<Double>, _ shipping: StoredProperty<Double>
) -> DerivedProperty<Double> {
  DerivedProperty(lines, rate, shipping) { lines, rate, shipping in
    let net = lines.map { $0.price * Double($0.count) }.reduce(0, +)
    let pieces = lines.reduce(0) { $0 + $1.count }
    let discount = pieces > 10 ? net * 0.1 : pieces > 5 ? net * 0.05 : 0
    let taxed = (net - discount) * (1 + rate / 100)
    let parcels = (Double(pieces) / 4).rounded(.up)
    let freight = net - discount > 100 ? 0 : shipping * max(1, parcels)
    let total = taxed + freight * (1 + rate / 100)
    return (total * 100).rounded() / 100
  }
}

func combined(_ prices: [Behavior<Double>], _ counts: [Behavior<Int>]) -> [Behavior<String>] {
  zip(prices, counts).map { price, count in
    price.combine(count) { $0 * Double($1) }.map { "\($0) in all" }
  }
}

func streams(_ events: [Event<Int>], _ bag: SubscriptionBag) {
  let all = EventStream.merge(events.map { event in event.filter { $0 > 0 }.map { $0 * 2 } })
  all.scan(0) { $0 + $1 }
    .filter { $0 % 2 == 0 }
    .map { "\($0)" }
    .sink { text in for (index, event) in events.enumerated() where index < text.count { event.trigger(index + 1) } }
    .store(in: bag)
}

/// Windows over several numeric states and their results, in one expression.
@MainActor
func movingMeans(_ samples: [EventStream<Double>]) -> [Behavior<Bool>] {
  samples.map { samples in
    samples
      .window(
        (sum: 0.0, count: 0), for: .seconds(60),
        adding: {
          $0.sum += $1
          $0.count += 1
        },
        removing: {
          $0.sum -= $1
          $0.count -= 1
        }
      )
      .map { $0.count > 0 && $0.sum / Double($0.count) > 30 }
  }
}

@MainActor
func calmed(_ queries: [OpenBehavior<String>], _ bag: SubscriptionBag) {
  for query in queries {
    let calm = query.debounced(for: .milliseconds(300))
    calm.combine(calm.isSettled) { text, isSettled in isSettled ? text.count * 2 + 1 : -1 }
      .sink { print($0) }
      .store(in: bag)
    query.changes.throttle(for: .milliseconds(16)).map { $0.count + 1 }.collect(for: .seconds(1), limit: 20).sink {
      print($0)
    }
  }
}
