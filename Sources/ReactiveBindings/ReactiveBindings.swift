// ReactiveBindings is not written yet: this file keeps its target buildable, and declares nothing.
//
// It will hold `assign`, `bind`, two-way bindings, and the adapters to key-value observing, Observation and SwiftUI.
