// The suite "cellx": four chains that cross each other in every layer, with an effect on each node.

import { computed, effect, effectScope, signal } from 'alien-signals';
import { batch, wrong } from './shared.mjs';

// The values of the last layer before and after the update.
export const cases = [
  { name: '1,000 layers', layers: 1000, before: [-3, -6, -2, 2], after: [-2, -4, 2, 3] },
  { name: '2,500 layers', layers: 2500, before: [-3, -6, -2, 2], after: [-2, -4, 2, 3] },
];

// Runs on a new graph; returns the time of its update by `clock`.
export function run({ layers, before, after }, clock) {
  const sources = [signal(1), signal(2), signal(3), signal(4)];
  let last = sources;
  const end = effectScope(() => {
    for (let layer = 0; layer < layers; layer += 1) last = nextLayer(last);
  });
  const start = clock();
  check(last, before);
  batch(() => {
    sources[0](4);
    sources[1](3);
    sources[2](2);
    sources[3](1);
  });
  check(last, after);
  const elapsed = clock() - start;
  end();
  return elapsed;
}

function nextLayer([first, second, third, fourth]) {
  const nodes = [
    computed(() => second()),
    computed(() => first() - third()),
    computed(() => second() + fourth()),
    computed(() => third()),
  ];
  for (const node of nodes) effect(() => { node(); });
  return nodes;
}

function check(nodes, expected) {
  if (nodes[0]() !== expected[0] || nodes[1]() !== expected[1]
    || nodes[2]() !== expected[2] || nodes[3]() !== expected[3]) {
    throw wrong('cellx');
  }
}
