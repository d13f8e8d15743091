import ReactiveBindings
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

// Names of other libraries say what to write here.

func core(_ count: OpenBehavior<Int>, _ typed: Event<Int>, _ bag: SubscriptionBag) {
  typed.send(1)  // expect-error: 'send' has been renamed to 'trigger(_:)'
  typed.accept(1)  // expect-error: 'accept' has been renamed to 'trigger(_:)'
  count.send(1)  // expect-error: write the value: behavior.value = …
  count.accept(1)  // expect-error: write the value: behavior.value = …
  _ = typed.subscribe(onNext: { print($0) })  // expect-error: 'subscribe(onNext:)' has been renamed to 'sink(_:)'
  _ = count.subscribe(onNext: { print($0) })  // expect-error: 'subscribe(onNext:)' has been renamed to 'observe(_:)'
  _ = typed.receive(on: 1)  // expect-error: a graph stays in its isolation; leave it by for await over values
  _ = count.receive(on: 1)  // expect-error: a graph stays in its isolation; leave it by for await over values
  typed.send(value: 1)  // expect-error: 'send(value:)' has been renamed to 'trigger(_:)'
  _ = typed.sink(receiveValue: { print($0) })  // expect-error: 'sink(receiveValue:)' has been renamed to 'sink(_:)'
  _ = count.sink(receiveValue: { print($0) })  // expect-error: 'sink(receiveValue:)' has been renamed to 'sink(_:)'
  _ = typed.observeValues { print($0) }  // expect-error: 'observeValues' has been renamed to 'sink(_:)'
  _ = typed.eraseToAnyPublisher()  // expect-error: an event is the read side already: return it as an EventStream
  _ = typed.asObservable()  // expect-error: an event is the read side already: return it as an EventStream
  _ = count.eraseToAnyPublisher()  // expect-error: a behavior is the read side already: return it as a Behavior
  _ = count.asObservable()  // expect-error: a behavior is the read side already: return it as a Behavior
  _ = count.asDriver()  // expect-error: a behavior is the read side already: return it as a Behavior
  _ = count.drive(onNext: { print($0) })  // expect-error: 'drive(onNext:)' has been renamed to 'observe(_:)'
  _ = typed.do(onNext: { print($0) })  // expect-error: observe the stream before its other observers
  _ = typed.handleEvents(receiveOutput: { print($0) })  // expect-error: observe the stream before its other observers
  _ = typed.share()  // expect-error: a stream is shared already: observe it as often as you like
  let token = count.onUpdate { value, _ in print(value) }  // expect-error: 'onUpdate' has been renamed to 'sink(_:)'
  count.unsubscribeFromChanges(token)  // expect-error: cancel the Subscription that onChange returns
  _ = token.isCanceled  // expect-error: 'isCanceled' has been renamed to 'isCancelled'
  count.sink { print($0) }.dispose()  // expect-error: 'dispose()' has been renamed to 'cancel()'
  count.sink { print($0) }.disposed(by: bag)  // expect-error: 'disposed(by:)' has been renamed to 'store(in:)'
  bag.cancel()  // expect-error: 'cancel()' has been renamed to 'cancelAll()'
  bag.add(token)  // expect-error: 'add' has been renamed to 'insert(_:)'
}

func arrays(_ items: OpenBehavior<[String]>, _ more: Set<String>) {
  items.append("milk")  // expect-error: change the array in place: behavior.update { $0.append(element) }
  items.append(contentsOf: ["milk"])  // expect-error: change the array in place: behavior.update { $0 += elements }
  items.append(contentsOf: more)  // expect-error: change the array in place: behavior.update { $0 += elements }
}

struct Row: Identifiable { var id: Int, name: String }

func keyed(
  _ rows: OpenKeyed<Row>, _ row: Row, _ groups: KeyedGroups<String, Int, Row>, _ show: (Row) -> Void
) {
  _ = rows[id: 7]  // expect-error: write the id alone: rows[7]
  _ = rows.isEmpty  // expect-error: write rows.value.isEmpty, or observe rows.count
  _ = rows.first  // expect-error: write rows.value.first, or rows.window(0..<1) of ReactiveDerived
  _ = rows.last  // expect-error: write rows.value.last
  _ = rows.contains(7)  // expect-error: write rows[id].value != nil, or rows.peek(id) != nil
  // expect-error: write rows.value.contains, or the count of rows.filter of ReactiveDerived
  _ = rows.contains { $0.name == "milk" }
  _ = rows.prefix(3)  // expect-error: write rows.window(0..<count) of ReactiveDerived
  _ = rows.enumerated()  // expect-error: write rows.value.enumerated()
  rows.forEach(show)  // expect-error: write rows.value.forEach, or for row in rows.value
  // expect-error: write rows.filter { … }.map { … } of ReactiveDerived, or rows.value.compactMap
  _ = rows.compactMap { Int($0.name) }
  _ = rows.onChange { print($0, $1) }  // expect-error: write rows.array.onChange, or rows.changes.sink
  // expect-error: insert each in a batch: batch { for row in list { rows.insert(row) } }
  rows.append(contentsOf: [row])
  // expect-error: insert each in a batch: batch { for row in list { rows.insert(row) } }
  rows.insert(contentsOf: [row])
  rows.replace(row)  // expect-error: 'replace' has been renamed to 'insert(_:)'
  rows.append(row)  // expect-error: 'append' has been renamed to 'insert(_:)'
  rows.move(fromOffsets: [1], toOffset: 0)  // expect-error: write rows.move(id, before: other)
  rows.remove(atOffsets: [1])  // expect-error: write rows.remove(id) for the id at each place
  rows.remove(at: 1)  // expect-error: write rows.remove(id)
  rows.update(7, \.name, "tea")  // expect-error: write rows.update(id) { $0.part = value }
  _ = groups.keys  // expect-error: 'keys' has been renamed to 'ids'
  // expect-error: write sum(\.part), or reduce(initial) { … } removing: { … }, which also takes rows away
  _ = rows.reduce(0) { $0 + $1.id }
  // expect-error: write sum(\.part), or reduce(initial) { … } removing: { … }, which also takes rows away
  _ = rows.map(\.id).reduce(0, +)
}

