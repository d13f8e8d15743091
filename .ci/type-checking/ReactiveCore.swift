import ReactiveCore

// Ordinary code with closures nested as users nest them. The type checker's work is limited.

struct Line: Equatable {
  var name = ""
  var price = 0.0
  var count = 1
}

func observersInClosures(_ sources: [OpenBehavior<Int>], _ bag: SubscriptionBag) {
  let totals = sources.map { source in source.values.map { $0 + 1 } }
  let tokens = sources.enumerated().map { index, source in
    source.sink { value in
      let others = sources.enumerated().filter { $0.offset != index }.map { $0.element.value }
      let sum = others.reduce(value) { $0 + $1 * 2 }
      batch {
        for other in sources where other !== source { other.value = sum / max(1, others.count) }
      }
    }
  }
  for token in tokens { token.store(in: bag) }
  _ = totals
}

func eventsInClosures(_ events: [Event<[Line]>], _ total: OpenBehavior<Double>, _ bag: SubscriptionBag) {
  for event in events {
    event.sink { lines in
      let sum = lines.filter { $0.count > 0 && $0.price >= 0.5 }.map { $0.price * Double($0.count) * 1.2 }.reduce(0, +)
      let average = lines.isEmpty ? 0 : sum / Double(lines.count) + 1
      total.update { $0 += sum - average / 2 }
      batch { batch { total.value = (total.value * 100).rounded() / 100 } }
    }.store(in: bag)
  }
}

func watching(_ names: [String], _ start: @escaping (@escaping (Int) -> Void) -> Subscription) -> [OpenBehavior<Int>] {
  names.map { name in
    let other = OpenBehavior(name.count * 2, whileObserved: start)
    return OpenBehavior(
      name.count + 1,
      whileObserved: { place in
        let subscription = other.sink { value in place(value * 2 + (name.isEmpty ? 1 : name.count)) }
        return Subscription { subscription.cancel() }
      })
  }
}
