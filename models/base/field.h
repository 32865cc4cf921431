/* Parameter tables. One row a parameter; the table alone drives parsing, range checks, messages, `describe`, the
 * JSON Schema and the reference page.
 *
 * The unit is in the key's suffix (units.h) and nowhere else: defaults and ranges in a row are in the file's unit,
 * the value stored in the struct is SI (W, J, s, Hz, V, VA, m; temperatures stay in degrees Celsius).
 *
 * How a type is stored at `offset`:
 *   SL_BOOL bool · SL_INT int64_t · SL_REAL double · SL_TIME int64_t nanoseconds (key ends _s, _ms, _min, _h ...)
 *   SL_STRING, SL_REF const char * (NULL when absent) · SL_ENUM int (the choice's value) · SL_CURVE struct sl_curve
 *   SL_OBJECT the sub-table's struct, in place · SL_LIST struct sl_list of `item` elements
 *   SL_MAP struct sl_list of structs whose first member is `const char *name`, the key
 *   SL_VARIANT a struct whose first member is `int model`: the JSON key "model" (or the row's `tag`, as "type")
 *     picks one of `variants`; all their tables describe this same struct, and keys of another variant are errors.
 *     A list of variants has item SL_VARIANT.
 *   SL_CURVE in a file: [[x, y], ...], x as the doc says, y in the key's unit and between min and max.
 * Memory behind strings and lists belongs to whoever bound the scenario. */
#ifndef SL_BASE_FIELD_H
#define SL_BASE_FIELD_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

enum sl_field_type {
    SL_BOOL,
    SL_INT,
    SL_REAL,
    SL_STRING,
    SL_ENUM,
    SL_TIME,
    SL_OBJECT,
    SL_LIST,
    SL_MAP,
    SL_CURVE,
    SL_REF,
    SL_VARIANT,
    SL_INLINE
};

enum sl_field_flag {
    SL_REQUIRED = 1,
    SL_ABOVE_MIN = 2,  /* the minimum itself is not allowed */
    SL_BELOW_MAX = 4,  /* the maximum itself is not allowed */
    SL_LATER = 8,      /* accepted and checked, not simulated yet: check and run say so */
    SL_NO_DEFAULT = 16 /* may be absent; then NAN, INT64_MIN, SL_NEVER or NULL is stored */
};

struct sl_table;

struct sl_choice {
    const char *name;
    int value;
    const char *doc;
};

struct sl_variant {
    const char *name; /* value of the key "model" (or of the tag) */
    int value;
    const struct sl_table *table;
    const char *doc;
};

struct sl_list {
    void *items; /* count elements of the item's size */
    size_t count;
};

struct sl_field {
    const char *key;
    enum sl_field_type type;
    size_t offset;
    double initial, min, max; /* default and range in the file's unit; bool: 0 or 1 */
    unsigned flags;
    const char *text;                  /* default of a string or enum; of a variant: its default model;
                                           of a curve or a list of values: JSON, as "[[0, 0.01], [1, 0.04]]" */
    const struct sl_table *table;      /* object, and list or map of objects */
    const struct sl_choice *choices;   /* enum (also as list item): ends with a NULL name */
    const struct sl_variant *variants; /* variant: ends with a NULL name */
    enum sl_field_type item;           /* element of a list */
    const char *tag;                   /* the key that picks a variant; NULL: "model" */
    size_t present;     /* offset of a bool told whether the key was there; SL_UNTOLD if none */
    const char *doc;    /* one sentence */
    const char *source; /* of the default: standard, paper, data sheet, or "assumed" */
};

struct sl_table {
    const char *name; /* as in messages: "ups" */
    const char *doc;
    size_t size; /* of the struct */
    const struct sl_field *fields;
    size_t count;
};

#define SL_UNTOLD SIZE_MAX
#define SL_UNBOUNDED DBL_MAX

/* Rows. S: the struct; M: its member; K: key; then default, min, max, flags, doc, source. */
#define SL_F_REAL(S, M, K, DEF, MIN, MAX, FLAGS, DOC, SRC)                                                   \
    {                                                                                                        \
        .key = K, .type = SL_REAL, .offset = offsetof(S, M), .initial = DEF, .min = MIN, .max = MAX,         \
        .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC, .source = SRC                                      \
    }
#define SL_F_INT(S, M, K, DEF, MIN, MAX, FLAGS, DOC, SRC)                                                    \
    {                                                                                                        \
        .key = K, .type = SL_INT, .offset = offsetof(S, M), .initial = DEF, .min = MIN, .max = MAX,          \
        .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC, .source = SRC                                      \
    }
#define SL_F_TIME(S, M, K, DEF, MIN, MAX, FLAGS, DOC, SRC)                                                   \
    {                                                                                                        \
        .key = K, .type = SL_TIME, .offset = offsetof(S, M), .initial = DEF, .min = MIN, .max = MAX,         \
        .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC, .source = SRC                                      \
    }
