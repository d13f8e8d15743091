// ReactiveDerived is not written yet: this file keeps its target buildable, and declares nothing.
//
// It will hold the properties that are computed from others (stored, derived, recalculated by hand, tentative,
// connectable, pass-through, multilevel), `Updater`, change predicates, number, Bool, comparison and string expressions
// on behaviors, and the combinators on behaviors and events.
