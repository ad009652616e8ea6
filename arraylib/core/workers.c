#include "arraylib/core/workers.h"

#include "base/memory.h"
#include "base/processors.h"

#include <pthread.h>
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

enum { WORKERS_MAX = 63 };

struct WorkerPool {
    pthread_mutex_t lock;
    pthread_cond_t work_there, work_done;
    pthread_t threads[WORKERS_MAX];
    int thread_count, busy;
    uint64_t round; /* counts loops; a worker takes part in each once, at most */
    bool stopping, in_use;
    bool is_open;   /* the loop still takes workers: nobody waits for one that wakes when all pieces are taken */
    pid_t process; /* a copy of the process has none of the threads */
    ParallelBody *body;
    void *context;
    int64_t count, piece;
    atomic_llong next;
};

static void take_pieces(WorkerPool *pool) {
    for (;;) {
        int64_t from = atomic_fetch_add(&pool->next, pool->piece);
        if (from >= pool->count) return;
        int64_t to = from + pool->piece < pool->count ? from + pool->piece : pool->count;
        pool->body(pool->context, from, to);
    }
}

static void *work(void *argument) {
    WorkerPool *pool = argument;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->stopping) pthread_cond_wait(&pool->work_there, &pool->lock);
        if (pool->stopping) break;
        seen = pool->round;
        if (!pool->is_open) continue;
        pool->busy++;
        pthread_mutex_unlock(&pool->lock);
        take_pieces(pool);
        pthread_mutex_lock(&pool->lock);
        if (!--pool->busy) pthread_cond_signal(&pool->work_done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static WorkerPool *pool_create(void) {
    WorkerPool *pool = memory_allocate_zeroed(1, sizeof *pool);
    if (!pool) return NULL;
    pool->process = getpid();
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work_there, NULL);
    pthread_cond_init(&pool->work_done, NULL);
    int wanted = processor_count(NULL) - 1; /* the caller computes, too */
    if (wanted > WORKERS_MAX) wanted = WORKERS_MAX;
    /* Signals are for the main thread: one that a worker took would not end a sleep there. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    for (; pool->thread_count < wanted; pool->thread_count++)
        if (pthread_create(&pool->threads[pool->thread_count], NULL, work, pool)) break;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return pool;
}

void workers_destroy(WorkerPool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->work_there);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->thread_count; i++) pthread_join(pool->threads[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work_there);
    pthread_cond_destroy(&pool->work_done);
    memory_release(pool);
}

int runtime_thread_count(ArrayRuntime *runtime) {
    if (!runtime->workers) runtime->workers = pool_create();
    return runtime->workers ? runtime->workers->thread_count + 1 : 1;
}

void runtime_parallel_for(ArrayRuntime *runtime, int64_t count, int64_t grain, ParallelBody *body, void *context) {
    if (count <= 0) return;
    if (!runtime->workers && count > grain) runtime->workers = pool_create();
    WorkerPool *pool = runtime->workers;
    if (pool && count > grain && pool->process != getpid()) pool->thread_count = 0;
    if (count <= grain || !pool || !pool->thread_count || pool->in_use) {
        body(context, 0, count);
        return;
    }
    int64_t piece = count / ((pool->thread_count + 1) * 4);
    pthread_mutex_lock(&pool->lock);
    pool->in_use = true;
    pool->body = body;
    pool->context = context;
    pool->count = count;
    pool->piece = piece < grain ? grain : piece;
    atomic_store(&pool->next, 0);
    pool->is_open = true;
    pool->round++;
    pthread_cond_broadcast(&pool->work_there);
    pthread_mutex_unlock(&pool->lock);
    take_pieces(pool);
    pthread_mutex_lock(&pool->lock);
    pool->is_open = false;
    while (pool->busy) pthread_cond_wait(&pool->work_done, &pool->lock);
    pool->in_use = false;
    pthread_mutex_unlock(&pool->lock);
}
