// The suite "dynamic": layers of nodes, some of which choose their inputs anew at each run.

import { computed, effect, effectScope, signal } from 'alien-signals';
import { batch, wrong } from './shared.mjs';

// `evaluations`: from the second run on; the first run's first write changes nothing. `dynamicNumbers`: the sum of the
// dynamic nodes' numbers. Without `leaves`, the whole last layer is read.
export const cases = [
  {
    name: '2-10x5 - lazy80%', width: 10, layers: 5, staticFraction: 1, inputs: 2, readFraction: 0.2,
    iterations: 600_000, sum: 19_199_968, evaluations: 3_480_000, firstEvaluations: 3_480_000,
    dynamicNodes: 0, dynamicNumbers: 0, leaves: [1, 4],
  },
  {
    name: '6-10x10 - dyn25% - lazy80%', width: 10, layers: 10, staticFraction: 0.75, inputs: 6, readFraction: 0.2,
    iterations: 15_000, sum: 302_310_782_860, evaluations: 1_155_000, firstEvaluations: 1_154_923,
    dynamicNodes: 20, dynamicNumbers: 805, leaves: [1, 4],
  },
  {
    name: '4-1000x12 - dyn5%', width: 1000, layers: 12, staticFraction: 0.95, inputs: 4, readFraction: 1,
    iterations: 7000, sum: 29_355_933_696_000, evaluations: 1_463_000, firstEvaluations: 1_462_791,
    dynamicNodes: 595, dynamicNumbers: 3_391_389,
  },
  {
    name: '25-1000x5', width: 1000, layers: 5, staticFraction: 1, inputs: 25, readFraction: 1,
    iterations: 3000, sum: 1_171_484_375_000, evaluations: 732_000, firstEvaluations: 731_756,
    dynamicNodes: 0, dynamicNumbers: 0,
  },
  {
    name: '3-5x500', width: 5, layers: 500, staticFraction: 1, inputs: 3, readFraction: 1,
    iterations: 500, sum: 3.0239642676898464e241, evaluations: 1_246_500, firstEvaluations: 1_244_007,
    dynamicNodes: 0, dynamicNumbers: 0,
  },
  {
    name: '6-100x15 - dyn50%', width: 100, layers: 15, staticFraction: 0.5, inputs: 6, readFraction: 1,
    iterations: 2000, sum: 15_664_996_402_790_400, evaluations: 1_078_000, firstEvaluations: 1_077_273,
    dynamicNodes: 666, dynamicNumbers: 466_856,
  },
];

// Makes the configuration's graph; returns its timed run and a function that ends it.
export function make(configuration) {
  const { width, iterations } = configuration;
  const tally = { count: 0 };
  let expected = configuration.firstEvaluations;
  const sources = [];
  for (let index = 0; index < width; index += 1) sources.push(signal(index));
  const rows = dynamicRows(configuration);
  const positions = readPositions(configuration);
  let leaves;
  const end = effectScope(() => {
    let row = sources;
    for (const dynamic of rows) {
      const above = row;
      row = dynamic.map((choosesInputs, position) => {
        const inputs = [];
        for (let index = 0; index < configuration.inputs; index += 1) inputs.push(above[(position + index) % width]);
        return choosesInputs ? choosing(inputs, tally) : adding(inputs, tally);
      });
    }
    leaves = positions.map((position) => row[position]);
    effect(() => {
      for (let index = 0; index < leaves.length; index += 1) leaves[index]();
    });
  });

  function run() {
    tally.count = 0;
    for (let index = 0; index < iterations; index += 1) {
      batch(() => {
        const position = index % width;
        sources[position](index + position);
      });
      for (let leaf = 0; leaf < leaves.length; leaf += 1) leaves[leaf]();
    }
    const sum = leaves.reduce((total, leaf) => leaf() + total, 0);
    if (sum !== configuration.sum) throw wrong(`${configuration.name}, sum`);
    if (tally.count !== expected) throw wrong(`${configuration.name}, evaluations`);
    expected = configuration.evaluations;
  }

  return { run, end };
}

