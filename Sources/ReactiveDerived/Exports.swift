// A file that imports this layer has the core as well: `Behavior`, `batch`, `Subscription`.
@_exported public import ReactiveCore
