/* How a command tells an error. */
#ifndef SL_COMMANDS_COMPLAIN_H
#define SL_COMMANDS_COMPLAIN_H

#include "models/base/error.h"

#include <stdio.h>

/* "stepload: error: TEXT", or TEXT alone where it names its place itself ("wx.csv:2:1: error: ..."). Nothing if there
 * is no error. */
void sl_complain(FILE *to, const struct sl_error *err);

#endif
