/* The visits that the benchmark captures are made of. */

#ifndef VISIT_H
#define VISIT_H

#include "air.h"

/* How many kinds of visit there are. */
extern const unsigned kinds;

/* Makes a visit of a kind, with a UID and values that were not used before. */
void make_visit(struct visit *visit, unsigned kind);

#endif
