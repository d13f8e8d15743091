// Importing this layer also imports the core: `Behavior`, `batch`, `Subscription`.
@_exported public import ReactiveCore
