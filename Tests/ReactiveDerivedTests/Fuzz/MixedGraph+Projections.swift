import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport

// Parts of structs, and behaviors that write another one or override it.
//
// The model has a source for each part, whether or not the library's part is made. A struct that no part keeps is gone.

struct MixedWhole: Equatable {
  struct Inner: Equatable { var number = 0 }
  struct Row: Identifiable, Equatable { var id: Int, number: Int }
  /// Its end shows that of the struct.
  struct Witness: Equatable {
    let token: Ledger.Token
    static func == (a: Self, b: Self) -> Bool { a.token === b.token }
  }
  var first = 0
  var inner = Inner()
  var rows = [Row(id: 0, number: 2), Row(id: 1, number: 3)]
  let witness: Witness

  /// The values of all parts; ``MixedRecipe/none`` for a row that is missing.
  var values: [Int] {
    [first, inner.number] + (0..<2).map { id in rows.first { $0.id == id }?.number ?? MixedRecipe.none }
  }
}

struct MixedRoot {
  weak var behavior: OpenBehavior<MixedWhole>?
  /// The model's sources for the parts, in the order of ``MixedWhole/values``.
  let parts: [Int]
}

/// Conversions that are not inverse, and none.
enum MixedConversion: CaseIterable {
  case none, shifted, halved

  func forward(_ number: Int) -> Int {
    switch self {
    case .none: number
    case .shifted: (number + 1) % 6
    case .halved: number / 2
    }
  }
  func back(_ number: Int) -> Int {
    switch self {
    case .none: number
    case .shifted: (number + 5) % 6
    case .halved: number * 2 % 6
    }
  }
}

extension MixedGraph {
  // MARK: Parts

  private var livingRoots: [Int] { roots.keys.filter { roots[$0]?.behavior != nil }.sorted() }

  /// A part of a new struct, or another one of a struct that lives.
  func addPart(_ id: Int) {
    guard let known = random.once(in: 3) ? nil : random.pick(livingRoots), let root = roots[known],
      let whole = root.behavior
    else { return addPart(id, of: OpenBehavior(MixedWhole(witness: .init(token: ledger.token())))) }
    addPart(id, known, root, whole)
  }

  private func addPart(_ id: Int, of whole: OpenBehavior<MixedWhole>) {
    let number = nextID
    let root = MixedRoot(behavior: whole, parts: (1...4).map { number + $0 })
    nextID += 5
    for (part, value) in zip(root.parts, whole.peek().values) { model.addSource(part, value) }
    roots[number] = root
    addPart(id, number, root, whole)
    if random.once(in: 2), let other = newNodeID() { addPart(other, number, root, whole) }
  }

  private func addPart(_ id: Int, _ number: Int, _ root: MixedRoot, _ whole: OpenBehavior<MixedWhole>) {
    let place = random.below(4)
    let part: OpenBehavior<Int>
    switch place {
    case 0: part = whole[\.first]
    case 1: part = random.once(in: 2) ? whole[\.inner.number] : whole[\.inner][\.number]
    default:
      let (row, none) = (whole[\.rows][id: place - 2], MixedRecipe.none)
      let field = row[optional: \.number]
      part = OpenBehavior(
        get: { [token = ledger.token()] in
          _ = token
          return field.value ?? none
        },
        set: { number in
          if row.peek() == nil { row.value = .init(id: place - 2, number: number) } else { field.value = number }
        })
    }
    behind[id] = root.parts[place]
    model.add(id, .same(root.parts[place]))
    let name = ["first", "second", "row 0", "row 1"][place]
    keep(id, MixedNode(part, .source(part)), "part", "is \(name) of struct \(number): \(model.value(id))")
  }

  /// Writes the struct: moves or removes its rows, or changes several parts.
  func rearrange() {
    guard let number = random.pick(livingRoots), let root = roots[number], let behavior = root.behavior else { return }
    var whole = behavior.peek()
    var isMoved = true
    switch random.below(4) {
    case 0: whole.rows.reverse()
    case 1:
      let id = random.below(2)
      whole.rows.removeAll { $0.id == id }
    case 2: whole.rows = [.init(id: 1, number: random.below(5)), .init(id: 0, number: random.below(5))]
    default:
      (whole.first, whole.inner.number) = (random.below(5), random.below(5))
      isMoved = false
    }
    note("struct \(number) becomes \(whole.values)")
    change {
      var isChange = false
      for (part, value) in zip(root.parts, whole.values) where model.write(part, value, inBatch: depth > 0) {
        isChange = true
      }
      if isMoved { noteRearranged(number) }
      return isChange || isMoved
    }
    behavior.value = whole
  }

