// ReactiveElm is not written yet: this file keeps its target buildable, and declares nothing.
//
// It will hold `Module`, `Program`, `Subscriber`, command handlers, subscriptions, child modules, a recorder and a test
// program: the unidirectional architecture, with a view that is a behavior.