function adding(inputs, tally) {
  return computed(() => {
    tally.count += 1;
    let sum = 0;
    for (let index = 0; index < inputs.length; index += 1) sum += inputs[index]();
    return sum;
  });
}

// The first input decides which other is left out, if any.
function choosing(inputs, tally) {
  const others = inputs.length - 1;
  return computed(() => {
    tally.count += 1;
    let sum = inputs[0]();
    const drops = sum % 2 !== 0;
    const skipped = sum % others;
    for (let index = 0; index < others; index += 1) {
      if (drops && index === skipped) continue;
      sum += inputs[index + 1]();
    }
    return sum;
  });
}

// Per layer after the sources: which of its nodes choose their inputs anew at each run.
function dynamicRows(configuration) {
  const random = randomNumbers();
  const rows = [];
  for (let layer = 1; layer < configuration.layers; layer += 1) {
    const row = [];
    for (let index = 0; index < configuration.width; index += 1) row.push(random() >= configuration.staticFraction);
    rows.push(row);
  }
  let nodes = 0;
  let numbers = 0;
  rows.flat().forEach((dynamic, number) => {
    if (!dynamic) return;
    nodes += 1;
    numbers += number;
  });
  if (nodes !== configuration.dynamicNodes || numbers !== configuration.dynamicNumbers) {
    throw wrong(`${configuration.name}, shape`);
  }
  return rows;
}

// The positions read in the last layer.
function readPositions({ name, width, readFraction, leaves }) {
  const positions = Array.from({ length: width }, (_, position) => position);
  const expected = leaves ?? [...positions];
  const random = randomNumbers();
  for (let left = Math.round(width * (1 - readFraction)); left > 0; left -= 1) {
    positions.splice(Math.floor(random() * positions.length), 1);
  }
  if (positions.join() !== expected.join()) throw wrong(`${name}, leaves`);
  return positions;
}

function randomNumbers() {
  const next = randomWords().next;
  return () => next() / 4_294_967_296;
}

// sfc32, seeded by the hash of the word "seed".
function randomWords() {
  let hash = 2_166_136_261 | 0;
  for (const byte of [0x73, 0x65, 0x65, 0x64]) {
    const mixed = Math.imul(rotated(Math.imul(byte, 3_432_918_353), 15), 461_845_907);
    hash = (Math.imul(rotated(hash ^ mixed, 13), 5) + 3_864_292_196) | 0;
  }
  hash ^= 4;
  function seedWord() {
    hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507);
    hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
    hash ^= hash >>> 16;
    return hash >>> 0;
  }
  const seed = [seedWord(), seedWord(), seedWord(), seedWord()];
  let [a, b, c, d] = seed;
  function next() {
    let word = (a + b) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    d = (d + 1) | 0;
    word = (word + d) | 0;
    c = (rotated(c, 21) + word) | 0;
    return word >>> 0;
  }
  return { seed, next };
}

function rotated(word, bits) {
  return (word << bits) | (word >>> (32 - bits));
}

// Throws unless the numbers equal the original's.
export function checkRandomNumbers() {
  const { seed, next } = randomWords();
  if (seed.join() !== '246123560,2434935956,752727108,913990249') throw wrong('random numbers, seed');
  const words = Array.from({ length: 10_000 }, next);
  const first = '3595049766,1538291281,523797495,2091590326,1224444238,2865563924,2468257480,3646388805';
  if (words.slice(0, 8).join() !== first) throw wrong('random numbers, the first eight');
  if (words[999] !== 3_363_140_577) throw wrong('random numbers, the 1000th');
  const sum = words.reduce((total, word) => (Math.imul(total, 31) + word) | 0, 0);
  if (sum >>> 0 !== 1_684_240_276) throw wrong('random numbers, 10,000');
}
