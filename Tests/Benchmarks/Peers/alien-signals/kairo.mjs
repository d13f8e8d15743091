// The suite "kairo". Each function makes its graph and returns the body of the case.

import { computed, effect, signal } from 'alien-signals';
import { batch, wrong } from './shared.mjs';

// `operations`: the functions that one iteration runs, of computeds and effects together.
export const cases = [
  { name: 'avoidablePropagation', operations: 2002, make: avoidablePropagation },
  { name: 'broadPropagation', operations: 7650, make: broadPropagation },
  { name: 'deepPropagation', operations: 2601, make: deepPropagation },
  { name: 'diamond', operations: 3507, make: diamond },
  { name: 'mux', operations: 1854, make: mux },
  { name: 'mux, array node', operations: 1854, make: muxOfArray },
  { name: 'repeatedObservers', operations: 202, make: repeatedObservers },
  { name: 'triangle', operations: 1111, make: triangle },
  { name: 'unstable', operations: 303, make: unstable },
  { name: 'molBench', operations: 13, make: molBench },
];

function busy() {
  let turns = 0;
  while (turns < 100) turns += 1;
  return turns;
}

function avoidablePropagation() {
  const head = signal(0);
  const first = computed(() => head());
  const second = computed(() => {
    first();
    return 0;
  });
  const third = computed(() => {
    busy();
    return second() + 1;
  });
  const fourth = computed(() => third() + 2);
  const fifth = computed(() => fourth() + 3);
  effect(() => {
    fifth();
    busy();
  });
  return () => {
    batch(() => { head(1); });
    if (fifth() !== 6) throw wrong('avoidablePropagation');
    for (let value = 0; value < 1000; value += 1) {
      batch(() => { head(value); });
      if (fifth() !== 6) throw wrong('avoidablePropagation');
    }
  };
}

function broadPropagation() {
  const head = signal(0);
  let runs = 0;
  let last;
  for (let index = 0; index < 50; index += 1) {
    const sum = computed(() => head() + index);
    const next = computed(() => sum() + 1);
    effect(() => {
      next();
      runs += 1;
    });
    last = next;
  }
  return () => {
    batch(() => { head(1); });
    runs = 0;
    for (let value = 0; value < 50; value += 1) {
      batch(() => { head(value); });
      if (last() !== value + 50) throw wrong('broadPropagation');
    }
    if (runs !== 2500) throw wrong('broadPropagation, effects');
  };
}

function deepPropagation() {
  const head = signal(0);
  let runs = 0;
  let last = head;
  for (let index = 0; index < 50; index += 1) {
    const below = last;
    last = computed(() => below() + 1);
  }
  const end = last;
  effect(() => {
    end();
    runs += 1;
  });
  return () => {
    batch(() => { head(1); });
    runs = 0;
    for (let value = 0; value < 50; value += 1) {
      batch(() => { head(value); });
      if (end() !== value + 50) throw wrong('deepPropagation');
    }
    if (runs !== 50) throw wrong('deepPropagation, effects');
  };
}

function diamond() {
  const head = signal(0);
  let runs = 0;
  const middle = [];
  for (let index = 0; index < 5; index += 1) middle.push(computed(() => head() + 1));
  const sum = computed(() => middle.map((node) => node()).reduce((total, value) => total + value, 0));
  effect(() => {
    sum();
    runs += 1;
  });
  return () => {
    batch(() => { head(1); });
    if (sum() !== 10) throw wrong('diamond');
    runs = 0;
    for (let value = 0; value < 500; value += 1) {
      batch(() => { head(value); });
      if (sum() !== (value + 1) * 5) throw wrong('diamond');
    }
    if (runs !== 500) throw wrong('diamond, effects');
  };
}

// The node in the middle makes a dictionary of its 100 inputs, a new object each time.
function mux() {
  return muxed((heads) => computed(() => Object.fromEntries(heads.map((head) => head()).entries())));
}

// A variant: the node in the middle returns the array itself.
function muxOfArray() {
  return muxed((heads) => computed(() => heads.map((head) => head())));
}

