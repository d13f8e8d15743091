import ReactiveDerived

struct Loose {}
final class Object { let number = StoredProperty(1) }

// One of each kind, using only the public interface.
func use() {
  let number = StoredProperty(1)
  guard number.label == "Client/main.swift:8" else { fatalError(number.label) }
  let object = StoredProperty(Object())
  let optional = StoredProperty<Object?>(nil)
  let loose = StoredProperty(Loose(), changePredicate: ChangePredicates.alwaysChangePredicate)
  let double = DerivedProperty(number) { $0 * 2 }
  let both = DerivedProperty(double, loose, calculator: { double, _ in double }, isDuplicate: ==)
  let listed = DerivedProperty(dependencies: [number, object]) { number.value + 1 }
  let manual = ManuallyRecalculatedDerivedProperty { number.value }
  let passed = PassThroughProperty(parentProperty: both)
  let tentative = TentativeProperty(parentProperty: passed)
  let connectable = ConnectableProperty(unconnectedValue: 0)
  let inner = MultilevelProperty(parentProperty: object, childKeyPath: \.number)
  let maybe = MultilevelOptionalProperty(parentProperty: optional, childKeyPath: \.number)
  let items = MultilevelCollectionProperty(parentProperty: StoredProperty([Object()]), childKeyPath: \.number)
  let sum = number + double * 2 - 3 / (inner + 1)
  let isLarge = sum.isGreater(than: 10) && !listed.isEqual(to: 0)
  let hello: FormattedBehavior = "\(number) of \(sum)"
  let typed: FormattedBehavior = "\(number) of \(sum, with: { "\($0)!" }), \(isLarge)"
  let event = Event<Int>()
  let total = event.map { $0 * 2 }.filter { $0 > 0 }.accumulate(0, +)
  let pair = number.combine(total).withPrevious()
  event.merge(number.changes).prefix(3).sink { print("stream \($0)") }

  let updater = Updater()
  updater.keepUpToDate(dependencies: [connectable, tentative, items, maybe]) {
    print(connectable, tentative, items.value.count)
  }
  updater.onTransition(total) { old, new in print("\(old ?? -1) to \(new)") }
  batch {
    connectable.connect(inner)
    tentative.value = 5
    number.value = 4
    event.trigger(2)
  }
  manual.recalculate()
  hello <> "\(total)"
  print(hello, typed, manual, pair.value.current)
}

struct Refused: Error {}
struct Row: Identifiable, Equatable {
  var id = 1
  var text = "row"
  var note: String?
}
struct Page {
  var title = "page"
  var rows = [Row()]
  var loose = Loose()
  var first: Row? = Row()
}

func useProjections() {
  let page = OpenBehavior(Page())
  let title = page[\.title]
  let rows = page[\.rows]
  let row = rows[id: 1]
  let note = page[\.first][optional: \.note]
  let text = row[optional: \.text]
  let loose = page[\.loose]
  let size = title.converted {
    $0.count
  } back: {
    String(repeating: "x", count: $0)
  }
  let errors = Event<Refused>()
  let number = size.converted(errors: errors) {
    "\($0)"
  } back: { text throws(Refused) in
    guard let number = Int(text) else { throw Refused() }
    return number
  }
  let draft = LinkedProperty(title)
  let shown = LinkedProperty(draft.map { $0 + "!" })
  let chosen = LinkedProperty(rows) { rows, old in rows.first { $0.id == old }?.id ?? 0 }
  let history = History(of: title, row, keeping: 10)
  history.steps.sink { print("step", $0) }
  history.endStep()
  title.sink { print("title", $0) }
  errors.sink { print($0) }
  batch {
    text.value = "other"
    note.value = "note"
    loose.value = Loose()
  }
  size.value = 3
  number.value = "no number"
  number.value = "4"
  draft.value = "draft"
  chosen.value = 5
  print(draft.isOverridden, shown, chosen)
  draft.commit()
  draft.reset()
  history.withoutRecording { row.value = nil }
  history.undo()
  history.undo()
  history.redo()
  print(title, text.value ?? "-", note.value ?? "-", history.canUndo, history.canRedo)
  history.clear()
  let paged = History(of: OpenBehavior(Row()), excluding: \.note)
  print(paged.canUndo)
}

func useKeyed() {
  let rows = OpenKeyed((1...9).map { Row(id: $0, text: "row \($0)") })
  let level = OpenBehavior(3)
  let page = rows.filter { $0.id > level.value }.sorted { $0.text > $1.text }.window(0..<3)
  let texts = page.map(\.text)
  let byText = rows.sorted(by: \.text).window(OpenBehavior(0..<2))
  let total = rows.reduce(0) {
    $0 + $1.id
  } removing: {
    $0 - $1.id
  }
  let share = rows.sum { Double($0.id) / 2 }
  let whole = rows.sum(\.id)
  let (least, longest) = (texts.min(), rows.max { $0.text.count < $1.text.count })
  texts.sink { print("texts", $0) }
  rows.update(4) { $0.text = "tow" }
  level.value = 6
  print(total, share, whole, least.value ?? "-", longest.value?.id ?? 0, byText.count.value)
}

@available(macOS 13, *)
@MainActor
func useTime() {
  let clock = ManualClock()
  let event = Event<Int>()
  let calm = event.hold(0).debounced(for: .seconds(1), clock: clock)
  let sum = event.window(0, for: .seconds(2), clock: clock, adding: +=, removing: -=)
  for stream in [
    event.debounce(for: .seconds(1), clock: clock), event.throttle(for: .seconds(1), clock: clock),
    event.delay(by: .seconds(1), clock: clock), event.collect(for: .seconds(1), clock: clock).map(\.count),
    event.timeout(after: .seconds(1), clock: clock).map { 0 },
    EventStream.every(.seconds(1), clock: clock).map { 1 },
  ] { stream.sink { print("after a second", $0) } }
  let text = OpenBehavior("")
  let history = History(of: text, coalescing: .seconds(1), clock: clock)
  text.value = "t"
  text.value = "te"
  history.undo()
  print(text.value.isEmpty)
  event.trigger(3)
  clock.advance(by: .seconds(1))
  print(calm, calm.isSettled, sum)
}

@available(macOS 13, *)
@MainActor
func useTasks() async throws {
  let clock = ManualClock()
  let place = OpenBehavior<String?>(nil)
  let weather = place.mapAsync { "sun in \($0)" }
  let size = OpenBehavior(2)
  let doubled = size.mapAsync(
    after: .seconds(1), clock: clock, start: .eager, onFailure: .retry(times: 2, after: .seconds(1))
  ) { size throws(Refused) in
    if size > 2 { throw Refused() }
    return size * 2
  }
  print(weather.value, doubled.isLoading)
  place.value = "Oslo"
  clock.advance(by: .seconds(1))
  print(try await weather.settled() ?? "-", try await doubled.settled() ?? 0)
  weather.reload()
  print(weather.last.value ?? "-")
}
use()
useProjections()
useKeyed()
if #available(macOS 13, *) {
  useTime()
  try await useTasks()
}
print("done")
