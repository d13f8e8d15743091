import Foundation
import ReactiveCore
import ReactiveDerived
import ReactiveTracking

/// A random program: all callbacks (comparisons, keys, closures, `deinit`, cleanups) write, observe, cancel, make and
/// drop. When its budget is spent, it rests, and everything still alive must be right. It belongs to no actor, so
/// nothing in it waits: for operators over time and tasks, see `Cage`.
final class Zoo {
  /// A value whose comparison, hash and `deinit` act.
  struct Beast: Hashable {
    let number: Int
    fileprivate let tail: Tail
    static func == (one: Beast, other: Beast) -> Bool {
      one.tail.act(8)
      return one.number == other.number
    }
    func hash(into hasher: inout Hasher) {
      tail.act(8)
      hasher.combine(number)
    }
  }

  fileprivate final class Tail {
    private weak var zoo: Zoo?
    init(_ zoo: Zoo?) { self.zoo = zoo }
    func act(_ limit: Int) { zoo?.act(limit) }
    deinit { act(6) }
  }

  /// A value with a part that is written through projections.
  private struct Yard: Equatable {
    var beast: Beast
    var number = 0
  }

  /// A row whose `deinit` acts.
  private struct Herd: Identifiable {
    let id: Int
    var beast: Beast
  }

  /// Captured by an effect or an observer.
  private final class Note {
    var seen: Int?
    var isRunning = false
  }
  private struct Watched {
    let note: Note
    let expected: () -> Int?
    let handle: AnyObject
  }

  private var dice: Dice
  private var budget: Int
  private var depth = 0
  private var evaluations = 0
  private(set) var atoms: [OpenBehavior<Beast>] = []
  private var sums: [(behavior: Behavior<Int>, expected: () -> Int)] = []
  private var watched: [Watched] = []
  private var bags: [SubscriptionBag] = []
  private var scopes: [EffectScope] = []
  private var keys: [Beast: Int] = [:]
  private let event = Event<Beast>()
  private var yards: [OpenBehavior<Yard>] = []
  /// Parts of yards, conversions and overrides of these.
  private var numbers: [OpenBehavior<Int>] = []
  private var histories: [History] = []
  private let herds = OpenKeyed<Herd>()
  private let large: Keyed<Int, Herd>
  private let total: Behavior<Int>
  private let lines: Keyed<Int, Int>

  init(seed: Int, budget: Int = 400) {
    dice = Dice(seed)
    self.budget = budget
    large = herds.filter { $0.beast.number > 1 }
    total = large.sum { $0.beast.number }
    lines = herds.mapRows { $0.beast.number * 2 }
    for _ in 0..<4 { atoms.append(OpenBehavior(beast())) }
    event.sink { [weak self] beast in
      beast.tail.act(3)
      self?.act(3)
    }
  }

  func beast() -> Beast { Beast(number: dice.roll(5), tail: Tail(self)) }

  /// Acts once in `limit` calls, within the budget.
  func act(_ limit: Int = 1) {
    if budget <= 0 || depth > 6 || dice.roll(limit) > 0 { return }
    budget -= 1
    depth += 1
    if dice.roll(8) == 0 { independently { step() } } else { step() }
    depth -= 1
  }

  func run() {
    while budget > 0 { act() }
    checkAll()
  }

  private func pick() -> OpenBehavior<Beast> { atoms[dice.roll(atoms.count)] }

  private func step() {
    switch dice.roll(25) {
    case 0, 1, 2: pick().value = beast()
    case 3:
      batch {
        for _ in 0..<3 { pick().value = beast() }
        act(2)
        pick().value = beast()
      }
    case 4: addSum()
    case 5: addEffect()
    case 6: addObserver()
    case 7:
      if watched.isEmpty { return }
      let ended = watched.remove(at: dice.roll(watched.count))
      withExtendedLifetime(ended) {}
    case 8:
      if sums.isEmpty { return }
      let ended = sums.remove(at: dice.roll(sums.count))
      withExtendedLifetime(ended) {}
    case 9: replaceAtom()
    case 10: event.trigger(beast())
    case 11:
      let bag = SubscriptionBag()
      let atom = pick()
      atom.sink { [weak self] _ in self?.act(4) }.store(in: bag)
      atom.map { [weak self] beast in
        self?.act(6)
        return beast.number
      }.sink { _ in }.store(in: bag)
      bags.append(bag)
    case 12: if !bags.isEmpty { bags.remove(at: dice.roll(bags.count)).cancelAll() }
    case 13:
      let scope = EffectScope()
      let atom = pick()
      scope.effect { [weak self] in
        _ = atom.value
        self?.act(4)
        onCleanup { self?.act(3) }
      }
      scopes.append(scope)
    case 14: if !scopes.isEmpty { scopes.remove(at: dice.roll(scopes.count)).cancel() }
    case 15:
      // Key functions may reenter here, so the keys are taken out meanwhile and end afterwards.
      let key = beast()
      var mine = keys
      keys = [:]
      mine[key] = key.number
      if mine.count > 3 { mine = [:] }
      let before = keys
      keys = mine
      withExtendedLifetime(before) {}
    case 16: replaceYard()
    case 17: if !yards.isEmpty { yards[dice.roll(yards.count)].value = Yard(beast: beast(), number: dice.roll(5)) }
    case 18, 19: if !numbers.isEmpty { numbers[dice.roll(numbers.count)].value = dice.roll(5) }
    case 20: addNumberObserver()
    case 21:
      if histories.isEmpty { return }
      let history = histories[dice.roll(histories.count)]
      if dice.roll(3) == 0 { history.redo() } else { history.undo() }
    case 22, 23: editHerds()
    default:
      if evaluations == 0, let sum = sums.randomElement(using: &dice) { _ = sum.behavior.value }
    }
  }

