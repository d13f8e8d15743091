// This layer exports the core: `Behavior`, `batch`, `Subscription`.
@_exported public import ReactiveCore