  /// Returns whether that is a change.
  func writeModel(_ id: Int, _ value: Int, inPlace: Bool) -> Bool {
    guard let part = behind[id], let (number, root) = roots.first(where: { $0.value.parts.contains(part) }) else {
      return model.write(written(id), value, inBatch: depth > 0, inPlace: inPlace)
    }
    let place = root.parts.firstIndex(of: part) ?? 0
    let target = model.planted == .wrongPart && place < 2 ? root.parts[1 - place] : part
    let isChange = model.write(target, value, inBatch: depth > 0, inPlace: inPlace)
    // A row that was missing comes last, which the values do not show.
    if isChange && place > 1 { noteRearranged(number) }
    return isChange
  }

  private func noteRearranged(_ root: Int) {
    if depth > 0 { rearranged.insert(root) }
    model.noteChange(of: root)
  }

  // MARK: Of others

  func addProjection(_ id: Int) {
    if random.once(in: 3), let number = random.pick(livingRoots), let whole = roots[number]?.behavior {
      return addWhole(id, number, whole)
    }
    // Of stored sources only. A derived source that observers change and restore before it is computed has not changed.
    let candidates = sources.filter {
      behind[$0] == nil && activities[$0] == nil && isCut($0) && !model.comparison(of: $0).isCoarse
    }
    guard let parent = random.pick(candidates), case .source(let source) = nodes[parent]?.control else { return }
    if random.once(in: 2) {
      model.add(id, .overriding(parent, .none))
      let property = LinkedProperty(source)
      keep(id, MixedNode(property, .linked(property)), "LinkedProperty", "of \(parent)", isDirect: true)
    } else {
      let conversion = random.pick(MixedConversion.allCases)!
      model.add(id, .overriding(parent, conversion))
      let result = source.converted { [token = ledger.token()] number in
        _ = token
        return conversion.forward(number)
      } back: {
        conversion.back($0)
      }
      keep(id, MixedNode(result, .converted(result)), "converted", "is \(parent), \(conversion)", isDirect: true)
    }
  }

  private func addWhole(_ id: Int, _ number: Int, _ whole: OpenBehavior<MixedWhole>) {
    let parts = roots[number]?.parts ?? []
    model.add(id, .whole(number, parts: parts))
    runs[id] = MixedRun()
    let result = whole.map { [unowned self, token = ledger.token()] whole in
      _ = token
      return calculate(id, whole.values, beside: nil) { $0.reduce(0, +) % 5 }
    }
    keep(id, MixedNode(result), "map of a struct", "is the sum of \(names(parts)) % 5")
  }

  func adjustOverride(_ id: Int) {
    guard let parent = model.keeps(id, possibly: false).first else { return }
    let value = random.below(6)
    // It is observed while a written value stands.
    noteNeeded(parent)
    maybeObserved.insert(parent)
    switch nodes[id]?.control {
    case .converted(let behavior):
      note("write \(value) to \(name(id))")
      change { model.write(id, overriding: value, reaches: written(parent), inBatch: depth > 0) }
      behavior.value = value
    case .linked(let property) where random.once(in: 3):
      note("reset \(name(id))")
      change { model.reset(id) }
      property.reset()
    case .linked(let property) where random.once(in: 3):
      note("commit \(name(id))")
      let committed = model.value(id)
      change {
        guard model.isOverridden(id) else { return false }
        _ = model.write(written(parent), committed, inBatch: depth > 0)
        model.reset(id)
        return true
      }
      property.commit()
    case .linked(let property):
      note("write \(value) to \(name(id))")
      change { model.write(id, overriding: value, reaches: nil, inBatch: depth > 0) }
      property.value = value
    default: break
    }
  }
}
