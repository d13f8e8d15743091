// ReactiveTracking is not written yet: this file keeps its target buildable, and declares nothing.
//
// It will hold `@Atom`, `@Derived`, `Effect`, `EffectScope`, `Runtime` and isolated runtimes, `untracked`, `onCleanup`
// and `watch`: derivations and effects that find out what they depend on by reading it.
