import ReactiveElm

extension Suite {
  /// A child's message, from the parent's `dispatch` to the child's model and back, with one subscriber.
  static var elmChildren: Suite {
    Suite(
      name: "Elm: children, one subscriber",
      cases: [
        child("a child", Parent.self) { .child(.add($0)) },
        child("a child's child", Grandparent.self) { .child(.child(.add($0))) },
        child("one of 1,000 in an array", Shelf.self) { .child($0 % 1000, .add($0)) },
        child("one of 1,000 in a dictionary", Drawer.self) { .child($0 % 1000, .add($0)) },
      ])
  }

  private static func child<M: Module & WrittenByHand>(
    _ name: String, _: M.Type, _ message: @escaping (Int) -> M.Message
  ) -> Case where M.Flags == Void, M.View == Int, M.ByHand.Message == M.Message {
    Case(
      name: "dispatch, \(name)",
      unit: "ns",
      contenders: [
        .floor("floor: the child's functions called by hand") {
          let program = PlainProgram<M.ByHand>()
          let screen = SumScreen<M.ByHand.Command>()
          program.presenters.append { screen.update(presenting: $0) }
          return Work { values in
            for value in values { program.dispatch(message(value)) }
          }
        },
        .ours("Program") {
          let program = M.makeProgram()
          let screen = SumScreen<M.Command>()
          program.subscribe(screen)
          return Work { values in
            for value in values { program.dispatch(message(value)) }
            withExtendedLifetime(screen) {}
          }
        },
      ])
  }
}

/// A module with a twin that has no embedding.
private protocol WrittenByHand {
  associatedtype ByHand: Module where ByHand.Flags == Void, ByHand.View == Int
}

private struct Parent: Module, WrittenByHand {
  enum Message { case child(Adding.Message) }
  struct Model: Initable { var child = Adding.Model() }
  enum Command {}

  static let child = Embedding<Parent, Adding>(at: \.child, message: Message.child)

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .child(let message): child.update(for: message, model: &model)
    }
  }

  static func view(for model: Model) -> Int { child.view(for: model) }

  struct ByHand: Module {
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .child(let message): _ = Adding.update(for: message, model: &model.child)
      }
      return []
    }

    static func view(for model: Model) -> Int { Adding.view(for: model.child) }
  }
}

private struct Grandparent: Module, WrittenByHand {
  enum Message { case child(Parent.Message) }
  struct Model: Initable { var child = Parent.Model() }
  enum Command {}

  static let child = Embedding<Grandparent, Parent>(at: \.child, message: Message.child)

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .child(let message): child.update(for: message, model: &model)
    }
  }

  static func view(for model: Model) -> Int { child.view(for: model) }

  struct ByHand: Module {
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .child(let message): _ = Parent.ByHand.update(for: message, model: &model.child)
      }
      return []
    }

    static func view(for model: Model) -> Int { Parent.ByHand.view(for: model.child) }
  }
}

/// Children in an array. The view is their sum, stored beside them.
private struct Shelf: Module, WrittenByHand {
  struct Child: Identifiable {
    let id: Int
    var model = Adding.Model()
  }
  /// ``Adding`` with an id.
  struct Row: Module {
    typealias Message = Adding.Message
    typealias Model = Child
    enum Command {}

    static func start(with flags: Int) -> (model: Child, commands: [Command]) { (Child(id: flags), []) }

    static func update(for message: Message, model: inout Child) -> [Command] {
      _ = Adding.update(for: message, model: &model.model)
      return []
    }

    static func view(for model: Child) -> Int { model.model.sum }
  }
  enum Message { case child(Int, Adding.Message) }
  struct Model: Initable {
    var children = (0..<1000).map { Child(id: $0) }
    var sum = 0
  }
  enum Command {}

  static let children = KeyedEmbedding<Shelf, Row, [Child]>(at: \.children, message: Message.child)

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .child(let key, let message):
      model.sum &+= Self.value(of: message)
      return children.update(for: message, of: key, model: &model)
    }
  }

  static func value(of message: Adding.Message) -> Int {
    switch message {
    case .add(let value): value
    }
  }

  static func view(for model: Model) -> Int { model.sum }

  struct ByHand: Module {
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .child(let key, let message):
        model.sum &+= value(of: message)
        if let index = model.children.firstIndex(where: { $0.id == key }) {
          _ = Row.update(for: message, model: &model.children[index])
        }
      }
      return []
    }

    static func view(for model: Model) -> Int { model.sum }
  }
}

/// Children in a dictionary.
private struct Drawer: Module, WrittenByHand {
  enum Message { case child(Int, Adding.Message) }
  struct Model: Initable {
    var children = Dictionary(uniqueKeysWithValues: (0..<1000).map { ($0, Adding.Model()) })
    var sum = 0
  }
  enum Command {}

  static let children = KeyedEmbedding<Drawer, Adding, [Int: Adding.Model]>(at: \.children, message: Message.child)

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .child(let key, let message):
      model.sum &+= Shelf.value(of: message)
      return children.update(for: message, of: key, model: &model)
    }
  }

  static func view(for model: Model) -> Int { model.sum }

  struct ByHand: Module {
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .child(let key, let message):
        model.sum &+= Shelf.value(of: message)
        if let index = model.children.index(forKey: key) {
          _ = Adding.update(for: message, model: &model.children.values[index])
        }
      }
      return []
    }

    static func view(for model: Model) -> Int { model.sum }
  }
}
