// What the benchmarks need and Swift cannot say: an optimisation barrier, and counters for the heap and for references.

#ifndef C_BENCHMARK_SUPPORT_H
#define C_BENCHMARK_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

/// Makes the compiler believe that all memory may have been read and written here. No instruction is executed.
static inline void benchmark_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Makes the compiler believe that the value is used here. No instruction is executed.
static inline void benchmark_consume(intptr_t value) { __asm__ volatile("" : : "r"(value)); }

/// Returns the value, of which the compiler then knows nothing. No instruction is executed.
static inline intptr_t benchmark_opaque(intptr_t value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

/// What happened between `benchmark_counting_begin` and `benchmark_counting_end`, in this process.
typedef struct {
  int64_t retains;
  int64_t releases;
  int64_t allocations;
  int64_t deallocations;
  /// Growth of the heap, as the allocator sees it: whole chunks with their headers.
  int64_t liveBytes;
  /// The largest growth on the way.
  int64_t peakBytes;
} benchmark_counts;

/// Whether retains and releases can be counted with this Swift runtime.
bool benchmark_counts_references(void);

/// Whether allocations can be counted with this C library. Without it only `liveBytes` is known.
bool benchmark_counts_allocations(void);

/// Without `references` only the heap is counted. The redirected runtime of Swift 6.3 mistakes a small string that is
/// retained for an object: no code that makes strings may run while references are counted.
void benchmark_counting_begin(bool references);
benchmark_counts benchmark_counting_end(void);

/// Whether the jobs of tasks can be taken from this Swift runtime.
bool benchmark_takes_jobs(void);

/// From now on, or no longer, jobs of the pool wait for `benchmark_run_jobs`. Only where nothing else makes tasks at the
/// same time.
void benchmark_take_jobs(bool isOn);

/// Runs the jobs of the pool that have been taken and those of the main actor, and those that come meanwhile, on this
/// thread: the initial one.
void benchmark_run_jobs(void);

#endif
