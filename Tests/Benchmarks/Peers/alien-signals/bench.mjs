// Measures the suite named by the argument, and prints ns per operation as JSON. `--quick` takes two timed runs of each
// case. compare.mjs starts this in a copy of the folder, where alien-signals can be imported.

import { effectScope } from 'alien-signals';
import * as cellx from './cellx.mjs';
import * as dynamic from './dynamic.mjs';
import * as kairo from './kairo.mjs';
import * as sbench from './sbench.mjs';

const [suite, option] = process.argv.slice(2);
const isQuick = option === '--quick';
const rows = [];

const suites = {
  kairo() {
    const iterations = 500;
    // All cases run before the first is measured, so that none has code compiled for it alone.
    for (const { make } of kairo.cases) {
      const { iterate, end } = built(make);
      repeat(4, iterate);
      end();
    }
    for (const { name, operations, make } of kairo.cases) {
      gc();
      const { iterate, end } = built(make);
      repeat(3, iterate);
      repeat(iterations, iterate);
      record(name, operations * iterations, timed(7, () => elapsed(() => repeat(iterations, iterate))));
      end();
    }
  },

  creating() {
    for (const subject of sbench.creating) measureRuns(subject, subject.count, touchYoungGeneration);
  },

  updating() {
    for (const subject of sbench.updating) measureRuns(subject, subject.count * subject.effects, () => {});
  },

  cellx() {
    const graphs = 10;
    for (const subject of cellx.cases) {
      gc();
      const sum = () => {
        let total = 0;
        repeat(graphs, () => { total += cellx.run(subject, threadTime); });
        return total;
      };
      sum();
      record(subject.name, subject.layers * 8 * graphs, timed(5, sum));
    }
  },

  dynamic() {
    dynamic.checkRandomNumbers();
    for (const configuration of dynamic.cases) {
      gc();
      const { run, end } = dynamic.make(configuration);
      repeat(3, run);
      record(configuration.name, configuration.evaluations, timed(4, () => elapsed(run)));
      end();
    }
  },
};

suites[suite]();
process.stdout.write(JSON.stringify(rows));

function measureRuns(subject, operations, prepare) {
  gc();
  prepare();
  repeat(3, () => sbench.run(subject, subject.count / 100, threadTime));
  repeat(2, () => sbench.run(subject, subject.count, threadTime));
  record(subject.name, operations, timed(7, () => sbench.run(subject, subject.count, threadTime)));
}

function built(make) {
  let iterate;
  const end = effectScope(() => { iterate = make(); });
  return { iterate, end };
}

function repeat(count, body) {
  for (let turn = 0; turn < count; turn += 1) body();
}

function timed(runs, measure) {
  return Array.from({ length: isQuick ? 2 : runs }, measure);
}

function elapsed(body) {
  const start = threadTime();
  body();
  return threadTime() - start;
}

// CPU time of this thread, in ns. Linux counts a thread's time only up to the last timer tick, some ms ago; reading the
// time of the whole process brings it up to date.
function threadTime() {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) * 1000;
}

// The first access to a page of the young generation would be a page fault in a timed run. So all of its pages are
// touched before, in both halves.
function touchYoungGeneration() {
  const bytes = 2.5 * 256 * 1024 * 1024;
  const words = 1000;
  let garbage;
  for (let used = 0; used < bytes; used += words * 8) garbage = new Array(words).fill(0);
  return garbage;
}

function record(name, operations, times) {
  const sorted = times.map((time) => time / operations).sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  rows.push({ name, smallest: sorted[0], median });
}
