// Lets a file that imports this layer use a program's behaviors, event stream and subscriptions.
@_exported public import ReactiveCore