#define SL_F_BOOL(S, M, K, DEF, FLAGS, DOC, SRC)                                                             \
    {                                                                                                        \
        .key = K, .type = SL_BOOL, .offset = offsetof(S, M), .initial = DEF, .min = 0, .max = 1,             \
        .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC, .source = SRC                                      \
    }
#define SL_F_STRING(S, M, K, DEF, FLAGS, DOC, SRC)                                                           \
    {                                                                                                        \
        .key = K, .type = SL_STRING, .offset = offsetof(S, M), .text = DEF, .flags = FLAGS,                  \
        .present = SL_UNTOLD, .doc = DOC, .source = SRC                                                      \
    }
#define SL_F_REF(S, M, K, FLAGS, DOC)                                                                        \
    {                                                                                                        \
        .key = K, .type = SL_REF, .offset = offsetof(S, M), .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC \
    }
#define SL_F_ENUM(S, M, K, CHOICES, DEF, FLAGS, DOC, SRC)                                                    \
    {                                                                                                        \
        .key = K, .type = SL_ENUM, .offset = offsetof(S, M), .text = DEF, .choices = CHOICES,                \
        .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC, .source = SRC                                      \
    }
#define SL_F_CURVE(S, M, K, FLAGS, DOC, SRC)                                                                 \
    {                                                                                                        \
        .key = K, .type = SL_CURVE, .offset = offsetof(S, M), .min = -SL_UNBOUNDED, .max = SL_UNBOUNDED,     \
        .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC, .source = SRC                                      \
    }
#define SL_F_OBJECT(S, M, K, TABLE, FLAGS, DOC)                                                              \
    {                                                                                                        \
        .key = K, .type = SL_OBJECT, .offset = offsetof(S, M), .table = TABLE, .flags = FLAGS,               \
        .present = SL_UNTOLD, .doc = DOC                                                                     \
    }
/* P: a bool member that tells whether the key was there. */
#define SL_F_OPTIONAL(S, M, P, K, TABLE, FLAGS, DOC)                                                         \
    {                                                                                                        \
        .key = K, .type = SL_OBJECT, .offset = offsetof(S, M), .table = TABLE, .flags = FLAGS,               \
        .present = offsetof(S, P), .doc = DOC                                                                \
    }
/* All rows of TABLE, its struct at M, as if they stood here. */
#define SL_F_INLINE(S, M, TABLE)                                                                             \
    {                                                                                                        \
        .key = NULL, .type = SL_INLINE, .offset = offsetof(S, M), .table = TABLE, .present = SL_UNTOLD       \
    }
#define SL_F_LIST(S, M, K, TABLE, FLAGS, DOC)                                                                \
    {                                                                                                        \
        .key = K, .type = SL_LIST, .offset = offsetof(S, M), .table = TABLE, .item = SL_OBJECT,              \
        .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC                                                     \
    }
/* A list of plain values (ITEM: SL_REAL, SL_INT, SL_STRING, SL_TIME or SL_ENUM with CHOICES), each in MIN..MAX. */
#define SL_F_VALUES(S, M, K, ITEM, CHOICES, MIN, MAX, FLAGS, DOC)                                            \
    {                                                                                                        \
        .key = K, .type = SL_LIST, .offset = offsetof(S, M), .item = ITEM, .choices = CHOICES, .min = MIN,   \
        .max = MAX, .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC                                         \
    }
#define SL_F_MAP(S, M, K, TABLE, FLAGS, DOC)                                                                 \
    {                                                                                                        \
        .key = K, .type = SL_MAP, .offset = offsetof(S, M), .table = TABLE, .flags = FLAGS,                  \
        .present = SL_UNTOLD, .doc = DOC                                                                     \
    }
#define SL_F_VARIANT(S, M, K, VARIANTS, DEF, FLAGS, DOC)                                                     \
    {                                                                                                        \
        .key = K, .type = SL_VARIANT, .offset = offsetof(S, M), .text = DEF, .variants = VARIANTS,           \
        .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC                                                     \
    }
/* A list of variants; TAG is the key that picks, "type" say. */
#define SL_F_VARIANTS(S, M, K, TAG, VARIANTS, FLAGS, DOC)                                                    \
    {                                                                                                        \
        .key = K, .type = SL_LIST, .offset = offsetof(S, M), .item = SL_VARIANT, .tag = TAG,                 \
        .variants = VARIANTS, .flags = FLAGS, .present = SL_UNTOLD, .doc = DOC                               \
    }

#define SL_TABLE(NAME, DOC, S, FIELDS)                                                                       \
    {                                                                                                        \
        .name = NAME, .doc = DOC, .size = sizeof(S), .fields = FIELDS,                                       \
        .count = sizeof(FIELDS) / sizeof(FIELDS[0])                                                          \
    }

#endif
