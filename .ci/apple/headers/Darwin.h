// Handwritten: the package's part of Apple's C library, as pthread.h, string.h and time.h declare it.
#ifndef DARWIN_STUB
#define DARWIN_STUB
#include <stddef.h>
#include <stdint.h>
#pragma clang assume_nonnull begin

typedef struct _opaque_pthread_t { long sig; void *_Nullable cleanup; char opaque[8176]; } *pthread_t;
typedef struct _opaque_pthread_mutex_t { long sig; char opaque[56]; } pthread_mutex_t;
typedef struct _opaque_pthread_mutexattr_t { long sig; char opaque[8]; } pthread_mutexattr_t;
typedef unsigned long pthread_key_t;

pthread_t pthread_self(void);
int pthread_main_np(void);

// stdlib.h and unistd.h
#define STDERR_FILENO 2
char *_Null_unspecified getenv(const char *_Null_unspecified);
ptrdiff_t write(int, const void *_Null_unspecified, size_t);

// dlfcn.h
void *_Nullable dlsym(void *_Nullable handle, const char *symbol);
void *pthread_get_stackaddr_np(pthread_t);
size_t pthread_get_stacksize_np(pthread_t);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_key_create(pthread_key_t *, void (*_Nullable)(void *));
void *_Nullable pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *_Nullable);

typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t);
void os_unfair_lock_unlock(os_unfair_lock_t);

typedef unsigned int clockid_t;
#define CLOCK_MONOTONIC ((clockid_t)6)
uint64_t clock_gettime_nsec_np(clockid_t);

#pragma clang assume_nonnull end
#endif