func types(
  _ id: CallbackId,  // expect-error: 'CallbackId' has been renamed to 'Subscription'
  _ any: any UntypedProperty,  // expect-error: 'UntypedProperty' has been renamed to 'BehaviorProtocol'
  _ one: InjectionBehavior<Int, Int>,  // expect-error: use map(_:), or a DerivedProperty
  _ two: CombineBehavior<Int, Int, Int>,  // expect-error: use combine(_:), or a DerivedProperty
  _ updater: YoyoUpdater,  // expect-error: 'YoyoUpdater' has been renamed to 'Updater'
  _ text: FormattedStringBehavior  // expect-error: 'FormattedStringBehavior' has been renamed to 'FormattedBehavior'
) {}

func program<M: Module>(_ program: Program<M>, _ message: M.Message) {
  program.send(message)  // expect-error: 'send' has been renamed to 'dispatch(_:)'
  _ = program.observe { print($0) }  // expect-error: write viewBehavior.observe, or modelBehavior.observe
  _ = program.sink { print($0) }  // expect-error: write viewBehavior.sink, or modelBehavior.sink
  _ = program.state  // expect-error: 'state' has been renamed to 'model'
  let recorder = program.record()
  recorder.undo()  // expect-error: write rewind(to: recorder.lastStep - 1), or with redo, jump(to:)
  recorder.redo()  // expect-error: undo by jump(to:) with an earlier step, and redo by jump(to:) with a later one
}

func tested<M: Module>(_ test: TestProgram<M>, _ message: M.Message) {
  test.dispatch(message)  // expect-error: write try test.send(message) { $0.part = expected }
}

struct Form: Equatable {
  struct Proxy: Equatable { var host: String, user: String? }
  let id: Int
  var proxy: Proxy?
}

func parts(_ form: OpenBehavior<Form>, _ rows: OpenKeyed<Row>) {
  // expect-error: read it by map(path), or through an optional, write behavior[\.part][optional: \.itsPart]
  _ = form[\.proxy?.host]
  // expect-error: read it by map(path), or through an optional, write behavior[\.part][optional: \.itsPart]
  _ = form[\.proxy?.user]
  _ = form[\.id]  // expect-error: this path cannot be written
  _ = form[\.prxy]  // expect-error: value of type 'Form' has no member 'prxy'
  _ = History(of: rows)  // expect-error: list OpenBehavior(get: { rows.value }, set: { rows.value = $0 })
  _ = History(form)  // expect-error: 'init(_:)' has been renamed to 'init(of:)'
  _ = History(form, OpenBehavior(0))  // expect-error: 'init(_:)' has been renamed to 'init(of:)'
}

func bound(_ count: OpenBehavior<Int>, _ other: OpenBehavior<Int>) {
  _ = count.bind(to: other)  // expect-error: write assign(to: \.text, on: label); for an edited field, bindTwoWay
  count.assign(to: other)  // expect-error: derive the other: let text = behavior.map { … }; or sink { text.value = $0 }
}

func handled<M: Module>(_ flags: M.Flags, by handler: CommandHandler<M>) -> Program<M> {
  // expect-error: has been renamed to 'makeProgram(flags:isolation:handler:listening:)'
  M.makeProgram(flags: flags, performing: handler)
}

func handled<M: Module>(by handler: CommandHandler<M>) -> Program<M> where M.Flags == Void {
  M.makeProgram(performing: handler)  // expect-error: has been renamed to 'makeProgram(isolation:handler:listening:)'
}

func made<M: Module>(_ module: M.Type, _ flags: M.Flags) {
  _ = Program<M>()  // expect-error: a module makes its program: write Counter.makeProgram() for a module Counter
  _ = Program(module)  // expect-error: a module makes its program: write Counter.makeProgram() for a module Counter
  _ = Program<M>(flags: flags)  // expect-error: a module makes its program: write Counter.makeProgram(flags: flags)
}

