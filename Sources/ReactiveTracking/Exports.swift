// An import of this layer brings the core as well: `Behavior`, `batch`, `Subscription`.
@_exported public import ReactiveCore