function muxed(middle) {
  const heads = [];
  for (let index = 0; index < 100; index += 1) heads.push(signal(0));
  const all = middle(heads);
  const ends = heads.map((_, index) => {
    const part = computed(() => all()[index]);
    const end = computed(() => part() + 1);
    effect(() => { end(); });
    return end;
  });
  return () => {
    for (let index = 0; index < 10; index += 1) {
      batch(() => { heads[index](index); });
      if (ends[index]() !== index + 1) throw wrong('mux');
    }
    for (let index = 0; index < 10; index += 1) {
      batch(() => { heads[index](index * 2); });
      if (ends[index]() !== index * 2 + 1) throw wrong('mux');
    }
  };
}

function repeatedObservers() {
  const head = signal(0);
  let runs = 0;
  const sum = computed(() => {
    let total = 0;
    for (let turn = 0; turn < 30; turn += 1) total += head();
    return total;
  });
  effect(() => {
    sum();
    runs += 1;
  });
  return () => {
    batch(() => { head(1); });
    if (sum() !== 30) throw wrong('repeatedObservers');
    runs = 0;
    for (let value = 0; value < 100; value += 1) {
      batch(() => { head(value); });
      if (sum() !== value * 30) throw wrong('repeatedObservers');
    }
    if (runs !== 100) throw wrong('repeatedObservers, effects');
  };
}

function triangle() {
  const head = signal(0);
  let runs = 0;
  const list = [];
  let last = head;
  // The tenth computed is not read.
  for (let index = 0; index < 10; index += 1) {
    const below = last;
    list.push(below);
    last = computed(() => below() + 1);
  }
  const sum = computed(() => list.map((node) => node()).reduce((total, value) => total + value, 0));
  effect(() => {
    sum();
    runs += 1;
  });
  return () => {
    batch(() => { head(1); });
    if (sum() !== 55) throw wrong('triangle');
    runs = 0;
    for (let value = 0; value < 100; value += 1) {
      batch(() => { head(value); });
      if (sum() !== 45 + value * 10) throw wrong('triangle');
    }
    if (runs !== 100) throw wrong('triangle, effects');
  };
}

function unstable() {
  const head = signal(0);
  let runs = 0;
  const double = computed(() => head() * 2);
  const inverse = computed(() => -head());
  const current = computed(() => {
    let total = 0;
    for (let turn = 0; turn < 20; turn += 1) total += head() % 2 !== 0 ? double() : inverse();
    return total;
  });
  effect(() => {
    current();
    runs += 1;
  });
  return () => {
    batch(() => { head(1); });
    if (current() !== 40) throw wrong('unstable');
    runs = 0;
    for (let value = 0; value < 100; value += 1) batch(() => { head(value); });
    if (runs !== 100) throw wrong('unstable, effects');
  };
}

function fibonacci(number) {
  return number < 2 ? 1 : fibonacci(number - 1) + fibonacci(number - 2);
}

function hard(number) {
  return number + fibonacci(16);
}

// The letters are the original's. `hard`, user code, takes nearly all of the time.
function molBench() {
  const results = [];
  const a = signal(0);
  const b = signal(0);
  const c = computed(() => (a() % 2) + (b() % 2));
  const d = computed(() => [0, 1, 2, 3, 4].map((part) => ({ x: part + (a() % 2) - (b() % 2) })));
  const e = computed(() => hard(c() + a() + d()[0].x));
  const f = computed(() => hard(d()[2].x || b()));
  const g = computed(() => c() + (c() || e() % 2) + d()[4].x + f());
  effect(() => { results.push(hard(g())); });
  effect(() => { results.push(g()); });
  effect(() => { results.push(hard(f())); });
  let round = 0;
  return () => {
    round += 1;
    results.length = 0;
    batch(() => {
      b(1);
      a(1 + round * 2);
    });
    batch(() => {
      a(2 + round * 2);
      b(2);
    });
    // Two effects run in each of the two batches, in any order.
    if (results.length !== 4
      || results[0] + results[1] !== 3204 + 1607 || Math.max(results[0], results[1]) !== 3204
      || results[2] + results[3] !== 3201 + 1604 || Math.max(results[2], results[3]) !== 3201) {
      throw wrong('molBench');
    }
  };
}
