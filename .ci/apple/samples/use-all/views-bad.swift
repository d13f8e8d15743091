internal import Observation
internal import ReactiveBindings
internal import ReactiveCore
internal import ReactiveTracking
internal import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor final class Cart: Observable {
  @Atom var prices: [Int] = []
  @Pub var coupon = ""
  @Derived({ (me: Cart) in me.prices.reduce(0, +) }) var total: Int
}

@MainActor final class NoModel {
  @Pub var coupon = ""
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct CartView: View {
  @Bindable var cart: Cart
  var body: some View {
    TextField("Coupon", text: cart.coupon)  // expect-error: cannot convert value of type 'String'
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct TotalView: View {
  @Bindable var cart: Cart
  var body: some View {
    TextField("Total", text: $cart.total)  // expect-error: cannot
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct NoModelView: View {
  @Bindable var model: NoModel  // expect-error: must be an object that conforms to Observable
  var body: some View { Text(model.coupon) }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
func total(_ cart: Cart) -> Int {
  cart.total  // expect-error: main actor-isolated property 'total'
}
