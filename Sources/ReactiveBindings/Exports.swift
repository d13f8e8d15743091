// What is bound are behaviors and events, and a binding ends with a `Subscription`: a file that imports this layer can
// use them without another import.
@_exported public import ReactiveCore
