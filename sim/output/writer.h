/* A thread that does jobs in the order they were given, so that compression runs beside the simulation. HDF5 is used
 * by this thread alone, or by others while it is drained. */
#ifndef SL_OUTPUT_WRITER_H
#define SL_OUTPUT_WRITER_H

#include <stddef.h>
#include <stdint.h>

struct sl_error;
struct sl_writer;

struct sl_job {
    int (*run)(void *object, unsigned block, size_t rows, struct sl_error *err);
    void *object;
    unsigned block;
    size_t rows;
};

int sl_writer_create(struct sl_writer **w, struct sl_error *err);

/* Tickets count up from 1. Waits while the queue is full. After a failed job the rest is skipped and every call
 * returns its error. */
int sl_writer_give(struct sl_writer *w, struct sl_job job, uint64_t *ticket, struct sl_error *err);
int sl_writer_wait(struct sl_writer *w, uint64_t ticket, struct sl_error *err);
int sl_writer_drain(struct sl_writer *w, struct sl_error *err);

/* Drains and ends the thread. */
void sl_writer_free(struct sl_writer *w);

#endif
