// Tests: ObservedBehavior, BoundBehavior

#if canImport(SwiftUI) && (os(macOS) || os(iOS))
import Observation
import ReactiveBindings
import ReactiveCore
import SwiftUI
import Testing
#if os(macOS)
import AppKit
#else
import UIKit
#endif

// Not run yet: there is no SwiftUI where the package is developed.
@MainActor
@Suite("What SwiftUI renders")
struct HostingTests {
  final class Renders {
    var counts: [String: Int] = [:]
    func note(_ view: String) { counts[view, default: 0] += 1 }
  }

  @MainActor
  final class Host {
    #if os(macOS)
    private let window: NSWindow
    init(_ root: some View) {
      _ = NSApplication.shared
      window = NSWindow()
      window.contentView = NSHostingView(rootView: root)
    }
    private func layout() {
      window.contentView?.needsLayout = true
      window.contentView?.layoutSubtreeIfNeeded()
    }
    #else
    private let window = UIWindow()
    init(_ root: some View) {
      window.rootViewController = UIHostingController(rootView: root)
      window.isHidden = false
    }
    private func layout() {
      window.rootViewController?.view.setNeedsLayout()
      window.rootViewController?.view.layoutIfNeeded()
    }
    #endif

    /// Runs the main run loop, in which SwiftUI collects and renders invalid views.
    func turn() async throws {
      layout()
      try await Task.sleep(nanoseconds: 50_000_000)
      layout()
    }
  }

  @available(macOS 14, iOS 17, *)
  final class Cart: Observable {
    @Pub var count = 1
    @Pub var coupon = ""
  }

  /// A view that counts the runs of its body, which reads the text.
  struct Line: View {
    let name: String
    let renders: Renders
    let text: @MainActor () -> String
    var body: some View {
      let _ = renders.note(name)
      Text(text())
    }
  }
  @available(macOS 14, iOS 17, *)
  struct CartView: View {
    let cart: Cart
    let renders: Renders
    var body: some View {
      let _ = renders.note("CartView")
      VStack {
        Line(name: "Count", renders: renders) { "\(cart.count)" }
        Line(name: "Coupon", renders: renders) { cart.coupon }
        Line(name: "Peek", renders: renders) { "\(cart.$count.peek())" }
      }
    }
  }

  @Test("of three siblings with plain reads, the one that reads what changes is rendered")
  @available(macOS 14, iOS 17, *)
  func plainReads() async throws {
    let cart = Cart()
    let renders = Renders()
    let host = Host(CartView(cart: cart, renders: renders))
    try await host.turn()
    #expect(Set(renders.counts.keys) == ["CartView", "Count", "Coupon", "Peek"])
    for change in 2...4 {
      renders.counts = [:]
      cart.count = change
      try await host.turn()
      #expect(renders.counts == ["Count": 1])
    }
    renders.counts = [:]
    cart.coupon = "HALF"
    try await host.turn()
    #expect(renders.counts == ["Coupon": 1])
    renders.counts = [:]
    batch {
      cart.count = 5
      cart.count = 6
    }
    try await host.turn()
    #expect(renders.counts == ["Count": 1])
    renders.counts = [:]
    cart.count = 6
    try await host.turn()
    #expect(renders.counts == [:])
  }

  struct ObservedCount: View {
    @ObservedBehavior var count: Int
    let renders: Renders
    init(_ count: Behavior<Int>, _ renders: Renders) {
      _count = ObservedBehavior(count)
      self.renders = renders
    }
    var body: some View {
      let _ = renders.note("ObservedCount")
      Text("\(count)")
    }
  }
  struct BoundCoupon: View {
    @BoundBehavior var coupon: String
    let renders: Renders
    init(_ coupon: OpenBehavior<String>, _ renders: Renders) {
      _coupon = BoundBehavior(coupon)
      self.renders = renders
    }
    var body: some View {
      let _ = renders.note("BoundCoupon")
      Text(coupon)
    }
  }

  @Test("of two siblings with wrappers, the one whose behavior changes is rendered")
  func wrappers() async throws {
    let count = OpenBehavior(1)
    let coupon = OpenBehavior("")
    let renders = Renders()
    let host = Host(
      VStack {
        ObservedCount(count, renders)
        BoundCoupon(coupon, renders)
      })
    try await host.turn()
    #expect(Set(renders.counts.keys) == ["ObservedCount", "BoundCoupon"])
    renders.counts = [:]
    count.value = 2
    try await host.turn()
    #expect(renders.counts == ["ObservedCount": 1])
    renders.counts = [:]
    coupon.value = "HALF"
    try await host.turn()
    #expect(renders.counts == ["BoundCoupon": 1])
  }
}
#endif
