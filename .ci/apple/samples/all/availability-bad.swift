// Newer than every supported system.
internal import Observation

public func observations() -> Bool {
  _ = Observations { 1 }  // expect-error: 'Observations' is only available in
  return true
}

public func next() async {
  var iterator = AsyncStream<Int>.makeStream().stream.makeAsyncIterator()
  _ = await iterator.next(isolation: nil)  // expect-error: 'next(isolation:)' is only available in
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public func notNewEnough() {
  _ = Observations { 1 }  // expect-error: 'Observations' is only available in
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
public func newer() {}

public func callsNewer() {
  newer()  // expect-error: 'newer()' is only available in
}

// visionOS takes the availability of iOS.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public func newerThanVisionOS1() {}

public func callsNewerThanVisionOS1() {
  newerThanVisionOS1()  // expect-error: 'newerThanVisionOS1()' is only available in
}
