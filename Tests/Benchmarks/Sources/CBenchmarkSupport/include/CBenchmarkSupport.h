// Benchmark support that Swift cannot express: an optimization barrier, and counters for the heap and for references.

#ifndef C_BENCHMARK_SUPPORT_H
#define C_BENCHMARK_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

/// Makes the compiler believe that all memory may have been read and written here. No instruction is executed.
static inline void benchmark_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Makes the compiler believe that the value is used here. No instruction is executed.
static inline void benchmark_consume(intptr_t value) { __asm__ volatile("" : : "r"(value)); }

/// Returns the value and hides it from the compiler. No instruction is executed.
static inline intptr_t benchmark_opaque(intptr_t value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

/// The counts of this process between `benchmark_counting_begin` and `benchmark_counting_end`.
typedef struct {
  int64_t retains;
  int64_t releases;
  int64_t allocations;
  int64_t deallocations;
  /// Growth of the heap as the allocator sees it: whole chunks with their headers.
  int64_t liveBytes;
  /// The largest growth in between.
  int64_t peakBytes;
} benchmark_counts;

/// Whether retains and releases can be counted with this Swift runtime.
bool benchmark_counts_references(void);

/// Whether allocations can be counted with this C library. Without it only `liveBytes` is known.
bool benchmark_counts_allocations(void);

/// Without `references`, only the heap is counted. No code that makes strings may run while references are counted: the
/// redirected runtime of Swift 6.3 mistakes a retained small string for an object.
void benchmark_counting_begin(bool references);
benchmark_counts benchmark_counting_end(void);

/// Whether the jobs of tasks can be taken from this Swift runtime.
bool benchmark_takes_jobs(void);

/// While on, jobs of the pool wait for `benchmark_run_jobs`. Use it only where nothing else makes tasks at the same
/// time.
void benchmark_take_jobs(bool isOn);

/// Runs the taken jobs of the pool, those of the main actor, and those enqueued meanwhile. Call it on the initial
/// thread.
void benchmark_run_jobs(void);

#endif
