import ReactiveElm

// Modules of the Elm layer's cases. Nearly all views are the sum of the added values, so that the subscriber can verify
// that nothing is lost.

/// A trivial message, model and view; no commands or sources.
struct Adding: Module {
  enum Message { case add(Int) }
  struct Model: Initable { var sum = 0 }
  enum Command {}

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .add(let value): model.sum &+= value
    }
    return []
  }

  static func view(for model: Model) -> Int { model.sum }
}

/// Every message returns a command.
struct Commanding: Module {
  enum Message { case perform(Int) }
  struct Model: Initable { var last = 0 }
  enum Command { case add(Int) }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .perform(let value):
      model.last = value
      return [.add(value)]
    }
  }

  static func view(for model: Model) -> Int { model.last }
}

/// A message whose command dispatches a number of others: all at once, or each from the previous one.
struct Flooding: Module {
  enum Message {
    case flood(Range<Int>)
    case descend(Range<Int>)
    case add(Int)
  }
  struct Model: Initable { var sum = 0 }
  enum Command {
    case flood(Range<Int>)
    case descend(Range<Int>)
  }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .flood(let values):
      return [.flood(values)]
    case .descend(let values):
      model.sum &+= values.lowerBound
      let rest = values.dropFirst()
      return rest.isEmpty ? [] : [.descend(rest)]
    case .add(let value):
      model.sum &+= value
      return []
    }
  }

  static func view(for model: Model) -> Int { model.sum }
}

/// One constant source.
struct Listening: Module {
  enum Message { case add(Int) }
  struct Model: Initable { var sum = 0 }
  enum Command {}
  enum Source: Hashable { case clock(Int) }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .add(let value): model.sum &+= value
    }
    return []
  }

  static func view(for model: Model) -> Int { model.sum }

  static func subscriptions(for model: Model) -> [Source] { [.clock(1)] }
}

/// The view has several fields and hides the changes.
struct Hiding: Module {
  enum Message { case add(Int) }
  struct Model: Initable {
    // Long enough for the heap.
    var title = String(repeating: "title ", count: 10)
    var sum = 0
  }
  enum Command {}
  struct View: Equatable {
    let title: String
    let isPositive: Bool
  }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .add(let value): model.sum &+= value
    }
    return []
  }

  static func view(for model: Model) -> View { View(title: model.title, isPositive: model.sum >= 0) }
}

/// A model of 512 bytes without references.
struct Wide: Module {
  enum Message { case add(Int) }
  struct Eight { var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0 }
  struct Model: Initable {
    var a = Eight(), b = Eight(), c = Eight(), d = Eight(), e = Eight(), f = Eight(), g = Eight(), h = Eight()
  }
  enum Command {}

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .add(let value): model.h.h &+= value
    }
    return []
  }

  static func view(for model: Model) -> Int { model.h.h }
}

/// A model with an array of 100,000 elements; a message changes one.
struct Listed: Module {
  enum Message { case add(Int) }
  struct Model: Initable {
    var sum = 0
    var values = [Int](repeating: 0, count: 100_000)
  }
  enum Command {}

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .add(let value):
      model.values[value % 100_000] &+= value
      model.sum &+= value
    }
    return []
  }

  static func view(for model: Model) -> Int { model.sum }
}

/// Adds the growth of the sum to the checksum.
final class SumScreen<Command>: Subscriber {
  private let cell = Checksum.cell
  private var shown = 0

  func update(presenting view: Int) {
    cell.pointee &+= view &- shown
    shown = view
  }

  func update(performing command: Command) {}
}
