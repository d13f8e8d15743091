// A stub that does not compile makes `canImport` false, and hides the code below it.
#if !canImport(Darwin) || !canImport(ObjectiveC) || !canImport(Foundation)
#error("Darwin, ObjectiveC or Foundation cannot be imported")
#endif
#if !canImport(Combine) || !canImport(SwiftUI)
#error("Combine or SwiftUI cannot be imported")
#endif
#if !canImport(Observation)
#error("Observation cannot be imported")
#endif
#if os(macOS)
#if !canImport(AppKit) || canImport(UIKit)
#error("AppKit cannot be imported, or UIKit can")
#endif
#else
#if !canImport(UIKit) || canImport(AppKit)
#error("UIKit cannot be imported, or AppKit can")
#endif
#endif
#if canImport(Glibc)
#error("Glibc can be imported")
#endif
