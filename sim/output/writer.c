#include "sim/output/writer.h"

#include "models/base/error.h"
#include "sim/output/h5.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

#define QUEUE 16

struct sl_writer {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct sl_job queue[QUEUE];
    uint64_t given, done; /* job n lies in queue[n % QUEUE] */
    bool ending;
    struct sl_error error;
};

static void *work(void *data)
{
    struct sl_writer *w = data;
    sl_h5_quiet();
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (w->done == w->given && !w->ending) pthread_cond_wait(&w->changed, &w->lock);
        if (w->done == w->given) break;
        struct sl_job job = w->queue[w->done % QUEUE];
        bool skip = w->error.code != 0;
        pthread_mutex_unlock(&w->lock);
        struct sl_error error = {0};
        if (!skip) job.run(job.object, job.block, job.rows, &error);
        pthread_mutex_lock(&w->lock);
        if (error.code) w->error = error;
        w->done++;
        pthread_cond_broadcast(&w->changed);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

int sl_writer_create(struct sl_writer **writer, struct sl_error *err)
{
    struct sl_writer *w = *writer = calloc(1, sizeof *w);
    if (!w) return sl_no_memory(err, "the writer");
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    /* signals belong to the main thread, where the run is stopped in order */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int e = pthread_create(&w->thread, NULL, work, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!e) return 0;
    free(w);
    *writer = NULL;
    return sl_fail(err, SL_ERR_RUN, "cannot start the writer's thread");
}

static int writer_error(struct sl_writer *w, struct sl_error *err)
{
    if (w->error.code && err) *err = w->error;
    return w->error.code;
}

int sl_writer_give(struct sl_writer *w, struct sl_job job, uint64_t *ticket, struct sl_error *err)
{
    pthread_mutex_lock(&w->lock);
    while (w->given - w->done == QUEUE) pthread_cond_wait(&w->changed, &w->lock);
    w->queue[w->given++ % QUEUE] = job;
    *ticket = w->given;
    int e = writer_error(w, err);
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    return e;
}

int sl_writer_wait(struct sl_writer *w, uint64_t ticket, struct sl_error *err)
{
    pthread_mutex_lock(&w->lock);
    while (w->done < ticket) pthread_cond_wait(&w->changed, &w->lock);
    int e = writer_error(w, err);
    pthread_mutex_unlock(&w->lock);
    return e;
}

int sl_writer_drain(struct sl_writer *w, struct sl_error *err)
{
    pthread_mutex_lock(&w->lock);
    uint64_t all = w->given;
    pthread_mutex_unlock(&w->lock);
    return sl_writer_wait(w, all, err);
}

void sl_writer_free(struct sl_writer *w)
{
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
