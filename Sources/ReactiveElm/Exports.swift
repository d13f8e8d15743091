// A program's parts are behaviors and an event stream, and a subscription ends with a `Subscription`: a file that
// imports this layer can use them without another import.
@_exported public import ReactiveCore
