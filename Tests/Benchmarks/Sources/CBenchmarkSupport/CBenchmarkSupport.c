#include "CBenchmarkSupport.h"

#include <dlfcn.h>
#include <stddef.h>

static benchmark_counts counts;

// -- References ------------------------------------------------------------------------------------------------------
//
// The Swift runtime counts references through these pointers once a flag for instruments is set. They are looked up by
// name: in a runtime without them, references are not counted.

typedef void *retain_function(void *);
typedef void release_function(void *);
typedef void *retain_n_function(void *, uint32_t);
typedef void release_n_function(void *, uint32_t);

static struct {
  retain_function **retain, **tryRetain;
  release_function **release;
  retain_n_function **retainN;
  release_n_function **releaseN;
  bool *isRedirected;
} runtime;

static retain_function *original_retain, *original_try_retain;
static release_function *original_release;
static retain_n_function *original_retain_n;
static release_n_function *original_release_n;

static void *counting_retain(void *object) {
  counts.retains += 1;
  return original_retain(object);
}

static void *counting_try_retain(void *object) {
  counts.retains += 1;
  return original_try_retain(object);
}

static void counting_release(void *object) {
  counts.releases += 1;
  original_release(object);
}

static void *counting_retain_n(void *object, uint32_t number) {
  counts.retains += number;
  return original_retain_n(object, number);
}

static void counting_release_n(void *object, uint32_t number) {
  counts.releases += number;
  original_release_n(object, number);
}

