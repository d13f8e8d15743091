// An app that also supports systems without Observation. A model may be declared for all, but tracking it and SwiftUI's
// API for models need the newer systems. visionOS has always had both.
internal import Observation
internal import ReactiveBindings
internal import ReactiveCore
internal import ReactiveTracking
internal import SwiftUI

final class Cart: Observable {
  @Pub var coupon = ""
  @Atom var count = 0
}

struct CartView: View {
  @Bindable var cart: Cart  // expect-error: is only available in
  var body: some View { Text(cart.coupon) }
}

struct Root: View {
  @State private var cart = Cart()
  var body: some View {
    OlderView(cart).environment(cart)  // expect-error: is only available in
  }
}

struct OlderView: View {
  @ObservedBehavior var count: Int
  @BoundBehavior var coupon: String
  init(_ cart: Cart) {
    _count = ObservedBehavior(cart.$count)
    _coupon = BoundBehavior(cart.$coupon)
  }
  var body: some View {
    Text("\(count)")
    TextField("Coupon", text: $coupon)
  }
}

func follow(_ cart: Cart) -> Effect {
  Effect { _ = tracked(cart, \.coupon) }  // expect-error: is only available in
}

func observable(_ cart: Cart) {
  _ = cart.$count.observable  // expect-error: is only available in
}