func derived(_ count: OpenBehavior<Int>, _ name: OpenBehavior<String>, _ typed: Event<Int>, _ clock: ManualClock) {
  _ = count.combineLatest(name)  // expect-error: 'combineLatest' has been renamed to 'combine(_:)'
  _ = count.combineLatest(with: name)  // expect-error: 'combineLatest(with:)' has been renamed to 'combine(_:)'
  _ = count.skipRepeats()  // expect-error: 'skipRepeats()' has been renamed to 'removeDuplicates()'
  _ = typed.skipRepeats()  // expect-error: 'skipRepeats()' has been renamed to 'removeDuplicates()'
  _ = typed.combineLatest(typed)  // expect-error: combine behaviors: one.hold(initial).combine(other.hold(initial))
  _ = count.distinctUntilChanged()  // expect-error: 'distinctUntilChanged()' has been renamed to 'removeDuplicates()'
  _ = typed.distinctUntilChanged()  // expect-error: 'distinctUntilChanged()' has been renamed to 'removeDuplicates()'
  _ = count.flatMapLatest { _ in name }  // expect-error: 'flatMapLatest' has been renamed to 'flatMap(_:)'
  _ = typed.flatMapLatest { _ in typed }  // expect-error: map to streams and switch: stream.map { … }.switchToLatest()
  typed.switchLatest()  // expect-error: 'switchLatest()' has been renamed to 'switchToLatest()'
  _ = OpenBehavior(count).switchToLatest()  // expect-error: follow the inner behavior: behavior.flatMap { $0 }
  _ = typed.skip(3)  // expect-error: 'skip' has been renamed to 'dropFirst(_:)'
  _ = typed.first()  // expect-error: write stream.prefix(1)
  _ = count.withLatestFrom(name)  // expect-error: sample the other one: other.sample(on: behavior.changes)
  _ = typed.withLatestFrom(name)  // expect-error: sample the behavior: behavior.sample(on: stream)
  _ = typed.startWith(1)  // expect-error: hold the payloads in a behavior: stream.hold(initial)
  _ = typed.prepend(1)  // expect-error: hold the payloads in a behavior: stream.hold(initial)
  _ = count.filter { $0 > 0 }  // expect-error: a behavior always has a value: filter its changes
  _ = count.debounce(for: .seconds(1))  // expect-error: write behavior.debounced(for:), or for a stream
  _ = count.debounce(for: .seconds(1), clock: clock)  // expect-error: write behavior.debounced(for:), or for a stream
  // expect-error: write behavior.debounced(for:): it changes on its actor, and no scheduler is needed
  _ = count.debounce(for: .seconds(1), scheduler: 1)
  // expect-error: write stream.debounce(for:): it emits on its actor, and no scheduler is needed
  _ = typed.debounce(for: .seconds(1), scheduler: 1)
  // expect-error: write stream.throttle(for:latest:): it emits on its actor, and no scheduler is needed
  _ = typed.throttle(for: .seconds(1), scheduler: 1, latest: true)
  // expect-error: write stream.delay(by:): it emits on its actor, and no scheduler is needed
  _ = typed.delay(for: .seconds(1), scheduler: 1)
  _ = EventStream.interval(.seconds(1), clock: clock)  // expect-error: has been renamed to 'every(_:clock:)'
  _ = EventStream.timer(.seconds(1))  // expect-error: to emit once, write EventStream.every(duration).prefix(1)
  _ = EventStream.after(.seconds(1))  // expect-error: to emit once, write EventStream.every(duration).prefix(1)
  _ = typed.flatMap { _ in typed }  // expect-error: map to streams and switch: stream.map { … }.switchToLatest()
  _ = EventStream.merge(typed, typed)  // expect-error: write stream.merge(other), or EventStream.merge([stream, other])
  _ = count.throttle(for: .seconds(1))  // expect-error: write behavior.changes.throttle(for:); as a behavior
  _ = count.throttle(for: .seconds(1), latest: false)  // expect-error: write behavior.changes.throttle(for:)
  _ = count.delay(by: .seconds(1))  // expect-error: write behavior.changes.delay(by:); as a behavior
  _ = count.delay(for: .seconds(1))  // expect-error: write behavior.changes.delay(by:); as a behavior
  _ = count.collect(3)  // expect-error: write behavior.changes.collect(count)
  _ = count.collect(for: .seconds(1))  // expect-error: write behavior.changes.collect(for:), or with limit:
  _ = count.collect(for: .seconds(1), limit: 3)  // expect-error: write behavior.changes.collect(for:), or with limit:
  _ = count.merge(count)  // expect-error: combine the values: behavior.combine(other); or merge the changes
  _ = count.compactMap { Int($0) }  // expect-error: a behavior always has a value: use behavior.changes.compactMap
}

func tracking(_ count: AtomObject<Int>, _ bag: SubscriptionBag) {
  Effect { print(count.value) }.store(in: bag)  // expect-error: keep the effect in a property, or make many in
}
