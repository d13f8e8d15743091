import ReactiveDerived

/// Every behavior that writes through to another or overrides it, and a stored behavior for comparison.
enum ProjectionKind: String, CaseIterable, Codable {
  case root, part, partOfPart, optionalPart, optionalPartOfRow, conversion, failingConversion, linked, following
  case tentative, computed

  /// Whether writes reach the source. The others override the source's value.
  var writesThrough: Bool { ![.linked, .following, .tentative].contains(self) }
}

/// A behavior of one of these kinds, initially 0.
struct ProjectionSample {
  let open: OpenBehavior<Int?>
  let writeSource: (Int) -> Void
  let readSource: () -> Int?
  let observeSource: (@escaping () -> Void) -> Subscription

  private struct Inner: Equatable { var number: Int?, text = "" }
  private struct Outer: Equatable { var inner = Inner(number: 0), name = "" }
  private struct Plain: Equatable { var number = 0, text = "" }
  private struct Row: Identifiable, Equatable { var id: Int, number: Int }
  private struct Refused: Error {}

  init(_ kind: ProjectionKind) {
    switch kind {
    case .root: self.init(OpenBehavior(0), { $0 }, { $0 = $1 }, { $0 })
    case .part: self.init(OpenBehavior(Inner(number: 0)), \.number, { $0.number = $1 }, { $0[\.number] })
    case .partOfPart:
      self.init(OpenBehavior(Outer()), \.inner.number, { $0.inner.number = $1 }, { $0[\.inner][\.number] })
    case .optionalPart:
      self.init(OpenBehavior(Plain?(Plain())), { $0?.number }, { $0?.number = $1 }, { $0[optional: \.number] })
    case .optionalPartOfRow:
      self.init(
        OpenBehavior([Row(id: 8, number: 5), Row(id: 7, number: 0)]), { $0[1].number }, { $0[1].number = $1 },
        { $0[id: 7][optional: \.number] })
    case .conversion:
      self.init(
        OpenBehavior("0"), { Int($0) }, { $0 = String($1) },
        { source in
          source.converted {
            Int($0)
          } back: {
            $0.map(String.init) ?? ""
          }
        })
    case .failingConversion:
      self.init(
        OpenBehavior("0"), { Int($0) }, { $0 = String($1) },
        { source in
          source.converted(errors: Event<Refused>()) {
            Int($0)
          } back: { number throws(Refused) in
            guard let number else { throw Refused() }
            return String(number)
          }
        })
    case .linked: self.init(OpenBehavior<Int?>(0), { $0 }, { $0 = $1 }, { LinkedProperty($0) })
    case .following:
      self.init(OpenBehavior(0), { $0 }, { $0 = $1 }, { LinkedProperty($0) { source, _ in source } })
    case .tentative:
      self.init(OpenBehavior<Int?>(0), { $0 }, { $0 = $1 }, { TentativeProperty(parentProperty: $0) })
    case .computed:
      self.init(
        OpenBehavior(0), { $0 }, { $0 = $1 },
        { source in OpenBehavior(get: { source.value }, set: { source.value = $0 ?? 0 }) })
    }
  }

  private init<Source>(
    _ source: OpenBehavior<Source>, _ read: @escaping (Source) -> Int?, _ write: @escaping (inout Source, Int) -> Void,
    _ make: (OpenBehavior<Source>) -> OpenBehavior<Int?>
  ) {
    open = make(source)
    writeSource = { number in
      var value = source.peek()
      write(&value, number)
      source.value = value
    }
    readSource = { read(source.peek()) }
    observeSource = { body in source.sink { _ in body() } }
  }
}
