import Nonexistent  // expect-error: no such module

#if canImport(Dispatch)
#error("Dispatch is there")  // expect-error: Dispatch is there
#endif

#if canImport(Foundation)
#error("Foundation is there")  // expect-error: Foundation is there
#endif
#if canImport(Combine)
#error("Combine is there")  // expect-error: Combine is there
#endif
#if canImport(SwiftUI)
#error("SwiftUI is there")  // expect-error: SwiftUI is there
#endif
#if canImport(AppKit) || canImport(UIKit)
#error("AppKit or UIKit is there")  // expect-error: AppKit or UIKit is there
#endif
