// Runs the workloads in alien-signals and in this package, in turn, and prints their times side by side; see README.md.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const version = '3.2.1';
const here = import.meta.dirname;
const packagePath = join(here, '..', '..');

// `runs`: our timed runs per case and process, as many as bench.mjs makes of alien-signals. kairo has more, because
// ours are far shorter there.
const suites = [
  { name: 'kairo', ours: 'Tracking: kairo:', runs: 21 },
  { name: 'updating', ours: 'Tracking: sBench, updating:', runs: 7 },
  { name: 'cellx', ours: 'Tracking: cellx:', runs: 5 },
  { name: 'dynamic', ours: 'Tracking: dynamic:', runs: 4 },
  {
    name: 'creating', ours: 'Tracking: sBench, creating:', runs: 7,
    flags: ['--min-semi-space-size=256', '--max-semi-space-size=256'],
  },
];

const { rounds, quick } = readOptions();
const folder = mkdtempSync(join(tmpdir(), 'alien-signals-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
prepareAlienSignals();
const benchmarks = buildBenchmarks();
const results = suites.map((suite) => ({ suite, ours: new Map(), alien: new Map() }));
for (let round = 0; round < rounds; round += 1) {
  for (const { suite, ours, alien } of results) {
    console.error(`round ${round + 1} of ${rounds}, ${suite.name}; load ${loadavg()[0].toFixed(1)}`);
    const turns = [() => keepBest(ours, measureOurs(suite)), () => keepBest(alien, measureAlien(suite))];
    if (round % 2) turns.reverse();
    for (const turn of turns) turn();
  }
}
printTable();

function readOptions() {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '3' }, quick: { type: 'boolean', default: false } },
  });
  const number = values.quick ? 1 : Number(values.rounds);
  if (!Number.isInteger(number) || number < 1) fail(`--rounds needs a whole number from 1 on, not '${values.rounds}'`);
  if (!process.threadCpuUsage || !nodeModule.stripTypeScriptTypes) fail(`needs Node 24; this is ${process.version}`);
  return { rounds: number, quick: values.quick };
}

function fail(message) {
  console.error(`compare: ${message}`);
  process.exit(2);
}

// Copies the workloads into a new folder, beside alien-signals with its types erased.
function prepareAlienSignals() {
  const checkout = process.env.ALIEN_SIGNALS;
  if (!checkout) fail(`ALIEN_SIGNALS has to be the path of a checkout of alien-signals ${version}`);
  const found = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')).version;
  if (found !== version) fail(`ALIEN_SIGNALS is version ${found}; the workloads are described with ${version}`);
  cpSync(here, folder, { recursive: true });
  const library = join(folder, 'node_modules', 'alien-signals');
  mkdirSync(library, { recursive: true });
  writeFileSync(join(library, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  const sources = ['system', 'index'].map((name) => [name, readFileSync(join(checkout, 'src', `${name}.ts`), 'utf8')]);
  const enumeration = /export const enum ReactiveFlags \{([^}]*)\}/;
  const members = sources[0][1].match(enumeration)[1].matchAll(/(\w+) = (\d+)/g);
  const flags = Object.fromEntries(Array.from(members, ([, name, number]) => [name, number]));
  for (const [name, source] of sources) {
    // Like the TypeScript compiler: removes the enumeration, and replaces its members by numbers.
    const numbers = source.replace(enumeration, '').replace('ReactiveFlags, ', '')
      .replace(/\bReactiveFlags\.(\w+)/g, (_, member) => flags[member]);
    writeFileSync(join(library, `${name}.js`), nodeModule.stripTypeScriptTypes(numbers));
  }
}

// Returns the executable's path.
function buildBenchmarks() {
  const build = ['build', '-c', 'release', '--package-path', packagePath, '--product', 'Benchmarks'];
  execFileSync('swift', build, { stdio: ['ignore', 2, 2] });
  const path = execFileSync('swift', [...build, '--show-bin-path'], { encoding: 'utf8' });
  return join(path.trim(), 'Benchmarks');
}

function measureOurs({ ours, runs }) {
  const file = join(folder, 'ours.json');
  const options = ['--filter', ours, '--rounds', quick ? 2 : runs, '--json', file];
  execFileSync(benchmarks, options, { stdio: ['ignore', 'ignore', 2] });
  return JSON.parse(readFileSync(file, 'utf8')).rows.map(({ name, contenders }) => {
    const { smallest, median } = contenders.find(({ role }) => role === 'ours');
    return { name, smallest, median };
  });
}

function measureAlien({ name, flags = [] }) {
  const command = ['--expose-gc', ...flags, join(folder, 'bench.mjs'), name, ...(quick ? ['--quick'] : [])];
  return JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }));
}

// Keeps the fastest process, for each number separately.
function keepBest(best, rows) {
  for (const { name, smallest, median } of rows) {
    const before = best.get(name) ?? { smallest: Infinity, median: Infinity };
    best.set(name, { smallest: Math.min(before.smallest, smallest), median: Math.min(before.median, median) });
  }
}

function printTable() {
  const columns = (name, ...rest) => name.padEnd(34) + rest.map((text) => text.padStart(10)).join('');
  const number = (value) => value.toFixed(value < 100 ? 1 : 0);
  const line = (name, ratios, ...times) =>
    columns(name, ...(times.length ? times.map(number) : ['', '']), ...ratios.map((ratio) => ratio.toFixed(2)));
  console.log(`ns per operation, the smallest; ratio: ours / alien-signals ${version}, by the smallest and by medians`);
  const means = { 'all but creating': [], creating: [] };
  for (const { suite, ours, alien } of results) {
    console.log(`\n${columns(suite.name, 'ours', 'alien', 'ratio', 'medians')}`);
    for (const [name, theirs] of alien) {
      const mine = ours.get(name);
      if (!mine) fail(`Benchmarks has no case '${name}'`);
      const ratios = [mine.smallest / theirs.smallest, mine.median / theirs.median];
      console.log(line(name, ratios, mine.smallest, theirs.smallest));
      means[suite.name === 'creating' ? 'creating' : 'all but creating'].push(ratios);
    }
  }
  console.log('');
  for (const [name, ratios] of Object.entries(means)) {
    const mean = (column) => Math.exp(ratios.reduce((sum, pair) => sum + Math.log(pair[column]), 0) / ratios.length);
    console.log(line(`geometric mean, ${name}`, [mean(0), mean(1)]));
  }
}
