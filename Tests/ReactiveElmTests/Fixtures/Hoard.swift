import ReactiveElm

/// A module whose model counts its copies on write.
struct Hoard: Module {
  final class Counter { var copies = 0 }
  struct Values: Equatable {
    final class Storage {
      var elements: [Int]
      init(_ elements: [Int]) { self.elements = elements }
    }
    private var storage = Storage([])
    let counter: Counter
    init(_ counter: Counter) { self.counter = counter }
    var elements: [Int] { storage.elements }
    mutating func append(_ element: Int) {
      if !isKnownUniquelyReferenced(&storage) {
        counter.copies += 1
        storage = Storage(storage.elements)
      }
      storage.elements.append(element)
    }
    static func == (a: Values, b: Values) -> Bool { a.elements == b.elements }
  }
  enum Message { case append(Int) }
  struct Model: Identifiable, Equatable {
    let id: Int
    var values: Values
  }
  enum Command {}

  static func start(with flags: (id: Int, counter: Counter)) -> (model: Model, commands: [Command]) {
    (Model(id: flags.id, values: Values(flags.counter)), [])
  }
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .append(let element): model.values.append(element)
    }
    return []
  }
  static func view(for model: Model) -> Int { model.values.elements.count }
}