bool benchmark_counts_references(void) {
  static bool isLookedUp = false;
  if (!isLookedUp) {
    isLookedUp = true;
    runtime.retain = dlsym(RTLD_DEFAULT, "_swift_retain");
    runtime.tryRetain = dlsym(RTLD_DEFAULT, "_swift_tryRetain");
    runtime.release = dlsym(RTLD_DEFAULT, "_swift_release");
    runtime.retainN = dlsym(RTLD_DEFAULT, "_swift_retain_n");
    runtime.releaseN = dlsym(RTLD_DEFAULT, "_swift_release_n");
    runtime.isRedirected =
        dlsym(RTLD_DEFAULT, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly");
  }
  return runtime.retain && runtime.tryRetain && runtime.release && runtime.retainN && runtime.releaseN &&
         runtime.isRedirected;
}

static void redirect_references(void) {
  if (!benchmark_counts_references()) return;
  original_retain = *runtime.retain;
  original_try_retain = *runtime.tryRetain;
  original_release = *runtime.release;
  original_retain_n = *runtime.retainN;
  original_release_n = *runtime.releaseN;
  *runtime.retain = counting_retain;
  *runtime.tryRetain = counting_try_retain;
  *runtime.release = counting_release;
  *runtime.retainN = counting_retain_n;
  *runtime.releaseN = counting_release_n;
  *runtime.isRedirected = true;
}

static void restore_references(void) {
  if (!benchmark_counts_references() || !*runtime.isRedirected) return;
  *runtime.isRedirected = false;
  *runtime.retain = original_retain;
  *runtime.tryRetain = original_try_retain;
  *runtime.release = original_release;
  *runtime.retainN = original_retain_n;
  *runtime.releaseN = original_release_n;
}

// -- The heap --------------------------------------------------------------------------------------------------------

#if defined(__GLIBC__)

// glibc lets a program define the allocator's functions and still call the originals under other names. While nothing
// is counted, the cost is one predictable branch.

#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static bool isCounting = false;

bool benchmark_counts_allocations(void) { return true; }

static int64_t chunk_size(void *memory) { return (int64_t)(malloc_usable_size(memory) + sizeof(size_t)); }

static void *note_allocation(void *memory) {
  if (__builtin_expect(isCounting, false) && memory) {
    counts.allocations += 1;
    counts.liveBytes += chunk_size(memory);
    if (counts.liveBytes > counts.peakBytes) counts.peakBytes = counts.liveBytes;
  }
  return memory;
}

static void note_deallocation(void *memory) {
  if (__builtin_expect(isCounting, false) && memory) {
    counts.deallocations += 1;
    counts.liveBytes -= chunk_size(memory);
  }
}

void *malloc(size_t size) { return note_allocation(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return note_allocation(__libc_calloc(number, size)); }

void *realloc(void *memory, size_t size) {
  int64_t before = isCounting && memory ? chunk_size(memory) : 0;
  void *moved = __libc_realloc(memory, size);
  if (isCounting && (moved || size == 0)) {
    counts.liveBytes -= before;
    if (memory) counts.deallocations += 1;
    note_allocation(moved);
  }
  return moved;
}

void *memalign(size_t alignment, size_t size) { return note_allocation(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return note_allocation(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  void *memory = note_allocation(__libc_memalign(alignment, size));
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

void free(void *memory) {
  note_deallocation(memory);
  __libc_free(memory);
}

void benchmark_counting_begin(bool references) {
  counts = (benchmark_counts){0};
  if (references) redirect_references();
  isCounting = true;
}

benchmark_counts benchmark_counting_end(void) {
  isCounting = false;
  restore_references();
  return counts;
}

#else

#if defined(__APPLE__)
#include <malloc/malloc.h>

static int64_t heap_size(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return (int64_t)statistics.size_in_use;
}
#else
static int64_t heap_size(void) { return 0; }
#endif

static int64_t sizeAtStart;

bool benchmark_counts_allocations(void) { return false; }

void benchmark_counting_begin(bool references) {
  counts = (benchmark_counts){0};
  sizeAtStart = heap_size();
  if (references) redirect_references();
}

benchmark_counts benchmark_counting_end(void) {
  restore_references();
  counts.liveBytes = heap_size() - sizeAtStart;
  counts.peakBytes = counts.liveBytes;
  return counts;
}

#endif

// -- Jobs ------------------------------------------------------------------------------------------------------------
//
// The Swift runtime enqueues the pool's jobs through a pointer, if it is set. The main actor's jobs are in Dispatch's
// main queue, which run loops empty through a dedicated function. Both are looked up by name, too.

#if __has_attribute(swiftcall)
#define SWIFT_CALL __attribute__((swiftcall))
#else
#define SWIFT_CALL
#endif

typedef SWIFT_CALL void enqueue_function(void *job);
typedef SWIFT_CALL void enqueue_hook(void *job, enqueue_function *original);
// The second and third parameters are 0: no particular executor.
typedef SWIFT_CALL void run_function(void *job, void *identity, uintptr_t implementation);

static enqueue_hook **pool;
static run_function *run_job;
static void (*run_main_queue)(void *);

enum { job_limit = 1024 };
static void *jobs[job_limit];
static unsigned first_job, end_of_jobs;

static SWIFT_CALL void take_job(void *job, enqueue_function *original) {
  if (end_of_jobs - first_job == job_limit) __builtin_trap();
  jobs[end_of_jobs++ % job_limit] = job;
}

bool benchmark_takes_jobs(void) {
  static bool isLookedUp = false;
  if (!isLookedUp) {
    isLookedUp = true;
    pool = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
    run_job = dlsym(RTLD_DEFAULT, "swift_job_run");
    run_main_queue = dlsym(RTLD_DEFAULT, "_dispatch_main_queue_callback_4CF");
  }
  return pool && run_job && run_main_queue;
}

void benchmark_take_jobs(bool isOn) {
  if (benchmark_takes_jobs()) *pool = isOn ? take_job : NULL;
}

void benchmark_run_jobs(void) {
  if (!benchmark_takes_jobs()) return;
  do {
    while (first_job != end_of_jobs) run_job(jobs[first_job++ % job_limit], NULL, 0);
    run_main_queue(NULL);
  } while (first_job != end_of_jobs);
}
