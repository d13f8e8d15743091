// Newer than the supported systems, except for visionOS, which began later.
internal import Combine
public import Observation
internal import SwiftUI

public func wait(_ duration: Duration) {}  // expect-error: 'Duration' is only available in

public func now() {
  _ = ContinuousClock.now  // expect-error: is only available in
}

public func observe(_ object: some Observable) {}  // expect-error: 'Observable' is only available in

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public func track() {
  withObservationTracking {  // expect-error: is only available in
  } onChange: {
  }
}

final class Model: ObservableObject {
  @Published var name = ""
  func follow(_ names: Just<String>) {
    names.assign(to: &$name)  // expect-error: is only available in
  }
}

struct Screen: View {
  @StateObject var model = Model()  // expect-error: 'StateObject' is only available in
  var body: some View { Text(model.name) }
}