  private func replaceAtom() {
    let place = dice.roll(atoms.count)
    let new = dice.roll(3) == 0 ? source() : OpenBehavior(beast())
    let old = atoms[place]
    atoms[place] = new
    withExtendedLifetime(old) {}
  }

  /// Its values come from outside while it is observed.
  private func source() -> OpenBehavior<Beast> {
    OpenBehavior(
      beast(),
      whileObserved: { [weak self] place in
        if let self { place(beast()) }
        self?.act(4)
        return Subscription { [weak self] in
          self?.act(4)
          if let self { place(beast()) }
        }
      })
  }

  private func replaceYard() {
    let yard = OpenBehavior(Yard(beast: beast()))
    let part = yard[\.number]
    let converted = part.converted {
      -$0
    } back: { [weak self] in
      self?.act(6)
      return -$0
    }
    let linked = LinkedProperty(part)
    let history = History(of: yard, linked, keeping: 1 + dice.roll(3))
    history.steps.sink { [weak self] _ in self?.act(6) }
    let old = (yards, numbers, histories)
    yards = yards.suffix(2) + [yard]
    numbers = numbers.suffix(6) + [part, converted, linked]
    histories = histories.suffix(2) + [history]
    withExtendedLifetime(old) {}
  }

  private func addNumberObserver() {
    if watched.count > 16 || numbers.isEmpty { return }
    let note = Note()
    let number = numbers[dice.roll(numbers.count)]
    let bag = SubscriptionBag()
    number.observe { [weak self] number in
      note.seen = number
      self?.act(5)
    }.store(in: bag)
    watched.append(Watched(note: note, expected: { number.peek() }, handle: bag))
  }

  private func editHerds() {
    let id = dice.roll(6)
    switch dice.roll(8) {
    case 0, 1, 2: herds.insert(Herd(id: id, beast: beast()))
    case 3: herds.remove(id)
    case 4: herds.move(id, before: dice.roll(6))
    case 5: herds.update(id) { $0.beast = beast() }
    case 6: herds.value = (0..<dice.roll(6)).map { Herd(id: $0, beast: beast()) }
    default: addHerdObserver(id)
    }
  }

  private func addHerdObserver(_ id: Int) {
    if watched.count > 16 { return }
    let note = Note()
    let bag = SubscriptionBag()
    let (row, large, total) = (herds[id], large, total)
    let expected: () -> Int?
    switch dice.roll(3) {
    case 0:
      row.observe { [weak self] row in
        note.seen = row?.beast.number
        self?.act(5)
      }.store(in: bag)
      expected = { row.peek()?.beast.number }
    case 1:
      large.observe { [weak self] rows in
        note.seen = rows.count
        self?.act(5)
      }.store(in: bag)
      expected = { large.peek().count }
    default:
      total.observe { [weak self] total in
        note.seen = total
        self?.act(5)
      }.store(in: bag)
      expected = { total.peek() }
    }
    watched.append(Watched(note: note, expected: expected, handle: bag))
  }

  private func addSum() {
    if sums.count > 12 { return }
    let (one, other) = (pick(), pick())
    let sum = derive { [weak self] () -> Int in
      self?.evaluations += 1
      defer { self?.evaluations -= 1 }
      let first = one.value.number
      self?.act(12)
      return first * 10 + other.value.number
    }
    sums.append((sum, { one.peek().number * 10 + other.peek().number }))
  }

  private func addEffect() {
    if watched.count > 16 { return }
    let note = Note()
    let (one, other) = (pick(), pick())
    let effect = Effect { [weak self] in
      note.seen = one.value.number * 10 + other.value.number
      self?.act(5)
      onCleanup { [weak self] in self?.act(6) }
    }
    watched.append(
      Watched(note: note, expected: { one.peek().number * 10 + other.peek().number }, handle: effect))
  }

  private func addObserver() {
    if watched.count > 16 { return }
    let note = Note()
    let atom = pick()
    let bag = SubscriptionBag()
    atom.observe { [weak self] beast in
      note.seen = beast.number
      self?.act(5)
    }.store(in: bag)
    watched.append(Watched(note: note, expected: { atom.peek().number }, handle: bag))
  }

  func checkAll() {
    budget = 0
    // An effect made while a scope was running may belong to the scope and have ended with it.
    for one in watched where (one.handle as? Effect)?.isCancelled != true {
      check(one.note.seen, is: one.expected(), "what an observer has seen last")
    }
    for sum in sums { check(sum.behavior.value, is: sum.expected(), "a sum") }
    let rows = herds.value
    let largeRows = rows.filter { $0.beast.number > 1 }
    check(large.value.map(\.id), is: largeRows.map(\.id), "the filtered rows")
    check(total.value, is: largeRows.reduce(0) { $0 + $1.beast.number }, "the sum of the rows")
    check(lines.value, is: rows.map { $0.beast.number * 2 }, "what is derived for each row")
    for row in rows { check(herds[row.id].value?.beast.number, is: row.beast.number, "a row") }
  }
}
