#include "sim/commands/complain.h"

#include <stdbool.h>
#include <string.h>

void sl_complain(FILE *to, const struct sl_error *err)
{
    if (!err->code) return;
    /* the place ends before the first line does, and has no quotes */
    const char *mark = strstr(err->text, ": error: ");
    size_t first = strcspn(err->text, "\n\"");
    bool placed = mark && mark < err->text + first;
    fprintf(to, "%s%s\n", placed ? "" : "stepload: error: ", err->text);
}
