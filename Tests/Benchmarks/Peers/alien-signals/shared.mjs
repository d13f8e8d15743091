// Shared by the workloads.

import { endBatch, startBatch } from 'alien-signals';

export function batch(body) {
  startBatch();
  body();
  endBatch();
}

// Called only after a failed comparison in the workload itself.
export function wrong(workload) {
  return new Error(`'${workload}' came to a wrong result; its time would mean nothing`);
}
