import ReactiveTracking

// Ordinary code with closures nested as users nest them. The type checker's work is limited.

struct Line: Equatable {
  var name = ""
  var price = 0.0
  var count = 1
}

func nestedDerivations(_ xs: [AtomObject<Int>]) -> [Derivation<Int>] {
  xs.map { x in derive { x.value + 1 } }.map { y in derive { y.value * 2 } }
}

func deepDerivations(_ xs: [AtomObject<Int>]) -> Derivation<Int> {
  derive {
    xs.map { x in derive { derive { x.value + 1 }.value * 2 } }
      .map { y in derive { y.value - 1 } }
      .reduce(0) { $0 + $1.value }
  }
}

func arithmetic(_ lines: AtomObject<[Line]>, _ rate: AtomObject<Double>, _ shipping: AtomObject<Double>) -> Derivation<
  Double
> {
  derive {
    let net = lines.value.map { $0.price * Double($0.count) }.reduce(0, +)
    let pieces = lines.value.reduce(0) { $0 + $1.count }
    let discount = pieces > 10 ? net * 0.1 : pieces > 5 ? net * 0.05 : 0
    let taxed = (net - discount) * (1 + rate.value / 100)
    let parcels = (Double(pieces) / 4).rounded(.up)
    let freight = net - discount > 100 ? 0 : shipping.value * max(1, parcels)
    let total = taxed + freight * (1 + rate.value / 100)
    return (total * 100).rounded() / 100
  }
}

func effectsInClosures(_ xs: [AtomObject<Int>], _ log: @escaping (String) -> Void) -> [Effect] {
  xs.enumerated().map { index, x in
    Effect { scope in
      let doubled = derive { x.value * 2 }
      let parts = xs.filter { $0 !== x }.map { other in derive { other.value + doubled.value } }
      scope.effect {
        let sum = parts.map { $0.value }.reduce(0, +)
        log("\(index): \(doubled.value) of \(sum), \(parts.count > 2 ? "many" : "few")")
        onCleanup { log("\(index) leaves") }
      }
      let total = derive { doubled.value + parts.reduce(0) { $0 + $1.value } }
      scope.effect { log("\(total.value)") }
      let growth = watch(of: total.value * 2 + parts.reduce(0) { $0 + $1.value }) { old, new in
        if old < new { log("\(index) grows by \((new - old) / 2), \(new > 10 ? "fast" : "slowly")") }
      }
      onCleanup { growth.cancel() }
    }
  }
}

func throwing(_ texts: [AtomObject<String>]) -> [Derivation<Result<Int, any Error>>] {
  struct NotANumber: Error {}
  return texts.map { text in
    deriveResult {
      guard let number = Int(text.value) else { throw NotANumber() }
      return number * 2
    }
  }
}

final class Cart {
  @Atom var lines: [Line] = []
  @Atom var rate = 19.0
  @Derived({ (me: Cart) in me.lines.map { $0.price * Double($0.count) }.reduce(0, +) }) var net: Double
  @Derived({ (me: Cart) in
    let tax = me.net * me.rate / 100
    return me.lines.isEmpty ? "nothing" : "\(me.lines.count) for \(((me.net + tax) * 100).rounded() / 100)"
  }) var text: String
}

struct Offline: Error {}
@MainActor func asking(_ texts: [AtomObject<String>]) -> [AsyncBehavior<[String], any Error>] {
  texts.map { text in
    deriveAsync(after: .milliseconds(300), onFailure: .retry(times: 3, after: .seconds(1))) {
      text.value.isEmpty ? nil : text.value.lowercased() + "\(texts.count)"
    } answer: { question in
      if question.hasPrefix("x") { throw Offline() }
      return question.split(separator: " ").map { "\($0) and \(question.count * 2)" }
    }
  }
}
@MainActor func askingByType(_ text: AtomObject<String>) -> AsyncBehavior<Int, Offline> {
  deriveAsync {
    text.value
  } answer: { question throws(Offline) in
    guard let number = Int(question) else { throw Offline() }
    return number * 2 + question.count
  }
}
