// Bindings connect behaviors and events, and return a `Subscription`: importing this layer suffices.
@_exported public import ReactiveCore
