// The suite "sBench": making and reading the sources is not timed; the rest is one timed run.

import { effect, effectScope, signal } from 'alien-signals';
import { batch } from './shared.mjs';

// `count`: the nodes created, or the values written where there is an update. `effects`: the effects run by each write.
export const creating = [
  {
    name: 'createSignals', count: 100_000, sources: 100_000,
    build(sources, count) {
      for (let index = 0; index < count; index += 1) sources[index] = signal(index);
    },
  },
  {
    name: 'create0to1', count: 100_000, sources: 0,
    build(_, count) {
      for (let index = 0; index < count; index += 1) readNone(index);
    },
  },
  {
    name: 'create1to1', count: 100_000, sources: 100_000,
    build(sources, count) {
      for (let index = 0; index < count; index += 1) readOne(sources[index]);
    },
  },
  {
    name: 'create2to1', count: 50_000, sources: 100_000,
    build(sources, count) {
      for (let index = 0; index < count; index += 1) readTwo(sources[index * 2], sources[index * 2 + 1]);
    },
  },
  {
    name: 'create4to1', count: 25_000, sources: 100_000,
    build(sources, count) {
      for (let index = 0; index < count; index += 1) {
        const at = index * 4;
        readFour(sources[at], sources[at + 1], sources[at + 2], sources[at + 3]);
      }
    },
  },
  {
    name: 'create1000to1', count: 100, sources: 100_000,
    build(sources, count) {
      for (let index = 0; index < count; index += 1) readThousand(sources, index * 1000);
    },
  },
  creatingFan(2), creatingFan(4), creatingFan(8), creatingFan(1000),
];

export const updating = [
  updatingCase('update1to1', 400_000, 1, 1, (sources) => readOne(sources[0])),
  updatingCase('update2to1', 200_000, 2, 1, (sources) => readTwo(sources[0], sources[1])),
  updatingCase('update4to1', 100_000, 4, 1, (sources) => readFour(sources[0], sources[1], sources[2], sources[3])),
  updatingCase('update1000to1', 400, 1000, 1, (sources) => readThousand(sources, 0)),
  updatingCase('update1to2', 100_000, 1, 2, (sources) => readOne(sources[0])),
  updatingCase('update1to4', 100_000, 1, 4, (sources) => readOne(sources[0])),
  updatingCase('update1to1000', 10_000, 1, 1000, (sources) => readOne(sources[0])),
];

function creatingFan(width) {
  return {
    name: `create1to${width}`, count: 100_000, sources: 100_000 / width,
    build(sources, count) {
      for (let index = 0; index < count / width; index += 1) {
        const source = sources[index];
        for (let turn = 0; turn < width; turn += 1) readOne(source);
      }
    },
  };
}

function updatingCase(name, count, sources, effects, add) {
  return {
    name, count, sources, effects,
    build(all) {
      for (let index = 0; index < effects; index += 1) add(all);
    },
    update(source, writes) {
      for (let value = 0; value < writes; value += 1) batch(() => { source(value); });
    },
  };
}

// Runs the case at size `count` on a new graph; returns the time by `clock`.
export function run(subject, count, clock) {
  let sources = [];
  let start;
  const end = effectScope(() => {
    for (let index = 0; index < subject.sources; index += 1) sources.push(signal(index));
    for (const source of sources) {
      source();
      source();
      source();
    }
    start = clock();
    subject.build(sources, count);
  });
  subject.update?.(sources[0], count);
  sources = undefined;
  end();
  return clock() - start;
}

function readNone(index) {
  effect(() => { void index; });
}

function readOne(first) {
  effect(() => { first(); });
}

function readTwo(first, second) {
  effect(() => { void (first() + second()); });
}

function readFour(first, second, third, fourth) {
  effect(() => { void (first() + second() + third() + fourth()); });
}

function readThousand(sources, offset) {
  effect(() => {
    let sum = 0;
    for (let index = 0; index < 1000; index += 1) sum += sources[offset + index]();
  });
}
