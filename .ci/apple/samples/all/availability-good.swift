internal import Combine
public import Observation
internal import SwiftUI

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public func wait<C: Clock>(_ duration: Duration, _ clock: C) where C.Duration == Duration {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public func observe(_ object: some Observable) {
  withObservationTracking {
  } onChange: {
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@Observable public final class Observed {
  public var name = ""
  public init() {}
}

public func next() async {
  var iterator = AsyncStream<Int>.makeStream().stream.makeAsyncIterator()
  if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
    _ = await iterator.next(isolation: nil)
  } else {
    _ = await iterator.next()
  }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
public func observations() -> some AsyncSequence<Int, Never> { Observations { 1 } }

final class Model: ObservableObject {
  @Published var name = ""
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
struct Screen: View {
  @StateObject var model = Model()
  var body: some View { Text(model.name) }
}
